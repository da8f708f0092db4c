import Foundation
import MotionModel
import MotionModelLive
import MotionModelTestSupport
import MotionModelTransactions

/// A store, its branch and its undo history, with what is watched there.
final class LiveScene: Sendable {
  private struct State: Sendable {
    var watched: [any WatchedLive] = []
    var file = Data()
    /// Makes what handlers do.
    var random = SplitMix64(seed: 1)
    var mayWrite = true
  }

  let store = Store(notificationCenter: nil)
  let branch: Branch
  let history: UndoHistory
  private let state = Locked(State())

  init() {
    (branch, history) = (store.branch(), UndoHistory(of: store))
    keepFile()
  }

  /// Makes the steps of a case, and returns what is wrong after the first after which something is; nil when nothing is.
  ///
  /// - Parameter readers: How many threads read what is watched meanwhile.
  static func fault(_ live: LiveCase, readers: Int = 0) -> String? {
    let (scene, isDone) = (LiveScene(), Locked(false))
    let group = DispatchGroup()
    for number in 0..<readers {
      group.enter()
      Thread.detachNewThread {
        while !isDone.withLock({ $0 }) { scene.read(from: number) }
        group.leave()
      }
    }
    let fault = scene.fault(live) {
      isDone.withLock { $0 = true }
      group.wait()
    }
    isDone.withLock { $0 = true }
    group.wait()
    return fault
  }

  /// Reads what is watched, as another thread.
  private func read(from number: Int) {
    let watched = watched
    for index in watched.indices { _ = watched[(index + number) % watched.count].faults }
  }

  /// - Parameter end: Is called when all steps are made.
  private func fault(_ live: LiveCase, end: () -> Void) -> String? {
    for item in live.subjects { open(item) }
    if let fault = fault() { return "at first: \(fault)" }
    let writes = live.subjects.contains { $0.kind.writes }
    for (number, step) in live.steps.enumerated() {
      let watched = self.watched
      let before = watched.map(\.toldCount)
      if step.kind.isSilent { for one in watched { one.noteSilence() } }
      state.withLock { $0.mayWrite = true }
      make(step)
      if let fault = fault() { return "step \(number) (\(step)): \(fault)" }
      if step.kind.isOneChange && !writes {
        let counts = zip(watched.map(\.toldCount), before).map { $0 - $1 }
        if let most = counts.max(), most > 1 { return "step \(number) (\(step)) was told \(most) times" }
      }
    }
    end()
    close()
    let left = store.liveRouter.count + branch.store.liveRouter.count
    return left == 0 ? nil : "\(left) views are left"
  }

  private var watched: [any WatchedLive] { state.withLock { $0.watched } }

  private func fault() -> String? { watched.lazy.flatMap(\.faults).first ?? store.violation() }

  func open(_ item: LiveCase.Item<LiveSubjectKind>) {
    let subject = subject(item)
    state.withLock { $0.watched.append(subject) }
  }

  /// Releases one of the live results.
  func forget(_ number: Int) {
    // NB: It is freed outside the lock, because its handlers are.
    let gone = state.withLock { state in
      state.watched.isEmpty ? nil : state.watched.remove(at: number % state.watched.count)
    }
    withExtendedLifetime(gone) {}
  }

  private func close() {
    let gone = state.withLock { state in
      defer { state.watched = [] }
      return state.watched
    }
    withExtendedLifetime(gone) {}
  }

  // MARK: - Handlers

  /// Writes, once in a step: a handler that wrote at each call would have no end.
  func writeOnce() {
    let random = state.withLock { state -> SplitMix64? in
      if !state.mayWrite { return nil }
      state.mayWrite = false
      return SplitMix64(seed: state.random.next())
    }
    guard let random else { return }
    var edits = RandomBoardCommits(random)
    try? edits.edit(store)
  }

  func forgetAny() { forget(state.withLock { $0.random.number(0...99) }) }

  // MARK: - Files

  func keepFile() {
    guard let data = try? store.data(as: .json) else { return }
    state.withLock { $0.file = data }
  }

  func load(_ policy: LoadPolicy) {
    _ = try? store.load(from: .data(state.withLock { $0.file }), as: .json, policy: policy)
  }
}
