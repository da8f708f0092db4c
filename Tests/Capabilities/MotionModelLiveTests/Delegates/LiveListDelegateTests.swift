import Dispatch
import Foundation
import MotionModel
import MotionModelLive
import MotionModelTestSupport
import Testing

struct LiveListDelegateTests {
  let store = Store(notificationCenter: nil)
  var todos: ModelTable<Todo> { store.table(Todo.self) }

  private func insert(_ names: String...) throws {
    try todos.insert(contentsOf: names.enumerated().map { Todo($1, priority: $0) })
  }

  // MARK: - What is called

  @Test func `a change is a row of calls with places before and after it`() throws {
    try insert("a", "b", "c", "d", "e")
    let live = todos.order(by: \.priority).live()
    let delegate = MirrorDelegate([Array(live)])
    let observation = live.onChange(notify: delegate)
    try store.coalesced {
      try todos.where(\.name).in(["b", "e"]).deleteAll()
      try todos.insert(contentsOf: [Todo("first", priority: -1), Todo("last", priority: 20)])
      try todos.where(\.name).eq("a").updateAll { $0.priority = 10 }
    }
    #expect(
      delegate.calls == [
        "begin", "delete 0.4", "delete 0.1", "insert 0.0", "insert 0.4", "move 0.0 → 0.3",
        "update 0.0 → 0.3 (priority, updatedAt)", "end",
      ])
    #expect(delegate.faults == [])
    #expect(delegate.shown[0].map(\.name) == ["first", "c", "d", "a", "last"])
    observation.cancel()
  }

  @Test func `sections come and go before their records`() throws {
    try insert("a", "b")
    let live = todos.order(by: \.name).live(sectionedBy: \.status)
    let delegate = MirrorSectionsDelegate<Todo.Status, Todo>(live.value.map { Array($0.records) })
    let observation = live.onChange(notify: delegate)
    try todos.where(\.name).eq("a").updateAll { $0.status = .done }
    try todos.deleteAll()
    #expect(
      delegate.calls == [
        "begin", "insert section 0", "delete 0.0", "insert 0.0", "update 0.0 → 0.0 (status, updatedAt)", "end",
        "begin", "delete section 1", "delete section 0", "delete 1.0", "delete 0.0", "end",
      ])
    #expect(delegate.faults == [] && delegate.shown == [])
    observation.cancel()
  }

  @Test(arguments: 0..<20) func `a list that is kept by the calls has the records of its finder`(part: Int) throws {
    var random = TestSeed.generator(part + 5000)
    var commits = RandomCommits(TestSeed.generator(part + 6000), undoing: store)
    for _ in 0..<random.pick([0, 5, 40]) { try commits.commit(to: store) }
    let finder = Finder<Todo>.random(in: store, using: &random)
    let (live, sections) = (finder.live(), finder.live(sectionedBy: \.status))
    let delegate = MirrorDelegate([Array(live)])
    let sectionsDelegate = MirrorSectionsDelegate<Todo.Status, Todo>(sections.value.map { Array($0.records) })
    let observations = [live.onChange(notify: delegate), sections.onChange(notify: sectionsDelegate)]
    for step in 0..<40 {
      try commits.commit(to: store)
      let faults = delegate.faults + sectionsDelegate.faults
      try #require(faults == [], "seed \(TestSeed.current), part \(part), step \(step), \(finder): \(faults)")
      try #require(delegate.shown == [finder.all], "seed \(TestSeed.current), part \(part), step \(step), \(finder)")
    }
    for observation in observations { observation.cancel() }
  }

  @Test func `a place is an index path`() {
    let paths = Collector<IndexPath>()
    let observation = todos.order(by: \.name).live(sectionedBy: \.status).onChange { change in
      for place in change.insertions { paths.add(place.indexPath) }
    }
    _ = try? todos.insert(contentsOf: [Todo("a"), Todo("b")])
    #expect(paths.values == [IndexPath(indexes: [0, 0]), IndexPath(indexes: [0, 1])])
    observation.cancel()
  }

  // MARK: - Lifetimes

  @Test func `a delegate is not kept, and one that is gone receives nothing`() throws {
    let live = todos.records.live()
    var delegate: MirrorDelegate<Todo>? = MirrorDelegate([[]])
    weak let released = delegate
    let observation = live.onChange(notify: try #require(delegate))
    try insert("a")
    #expect(delegate?.calls == ["begin", "insert 0.0", "end"])
    delegate = nil
    #expect(released == nil)
    try insert("b")
    #expect(live.count == 2)
    observation.cancel()
  }

  @Test func `a delegate that goes away during a change receives the rest of it`() throws {
    let live = todos.records.live()
    let ends = Counter()
    let owner = Locked<SelfReleasing?>(nil)
    owner.withLock { $0 = SelfReleasing(ends) { owner.withLock { $0 = nil } } }
    let observation = try live.onChange(notify: #require(owner.withLock { $0 }))
    #expect(ends.value == 0)
    try insert("a")
    try insert("b")
    #expect(ends.value == 1)
    observation.cancel()
  }

  @Test func `a delegate may release the live result and its observation`() throws {
    let held = Locked<(LiveResults<Todo>, StoreObservation)?>(nil)
    let delegate = MirrorDelegate<Todo>([[]])
    delegate.atBeginning = {
      let released = held.withLock { held in
        defer { held = nil }
        return held
      }
      withExtendedLifetime(released) {}
    }
    var live: LiveResults<Todo>? = todos.records.live()
    held.withLock { held in held = live.map { ($0, $0.onChange(notify: delegate)) } }
    live = nil
    try insert("a")
    try insert("b")
    #expect(delegate.calls == ["begin", "insert 0.0", "end"])
    #expect(store.liveRouter.count == 0)
  }

  @Test func `an observation that is cancelled during a change ends with it`() throws {
    let kept = Locked<StoreObservation?>(nil)
    let delegate = MirrorDelegate<Todo>([[]])
    delegate.atBeginning = { kept.withLock { $0 }?.cancel() }
    kept.withLock { [todos] in $0 = todos.records.live().onChange(notify: delegate) }
    try insert("a")
    try insert("b")
    #expect(delegate.calls == ["begin", "insert 0.0", "end"])
  }

  @Test func `several delegates of one result receive the same calls`() throws {
    let live = todos.order(by: \.name).live()
    let delegates = (0..<3).map { _ in MirrorDelegate<Todo>([[]]) }
    let observations = delegates.map { live.onChange(notify: $0) }
    try insert("b", "a")
    observations[0].cancel()
    try insert("c")
    let first = ["begin", "insert 0.0", "insert 0.1", "end"]
    #expect(delegates.map(\.calls) == [first] + Array(repeating: first + ["begin", "insert 0.2", "end"], count: 2))
    withExtendedLifetime(observations) {}
  }

  @Test func `what a delegate writes is the next change`() throws {
    let live = todos.order(by: \.id).live()
    let delegate = MirrorDelegate<Todo>([[]])
    let todos = todos
    delegate.atBeginning = { if live.count < 3 { _ = try? todos.insert(contentsOf: [Todo("more")]) } }
    let observation = live.onChange(notify: delegate)
    try insert("a")
    #expect(
      delegate.calls == [
        "begin", "insert 0.0", "end", "begin", "insert 0.1", "end", "begin", "insert 0.2", "end",
      ])
    #expect(delegate.faults == [])
    observation.cancel()
  }

  // MARK: - Slow delegates

  @Test(arguments: [false, true]) func `a slow delegate delays nobody else, and receives the rest as one change`(
    isOnQueue: Bool
  ) throws {
    let (live, delegate) = (todos.order(by: \.id).live(), MirrorDelegate<Todo>([[]]))
    let (isInside, mayGo, isDone) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    delegate.atBeginning = {
      isInside.signal()
      #expect(mayGo.isSignalled())
    }
    let (queue, todos) = (DispatchQueue(label: "slow"), todos)
    let observation = live.onChange(on: isOnQueue ? queue : nil, notify: delegate)
    DispatchQueue(label: "writer").async {
      _ = try? todos.insert(contentsOf: [Todo("slow")])
      isDone.signal()
    }
    #expect(isInside.isSignalled())
    // The thread whose commit is told waits for the delegate, unless that is on a queue; others never do.
    if isOnQueue { #expect(isDone.isSignalled()) }
    try insert("b", "c")
    try todos.delete(1)
    #expect(live.count == 2 && delegate.calls == ["begin"])
    for _ in 0..<2 { mayGo.signal() }
    if isOnQueue { queue.sync {} } else { #expect(isDone.isSignalled()) }
    #expect(
      delegate.calls == ["begin", "insert 0.0", "end", "begin", "delete 0.0", "insert 0.0", "insert 0.1", "end"])
    observation.cancel()
  }

  // MARK: - Queues

  @Test func `a delegate can be called on a queue`() throws {
    let queue = DispatchQueue(label: "screen")
    let live = todos.order(by: \.name).live(on: queue)
    let delegate = MirrorDelegate<Todo>([[]])
    let isOnQueue = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: isOnQueue, value: true)
    let isTold = DispatchSemaphore(value: 0)
    delegate.atBeginning = {
      #expect(DispatchQueue.getSpecific(key: isOnQueue) == true && live.count == 2)
      isTold.signal()
    }
    let observation = live.onChange(notify: delegate)
    try queue.sync {
      try insert("a")
      try insert("b")
    }
    #expect(isTold.isSignalled())
    queue.sync {}
    #expect(delegate.calls == ["begin", "insert 0.0", "insert 0.1", "end"] && delegate.faults == [])
    observation.cancel()
  }

  @Test(arguments: [false, true]) @MainActor
  func `a delegate of the main actor is called there`(isOnMain: Bool) async throws {
    let live = isOnMain ? todos.order(by: \.name).live(on: .main) : todos.order(by: \.name).live()
    let list = todos.order(by: \.name).live(sectionedBy: \.status)
    let sections = isOnMain ? list.shown(on: .main) : list
    let ends = Counter()
    let (delegate, other) = (MainDelegate(ends), MainSectionsDelegate(ends))
    if isOnMain {
      delegate.shown = { live.map(\.name) }
      other.shown = { sections.value.map { $0.records.map(\.name) } }
    }
    let observations = [live.onChange(notifyOnMain: delegate), sections.onChange(notifyOnMain: other)]
    try insert("a", "b")
    #expect(delegate.names == [])
    try await wait { @Sendable in ends.value == 2 }
    #expect(delegate.names == ["a", "b"] && other.calls == 5)
    for observation in observations { observation.cancel() }
  }
}

