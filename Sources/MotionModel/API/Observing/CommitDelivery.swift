import Foundation
import Synchronization

/// Notifies the observers of one store of its commits, in order.
///
/// A commit is delivered in two steps. While the writer's lock is held, ``take(_:in:of:)`` puts the commit into queues
/// and streams, so their order is the order of the commits. After the lock is released, ``announce(_:)`` calls
/// handlers on the committing thread, where they may read and write.
///
/// The lock of a delivery is taken inside the writer's lock; handlers run outside both.
final class CommitDelivery: Sendable {
  /// A commit to be notified on the thread that made it.
  struct Announcement: Sendable {
    let changeset: Changeset
    let store: Store
    let observers: [CommitObserver]
    /// The block that has ended, if the changes are those of a coalesced block.
    var block: StoreBlock?
  }

  private struct State: Sendable {
    var observers: [CommitObserver] = []
    var recorders: [CommitRecorder] = []
    /// The latest commits, for occasional readers.
    var rings = Rings()
    /// What shows commits to live results; nil until there is one.
    var live: LiveRouter?
    /// The combined changes of each open coalesced block.
    var collected: [(block: StoreBlock, changeset: Changeset)] = []
  }

  let center: NotificationCenter?
  private let state = Locked(State())
  private let hasMarking = Atomic(false)
  /// The threads that are notifying observers, each with the announcements that wait: a few at most.
  private let delivering = Locked<[(thread: ThreadNumber, waiting: [Announcement])]>([])

  init(_ center: NotificationCenter?) { self.center = center }

  deinit {
    let (observers, live) = state.withLock { ($0.observers, $0.live) }
    for observer in observers { observer.end() }
    live?.end()
  }

  // MARK: - Observers

  /// Adds an observer that is notified of all commits after the one whose number `last` returns.
  func observe(_ place: CommitObserver.Place, after last: () -> Int) -> CommitObserver {
    // NB: `last` is called under the lock: a commit gets its number before `take`, so no commit is missed in
    // between.
    state.withLock { state in
      let observer = CommitObserver(place, after: last())
      state.observers.append(observer)
      return observer
    }
  }

  func remove(_ observer: CommitObserver) {
    observer.end()
    // NB: The removed observer is freed outside the lock, because freeing its handler may remove another observer.
    let removed = state.withLock { state in
      state.observers.firstIndex { $0 === observer }.map { state.observers.remove(at: $0) }
    }
    withExtendedLifetime(removed) {}
  }

  // MARK: - Recorders

  func add(_ recorder: CommitRecorder) {
    state.withLock { $0.recorders.append(recorder) }
    if recorder.mark != nil { hasMarking.store(true, ordering: .releasing) }
  }

  /// Whether a recorder marks commits. It takes no lock.
  var marksCommits: Bool { hasMarking.load(ordering: .acquiring) }

  /// Lets recorders mark the commit that gets a number.
  func mark(_ changeset: inout Changeset, number: Int) {
    for recorder in state.withLock({ $0.recorders }) { recorder.mark?(number, &changeset.metadata) }
  }

  func remove(_ recorder: CommitRecorder) { state.withLock { state in state.recorders.removeAll { $0 === recorder } } }

  // MARK: - Rings

  func addRing(_ limits: CommitRing.Limits) -> CommitRingToken { state.withLock { $0.rings.add(limits) } }

  func removeRing(_ token: CommitRingToken) {
    // The changes are freed outside the lock.
    let removed = state.withLock { $0.rings.remove(token) }
    withExtendedLifetime(removed) {}
  }

  func withRing<Result>(_ token: CommitRingToken, _ body: (inout CommitRing) -> Result) -> Result? {
    state.withLock { $0.rings.with(token, body) }
  }

  // MARK: - Live results

  /// What shows commits to live results.
  var liveRouter: LiveRouter {
    state.withLock { state in
      let router = state.live ?? LiveRouter()
      state.live = router
      return router
    }
  }

  // MARK: - Blocks

  /// Begins to collect the commits of a block, until ``close(_:notifies:)``.
  func open(_ block: StoreBlock) { state.withLock { $0.collected.append((block, Changeset())) } }

