import Synchronization

/// Reports to previews which hooks run.
///
/// Hook calls are far more frequent than previews, so without a preview they read only one number.
enum HookReport {
  private static let previews = Atomic(0)

  /// Whether any preview is under way in this process.
  static var isWanted: Bool { previews.load(ordering: .relaxed) > 0 }

  /// Counts the preview that `body` is.
  static func during(_ body: () -> Void) {
    previews.add(1, ordering: .relaxed)
    defer { previews.subtract(1, ordering: .relaxed) }
    body()
  }

  /// Reports a hook that is about to run, if that is in a preview. The save check is not a hook.
  @inline(never) static func note(_ label: HookLabel, _ event: HookEvent) {
    if label === HookLabel.check || label === HookLabel.checkOfMany || event.commit != nil { return }
    guard let findings = event.store.transaction?.findings else { return }
    findings.ran(label.description, of: event.layout.name, count: 1, isAfterCommit: false)
  }
}

extension Store {
  /// Reports the hooks that ``runCommitHooks(_:)`` would run.
  func reportCommitHooks(of changeset: Changeset, to findings: some PreviewFindings) {
    for part in changeset.parts where part.count > 0 && !HookSuppression.covers(part.layout.slot) {
      func report<Record: Model>(_ model: Record.Type) {
        var hook = Record.hooks.plan?.afterCommit
        while let here = hook {
          findings.ran(here.label.description, of: part.layout.name, count: part.count, isAfterCommit: true)
          hook = here.next
        }
      }
      report(part.layout.type)
    }
    if changeset.isEmpty || HookSuppression.coversAll { return }
    for middleware in middleware.reversed() {
      findings.ran(middleware.label.description, of: nil, count: 1, isAfterCommit: true)
    }
  }
}