/// Releases itself at the beginning of its first change.
private final class SelfReleasing: LiveListDelegate, Sendable {
  let ends: Counter
  let release: @Sendable () -> Void

  init(_ ends: Counter, _ release: @escaping @Sendable () -> Void) { (self.ends, self.release) = (ends, release) }

  func liveWillChange(_ change: LiveChange<Todo>) { release() }
  func liveDidDelete(at place: LivePlace) {}
  func liveDidInsert(at place: LivePlace) {}
  func liveDidMove(from old: LivePlace, to new: LivePlace) {}
  func liveDidUpdate(from old: LivePlace, to new: LivePlace, columns: [String]) {}
  func liveDidChange(_ change: LiveChange<Todo>) { ends.add() }
}

@MainActor private final class MainDelegate: @MainActor LiveListDelegate {
  var names: [String] = []
  var shown: (() -> [String])?
  let ends: Counter

  init(_ ends: Counter) { self.ends = ends }

  func liveWillChange(_ change: LiveChange<Todo>) {
    if let shown { #expect(shown() == change.after.map(\.name)) }
  }
  func liveDidDelete(at place: LivePlace) {}
  func liveDidInsert(at place: LivePlace) {}
  func liveDidMove(from old: LivePlace, to new: LivePlace) {}
  func liveDidUpdate(from old: LivePlace, to new: LivePlace, columns: [String]) {}
  func liveDidChange(_ change: LiveChange<Todo>) {
    names = change.after.map(\.name)
    ends.add()
  }
}

@MainActor private final class MainSectionsDelegate: @MainActor LiveSectionListDelegate {
  var calls = 0
  var shown: (() -> [[String]])?
  let ends: Counter

  init(_ ends: Counter) { self.ends = ends }

  func liveWillChange(_ change: LiveSectionsChange<Todo.Status, Todo>) {
    calls += 1
    if let shown { #expect(shown() == change.after.map { $0.records.map(\.name) }) }
  }
  func liveDidDeleteSection(at index: Int) { calls += 1 }
  func liveDidInsertSection(at index: Int) { calls += 1 }
  func liveDidDelete(at place: LivePlace) { calls += 1 }
  func liveDidInsert(at place: LivePlace) { calls += 1 }
  func liveDidMove(from old: LivePlace, to new: LivePlace) { calls += 1 }
  func liveDidUpdate(from old: LivePlace, to new: LivePlace, columns: [String]) { calls += 1 }
  func liveDidChange(_ change: LiveSectionsChange<Todo.Status, Todo>) {
    calls += 1
    ends.add()
  }
}