  /// Ends a block.
  ///
  /// - Parameters:
  ///   - notifies: Whether observers are notified of the collected changes.
  ///   - store: The store of the commits.
  /// - Returns: The announcement for the calling thread; nil when there is none.
  func close(_ block: StoreBlock, notifies: Bool, of store: Store) -> Announcement? {
    let (announcement, live) = state.withLock { state -> (Announcement?, LiveRouter?) in
      guard let index = state.collected.firstIndex(where: { $0.block === block }) else { return (nil, nil) }
      let changeset = state.collected.remove(at: index).changeset
      return (notifies ? deliver(changeset, of: store, block, &state) : nil, state.live)
    }
    if announcement == nil { live?.forget(block) }
    return announcement
  }

  // MARK: - Commits

  /// Delivers a commit to recorders, queues and streams while the writer's lock is held.
  ///
  /// - Parameters:
  ///   - blocks: The settings of the blocks that the committing task is inside.
  ///   - store: The store of the commit.
  /// - Returns: The announcement for the committing thread once the lock is released; nil when there is none.
  func take(_ changeset: Changeset, in blocks: StoreBlock.Settings, of store: Store) -> Announcement? {
    if changeset.isEmpty { return nil }
    // Recorders and live results run outside the lock. A commit rarely concerns one, so the lock is usually taken once.
    var (recorders, live, asked) = ([CommitRecorder](), LiveRouter?.none, [any LiveView]())
    // What the rings forget is freed with this variable, outside the lock. NB: To pass it on would copy and count it.
    var forgotten = CommitRing.DroppedCommits()
    let announcement = state.withLock { state -> Announcement? in
      if !state.rings.isEmpty { state.rings.add(changeset, &forgotten) }
      if let router = state.live { asked = router.route(changeset) }
      if state.recorders.isEmpty && asked.isEmpty { return take(changeset, in: blocks, of: store, [], &state) }
      (recorders, live) = (state.recorders, state.live)
      return nil
    }
    if recorders.isEmpty && asked.isEmpty { return announcement }
    for recorder in recorders { recorder.record(changeset) }
    let changed = live?.show(changeset, to: asked, of: store) ?? []
    return state.withLock { take(changeset, in: blocks, of: store, changed, &$0) }
  }

  private func take(
    _ changeset: Changeset, in blocks: StoreBlock.Settings, of store: Store, _ changed: [any LiveView],
    _ state: inout State
  ) -> Announcement? {
    var isCollected = false
    for index in state.collected.indices {
      let isOwn = !blocks.isSilenced && state.collected[index].block === blocks.collector
      state.collected[index].changeset.follow(changeset, addingRecords: isOwn)
      isCollected = isCollected || isOwn
    }
    if blocks.isSilenced { return nil }
    if !changed.isEmpty { state.live?.hold(changed, isCollected ? blocks.collector : nil) }
    return isCollected ? nil : deliver(changeset, of: store, nil, &state)
  }

  private func deliver(
    _ changeset: Changeset, of store: Store, _ block: StoreBlock?, _ state: inout State
  ) -> Announcement? {
    if changeset.isEmpty { return nil }
    for index in state.collected.indices { state.collected[index].changeset.markNotified(changeset) }
    let here = state.observers.filter { $0.wants(changeset) && !$0.enqueue(changeset, of: store) }
    let isWanted = !here.isEmpty || center != nil || state.live?.hasWaiting(for: block) == true
    return isWanted ? Announcement(changeset: changeset, store: store, observers: here, block: block) : nil
  }

  /// Notifies observers of a commit on the calling thread, and then of the commits that their handlers made
  /// meanwhile.
  func announce(_ announcement: Announcement) {
    let thread = ThreadNumber.current
    let waits = delivering.withLock { delivering in
      let index = delivering.firstIndex { $0.thread == thread }
      if let index { delivering[index].waiting.append(announcement) } else { delivering.append((thread, [])) }
      return index != nil
    }
    if waits { return }
    notify(announcement)
    while let next = next(on: thread) { notify(next) }
  }

  private func next(on thread: ThreadNumber) -> Announcement? {
    delivering.withLock { delivering in
      guard let index = delivering.firstIndex(where: { $0.thread == thread }) else { return nil }
      if !delivering[index].waiting.isEmpty { return delivering[index].waiting.removeFirst() }
      delivering.remove(at: index)
      return nil
    }
  }

  private func notify(_ announcement: Announcement) {
    announcement.store.asCurrent {
      if let center { NotificationPoster.post(announcement.changeset, of: announcement.store, to: center) }
      for observer in announcement.observers { observer.notify(announcement.changeset) }
      state.withLock { $0.live }?.tell(announcement.block, in: announcement.store)
    }
  }
}
