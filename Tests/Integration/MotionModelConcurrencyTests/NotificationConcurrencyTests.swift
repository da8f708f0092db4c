import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// What observers may rely on while many threads commit.
@Suite struct NotificationConcurrencyTests {
  private let store = Store(notificationCenter: NotificationCenter())

  private var todos: ModelTable<Todo> { store.table(Todo.self) }

  /// Writes at random on several threads: inserts, changes and deletes records of a few ids, singly and in bulk.
  private func write(threads: Int, times: Int, _ around: @escaping @Sendable (Int, () throws -> Void) throws -> Void) {
    onThreads(threads) { [todos] thread in
      var random = TestSeed.generator(thread)
      do {
        for turn in 0..<times {
          let (id, name) = (random.number(1...12), "\(thread) \(turn)")
          try around(random.number(0...9)) {
            switch random.number(0...5) {
            case 0: try todos.delete(id)
            case 1: try todos.records.where(\.id).lt(id).updateAll { $0.name = name }
            case 2: try todos.records.where(\.id).gt(9).deleteAll()
            default:
              var todo = Todo(name)
              todo.id = id
              try todos.upsert(&todo)
            }
          }
        }
      } catch {
        Issue.record(error)
      }
    }
  }

  /// Returns the names of the records that result from applying the changesets to an empty store.
  private func names(by changesets: [Changeset]) -> [Int: String] {
    var names: [Int: String] = [:]
    for change in changesets.flatMap({ $0.changes(of: Todo.self) }) { names[change.id] = change.new?.name }
    return names
  }

  private var names: [Int: String] {
    Dictionary(uniqueKeysWithValues: todos.records.all.map { ($0.id, $0.name) })
  }

  private func read(_ stream: AsyncStream<Changeset>, upTo id: Int) async -> [Changeset] {
    var changesets: [Changeset] = []
    for await changeset in stream {
      changesets.append(changeset)
      if changeset.id >= id { break }
    }
    return changesets
  }

  @Test func `a queue and a stream get every commit once, in order, and know what the store holds`() async throws {
    let queued = Collector<Changeset>()
    let observation = store.observeCommits(on: .global()) { queued.add($0) }
    let stream = store.commits()
    write(threads: 4, times: 150) { _, body in try body() }
    let last = store.commitCount
    let read = await read(stream, upTo: last)
    try await wait { queued.values.count >= last }
    #expect(read.map(\.id) == Array(1...last))
    #expect(queued.values.map(\.id) == Array(1...last))
    #expect(names(by: read) == names && names(by: queued.values) == names)
    observation.cancel()
  }

  @Test func `the committing thread is notified of each of its commits once, in order, before the call returns`() throws
  {
    let notified = Collector<(thread: ObjectIdentifier, id: Int)>()
    let observation = store.observeCommits { notified.add((ObjectIdentifier(Thread.current), $0.id)) }
    onThreads(4) { [todos] _ in
      let thread = ObjectIdentifier(Thread.current)
      for turn in 1...150 {
        var todo = Todo("\(turn)")
        #expect(throws: Never.self) { try todos.save(&todo) }
        let own = notified.values.filter { $0.thread == thread }.map(\.id)
        #expect(own.count == turn && own == own.sorted())
      }
      // A thread waits for the others, because a later thread may get the identity of one that ended.
      wait { notified.values.count >= 600 }
    }
    #expect(notified.values.map(\.id).sorted() == Array(1...600))
    observation.cancel()
  }

  @Test func `handlers that write are notified of all commits while other threads commit`() {
    let notified = Collector<Int>()
    let observation = store.observeCommits { [store] changeset in
      notified.add(changeset.id)
      guard changeset.models.contains(where: { $0 == Todo.self }) else { return }
      var project = Project.new { $0.name = "\(changeset.id)" }
      #expect(throws: Never.self) { try store.table(Project.self).save(&project) }
    }
    onThreads(4) { [todos] _ in
      for turn in 0..<60 {
        var todo = Todo("\(turn)")
        #expect(throws: Never.self) { try todos.save(&todo) }
      }
    }
    #expect(notified.values.sorted() == Array(1...480))
    #expect(store.table(Project.self).count == 240)
    observation.cancel()
  }

  @Test func `observations that begin and end during commits get each commit between exactly once`() async {
    let isOver = Counter()
    let writing = Task.detached {
      write(threads: 2, times: 400) { _, body in try body() }
      isOver.add()
    }
    await withTaskGroup { group in
      for reader in 0..<3 {
        group.addTask {
          var turn = 0
          while isOver.value == 0 || turn < 5 {
            turn += 1
            let before = store.commitCount
            let notified = Collector<Int>()
            let observation = store.observeCommits(on: reader == 0 ? nil : .global()) { notified.add($0.id) }
            let stream = store.commits()
            let begun = store.commitCount
            await Task.yield()
            let until = store.commitCount
            if until > begun {
              let ids = await read(stream, upTo: until).map(\.id)
              let first = ids.first ?? 0
              #expect(first > before && first <= begun + 1 && ids == Array(first...max(first, until)))
            }
            observation.cancel()
            let ids = notified.values
            #expect(Set(ids).count == ids.count && ids.allSatisfy { $0 > before })
            if reader > 0 { #expect(ids == ids.sorted()) }
          }
        }
      }
    }
    await writing.value
  }

  @Test func `any thread may cancel an observation at any time`() {
    let calls = Counter()
    onThreads(4) { thread in
      for turn in 0..<100 {
        if thread < 2 {
          let observations = Collector<StoreObservation>()
          observations.add(
            store.observeCommits { _ in
              calls.add()
              observations.values.forEach { $0.cancel() }
            })
          _ = store.commits()
          if turn.isMultiple(of: 3) { observations.values.forEach { $0.cancel() } }
        } else {
          var todo = Todo("\(turn)")
          #expect(throws: Never.self) { try todos.save(&todo) }
        }
      }
    }
    #expect(todos.count == 200)
  }

  @Test func `an observer that applies the changesets of coalesced blocks knows what the store holds`() async {
    let stream = store.commits()
    write(threads: 4, times: 100) { [store] dice, body in
      if dice < 3 {
        try store.coalesced { for _ in 0...dice { try body() } }
      } else {
        try body()
      }
    }
    // After this commit, no earlier one is still to be notified.
    var last = Todo("last")
    #expect(throws: Never.self) { try todos.save(&last) }
    let read = await read(stream, upTo: store.commitCount)
    #expect(names(by: read) == names)
  }

  @Test func `silencing on one thread does not silence the commits of others`() async {
    let stream = store.commits()
    onThreads(4) { [store, todos] thread in
      for turn in 0..<100 {
        var todo = Todo("\(thread) \(turn)")
        if thread.isMultiple(of: 2) {
          #expect(throws: Never.self) { try store.silenced { try todos.save(&todo) } }
        } else {
          #expect(throws: Never.self) { try todos.save(&todo) }
        }
      }
    }
    var last = Todo("last")
    #expect(throws: Never.self) { try todos.save(&last) }
    let names = await read(stream, upTo: 401).flatMap { $0.changes(of: Todo.self).compactMap(\.new?.name) }
    #expect(names.count == 201 && names.dropLast().allSatisfy { $0.hasPrefix("1") || $0.hasPrefix("3") })
  }
}
