import MotionModel
import MotionModelTransactions

/// How often the hooks of the world have run in a preview, as they count themselves.
final class HookRuns: Sendable {
  @TaskLocal static var current: HookRuns?

  private let numbers = Locked([String: Int]())

  /// By the hooks, as a preview describes them.
  var counts: [String: Int] { numbers.withLock { $0 } }

  /// Counts a hook that runs in a preview.
  static func note<Record: Model>(_ hook: String, _ context: HookContext<Record>) {
    if context.isPreview { current?.numbers.withLock { $0[hook, default: 0] += 1 } }
  }
}

extension World {
  /// Checks that a preview lists the hooks that have run in it.
  func examineHooks<Value>(of preview: Store.Preview<Value>, _ runs: HookRuns) throws(Difference) {
    let listed = preview.hooks.filter { !$0.isAfterCommit }.map { ($0.hook, $0.count) }
    let counts = Dictionary(listed) { first, _ in first }
    if listed.count != counts.count || counts != runs.counts {
      throw Difference("hooks of a preview", "\(preview.hooks), expected \(runs.counts)")
    }
  }
}
