import Foundation
import MotionModel
import MotionModelStorage
import MotionModelStorageTestSupport
import MotionModelTestSupport
import MotionModelTransactions
import Testing

@testable import MotionModelJournal

/// Undo and redo that outlive the process.
@Suite struct UndoResumingTests {
  private let disk = SimulatedDisk()
  private let file = URL(filePath: StorePromise.path)
  private let models: [any Model.Type] = [
    Todo.self, Project.self, Topic.self, Post.self, Pin.self, Page.self, PageNote.self,
  ]

  private func open(_ kept: KeptHistory = .none) throws -> Store {
    try Store(
      file: file, in: disk, models: models, durability: .manual, history: kept,
      clock: { Date(timeIntervalSince1970: 0) }, notificationCenter: nil)
  }

  /// A store and its history, until the process ends.
  private struct Session {
    let store: Store
    let history: UndoHistory

    var names: [String?] { [history.undoName, history.redoName] }
    var counts: [Int] { [history.undoCount, history.redoCount] }
  }

  private func begin(
    _ kept: KeptHistory = .none, limit: StoreHistory.Limit = .count(100), recording: UndoHistory.Recording = .all
  ) throws -> Session {
    let store = try open(kept)
    return Session(
      store: store, history: try UndoHistory(of: store, resuming: store.history, limit: limit, recording: recording))
  }

  private func restart(
    _ session: inout Session, _ kept: KeptHistory = .none, limit: StoreHistory.Limit = .count(100),
    recording: UndoHistory.Recording = .all
  ) throws {
    try session.store.journal?.close()
    session = try begin(kept, limit: limit, recording: recording)
  }

  private func add(_ name: String, _ session: Session) throws {
    try session.history.group("Add \(name)") { try session.store.table(Todo.self).create { $0.name = name } }
  }

  private func todos(_ session: Session) -> [String] { session.store.table(Todo.self).pluck(\.name) }

  private struct Contents: Equatable {
    let todos: [Todo]
    let topics: [Topic]
    let posts: [Post]
    let pins: [Pin]

    init(_ store: Store) {
      (todos, topics) = (store.table(Todo.self).records.all, store.table(Topic.self).records.all)
      (posts, pins) = (store.table(Post.self).records.all, store.table(Pin.self).records.all)
    }
  }

  // MARK: - Each kind of change

  /// What a user does, by the names of the steps; the first one is outside of a group.
  private static let edits: [(name: String?, body: @Sendable (Store) throws -> Void)] = [
    (nil, { _ in _ = try Todo.create { ($0.name, $0.tags) = ("one", ["a", "b"]) } }),
    (
      "Rename",
      { _ in
        var todo = try Todo.require(1)
        try todo.update { $0.name = "two" }
        try todo.update { $0.assignedTo = "ann" }
      }
    ),
    (
      "Many",
      { store in
        try store.transaction {
          for number in 0..<40 { try Todo.create { $0.priority = number } }
          try Todo.where(\.priority > 20).deleteAll()
          try Todo.where(\.priority == 3).updateAll { $0.name = "three" }
        }
      }
    ),
    ("Reply", { _ in _ = try Post.create { ($0.text, $0.topicID) = ("third", 1) } }),
    ("Destroy", { _ in try Topic.require(1).destroy() }),
    ("Clear", { _ in _ = try Todo.deleteAll() }),
  ]

  @Test(arguments: [false, true])
  func `creations, updates, deletions, cascades and transactions are undone and redone`(restartsEachTime: Bool) throws {
    let seed = try open()
    try Store.with(seed) {
      let topic = try Topic.create { $0.name = "Sea" }
      for text in ["first", "second"] { try Post.create { ($0.text, $0.topicID) = (text, topic.id) } }
      try Pin.create { ($0.color, $0.postID) = ("red", 2) }
    }
    try seed.journal?.close()
    var session = try begin()
    #expect(session.counts == [0, 0], "what was made before the history is no step")
    var states = [Contents(session.store)]
    #expect(states[0].topics.map(\.postsCount) == [2])
    for (name, body) in Self.edits {
      let store = session.store
      try Store.with(store) { try name.map { try session.history.group($0) { try body(store) } } ?? body(store) }
      states.append(Contents(store))
    }
    #expect(states[5].topics.isEmpty && states[5].posts.isEmpty && states[5].pins.isEmpty)
    for _ in 0..<2 {
      try restart(&session)
      for (edit, state) in zip(Self.edits, states).reversed() {
        #expect(session.history.undoName == edit.name)
        try session.history.undo()
        #expect(Contents(session.store) == state, "\(edit.name ?? "first")")
        if restartsEachTime { try restart(&session) }
      }
      #expect(session.counts == [0, Self.edits.count])
      try restart(&session)
      for (edit, state) in zip(Self.edits, states.dropFirst()) {
        #expect(session.history.redoName == edit.name)
        try session.history.redo()
        #expect(Contents(session.store) == state, "\(edit.name ?? "first")")
        if restartsEachTime { try restart(&session) }
      }
      #expect(session.counts == [Self.edits.count, 0])
    }
  }

  @Test func `what was undone is redone, or more is undone, by the next process`() throws {
    var session = try begin()
    for name in ["one", "two", "three"] { try add(name, session) }
    try session.history.undo()
    try restart(&session)
    #expect(session.names == ["Add two", "Add three"] && session.counts == [2, 1])
    try session.history.redo()
    #expect(todos(session) == ["one", "two", "three"])
    try session.history.undo()
    try restart(&session)
    try session.history.undo()
    #expect(todos(session) == ["one"] && session.names == ["Add one", "Add two"] && session.counts == [1, 2])
  }

  @Test func `a new step discards what could be redone, also for later processes`() throws {
    var session = try begin()
    for name in ["one", "two"] { try add(name, session) }
    try session.history.undo()
    try restart(&session)
    try add("three", session)
    #expect(session.counts == [2, 0])
    try restart(&session)
    #expect(session.counts == [2, 0] && session.names == ["Add three", nil])
    #expect(throws: UndoError.self) { try session.history.redo() }
    try session.history.undo()
    #expect(todos(session) == ["one"])
  }

  @Test func `a group whose commits cancel out is no step later either`() throws {
    var session = try begin()
    try add("one", session)
    let (store, history) = (session.store, session.history)
    try Store.with(store) {
      try history.group("Passing") { try Todo.create().delete() }
      try history.group("Reverted") {
        for name in ["Home", "one"] {
          var todo = try Todo.require(1)
          try todo.update { $0.name = name }
        }
      }
    }
    #expect(session.names == ["Add one", nil] && session.counts == [1, 0])
    try restart(&session)
    #expect(session.names == ["Add one", nil] && session.counts == [1, 0])
  }

  // MARK: - Which commits are steps

  @Test func `the commits of others are no steps, and what they changed since is kept or conflicts`() throws {
    var session = try begin(recording: .groups)
    try add("one", session)
    let todos = session.store.table(Todo.self)
    try todos.records.updateAll { $0.priority = 7 }
    try restart(&session, recording: .groups)
    #expect(session.counts == [1, 0])
    let error = #expect(throws: UndoError.self) { try session.history.undo() }
    guard case .changedSince("Add one", let conflicts)? = error else { return #expect(Bool(false), "no conflict") }
    #expect(conflicts.map(\.description) == ["Todo 1: ours is delete, theirs update"])
    try session.history.group("Rename") {
      try session.store.table(Todo.self).records.updateAll { $0.name = "two" }
    }
    try session.store.table(Todo.self).records.updateAll { $0.location = "Rome" }
    try restart(&session, recording: .groups)
    try session.history.undo()
    let todo = try #require(session.store.table(Todo.self).first)
    #expect(todo.name == "one" && todo.location == "Rome" && todo.priority == 7)
  }

  @Test func `commits that no resuming history recorded are no steps`() throws {
    var session = try begin()
    try add("one", session)
    try session.store.journal?.close()
    let plain = try open()
    let passing = UndoHistory(of: plain)
    try passing.group("Passing") { _ = try plain.table(Todo.self).create { $0.name = "two" } }
    #expect(passing.undoCount == 1)
    try plain.journal?.close()
    session = try begin()
    #expect(session.names == ["Add one", nil] && session.counts == [1, 0])
    try session.history.undo()
    #expect(todos(session) == ["two"])
  }

  @Test func `histories of one store are known by their names`() throws {
    func both(_ store: Store) throws -> (left: UndoHistory, right: UndoHistory) {
      (
        try UndoHistory(of: store, resuming: store.history, as: "left", recording: .groups),
        try UndoHistory(of: store, resuming: store.history, as: "right", recording: .groups)
      )
    }
    var store = try open()
    var (left, right) = try both(store)
    try left.group("Left") { _ = try store.table(Todo.self).create { $0.name = "left" } }
    try right.group("Right") { _ = try store.table(Todo.self).create { $0.name = "right" } }
    try left.group("Outer") {
      try right.group("Inner") { _ = try store.table(Todo.self).create { $0.name = "both" } }
    }
    try right.undo()
    try store.journal?.close()
    store = try open()
    (left, right) = try both(store)
    #expect(left.undoName == "Outer" && left.undoCount == 2 && left.redoCount == 0)
    #expect(right.undoName == "Right" && right.undoCount == 1 && right.redoName == "Inner")
    try right.undo()
    #expect(store.table(Todo.self).pluck(\.name) == ["left"])
  }

  @Test func `commits that hooks make after an undo are no steps, and those in a group are part of it`() throws {
    var session = try begin()
    let store = session.store
    try session.history.group("Write") { _ = try Store.with(store) { try Page.create { $0.title = "one" } } }
    #expect(store.table(PageNote.self).pluck(\.text) == ["insert"])
    try session.history.undo()
    #expect(session.counts == [0, 1] && store.table(PageNote.self).pluck(\.text) == ["delete"])
    try restart(&session)
    #expect(session.counts == [0, 1] && session.names == [nil, "Write"])
    try session.history.redo()
    #expect(session.store.table(Page.self).pluck(\.title) == ["one"])
  }

  @Test func `excluded models are left out of the steps of the past, too`() throws {
    func history(_ store: Store) throws -> UndoHistory {
      try UndoHistory(of: store, resuming: store.history, excluding: [PageNote.self])
    }
    var store = try open()
    var steps = try history(store)
    try Store.with(store) { _ = try Page.create { $0.title = "one" } }
    #expect(steps.undoCount == 1)
    try store.journal?.close()
    store = try open()
    steps = try history(store)
    #expect(steps.undoCount == 1)
    #expect(try steps.undo().description == "Page: 1 deleted")
    #expect(store.table(PageNote.self).pluck(\.text) == ["insert", "delete"])
  }

  @Test func `a step that was dropped because undoing it changed nothing goes with an older step`() throws {
    var session = try begin(recording: .groups)
    let store = session.store
    func set(_ priority: Int) throws { try store.table(Todo.self).records.updateAll { $0.priority = priority } }
    try store.table(Todo.self).create { $0.priority = 1 }
    try session.history.group("Two") { try set(2) }
    try session.history.group("Three") { try set(3) }
    try set(2)
    #expect(try session.history.undo().isEmpty)
    try session.history.undo()
    #expect(session.counts == [0, 1] && session.names == [nil, "Two"])
    try restart(&session, recording: .groups)
    #expect(session.counts == [0, 1] && session.names == [nil, "Two"])
  }

  // MARK: - Marks

  @Test func `the metadata of commits say which step they are of, and keep what the program says`() throws {
    let session = try begin()
    let store = session.store
    let metadata = Changeset.Metadata(author: "ann", reason: "Import", values: ["ticket": 7])
    try store.transaction(metadata: metadata) { try store.table(Todo.self).create() }
    try session.history.group("Two") {
      for _ in 0..<2 { try store.table(Todo.self).create() }
    }
    try session.history.undo(metadata: Changeset.Metadata(author: "bob"))
    try session.history.redo()
    var made = metadata
    made["undo"] = true
    let step: AttributeValue = ["name": "Two", "group": 2]
    #expect(
      try store.history.changes(since: 0).map(\.metadata) == [
        made, Changeset.Metadata(values: ["undo": step]), Changeset.Metadata(values: ["undo": step]),
        Changeset.Metadata(author: "bob", values: ["undo": ["name": "Two", "undoes": 2]]),
        Changeset.Metadata(values: ["undo": ["name": "Two", "redoes": 4]]),
      ])
  }

  @Test func `a changeset that is applied again brings no mark of its own`() throws {
    var session = try begin()
    try add("one", session)
    let made = try #require(try session.store.history.changes(since: 0).first)
    try session.history.undo()
    try session.store.apply(made)
    #expect(session.names == [nil, nil] && session.counts == [1, 0])
    try restart(&session)
    #expect(session.names == [nil, nil] && session.counts == [1, 0])
    try session.history.undo()
    #expect(todos(session) == [])
  }

  @Test func `a value of the program under the name of the marks is none`() throws {
    let store = try open()
    for value in ["no", ["name": "Two"], false, 7, .null] as [AttributeValue] {
      try store.transaction(metadata: Changeset.Metadata(values: ["undo": value])) {
        try store.table(Todo.self).create()
      }
    }
    try store.journal?.close()
    #expect(try begin().counts == [0, 0])
  }

  // MARK: - How far back

  @Test func `the limit holds for the steps of the past`() throws {
    var session = try begin(limit: .count(3))
    for name in ["one", "two", "three", "four", "five"] { try add(name, session) }
    try session.history.undo()
    #expect(session.counts == [2, 1])
    try restart(&session, limit: .count(3))
    #expect(session.names == ["Add four", "Add five"] && session.counts == [2, 1])
    try restart(&session, limit: .count(1))
    #expect(session.history.undoCount == 0, "only the last step was kept, and it is undone")
    try session.history.redo()
    #expect(todos(session) == ["one", "two", "three", "four", "five"])
  }

  @Test(.temporaryFolder) func `a step is found behind many commits of others`() throws {
    let file = TemporaryFolder.current.appending(path: "shop.motionmodel")
    func begin() throws -> Session {
      let store = try Store(file: file, models: [Todo.self], durability: .manual, notificationCenter: nil)
      return Session(
        store: store, history: try UndoHistory(of: store, resuming: store.history, recording: .groups))
    }
    var session = try begin()
    try add("one", session)
    let todos = session.store.table(Todo.self)
    var todo = try todos.require(1)
    for number in 1...5_000 { try todos.update(&todo) { $0.priority = number } }
    try session.history.group("Rename") { try todos.records.updateAll { $0.name = "two" } }
    try session.store.journal?.close()
    session = try begin()
    #expect(session.names == ["Rename", nil] && session.counts == [2, 0])
  }

  @Test(arguments: [KeptHistory.none, .everything])
  func `compacting leaves the steps since, and all of them if the history is kept`(kept: KeptHistory) throws {
    var session = try begin(kept)
    for name in ["one", "two"] { try add(name, session) }
    try session.store.journal?.compact()
    #expect(session.counts == [2, 0], "the process has them in memory")
    try add("three", session)
    try session.history.undo()
    try session.history.undo()
    try restart(&session, kept)
    #expect(session.counts == (kept == .none ? [0, 2] : [1, 2]) && session.history.redoName == "Add two")
    for _ in 0..<2 { try session.history.redo() }
    #expect(todos(session) == ["one", "two", "three"])
    try restart(&session, kept)
    #expect(session.counts == (kept == .none ? [2, 0] : [3, 0]) && session.history.undoName == "Add three")
    for _ in 0..<2 { try session.history.undo() }
    #expect(todos(session) == ["one"])
  }

  @Test func `a group of which only a part is left is no step`() throws {
    var session = try begin()
    try add("one", session)
    try session.history.undo()
    try session.history.group("Two") {
      try session.store.table(Todo.self).create { $0.name = "two" }
      try session.store.journal?.compact()
      try session.store.table(Todo.self).create { $0.name = "three" }
    }
    #expect(session.counts == [1, 0])
    try restart(&session)
    #expect(session.counts == [0, 0] && todos(session) == ["two", "three"])
    try add("four", session)
    try restart(&session)
    try session.history.undo()
    #expect(todos(session) == ["two", "three"] && session.counts == [0, 1])
  }

  @Test func `a commit that a crash has torn is no step`() throws {
    var session = try begin()
    let journal = StorePromise.path + ".journal-0"
    try add("one", session)
    try session.store.journal?.flush()
    let whole = try #require(disk.content(of: journal)).count
    try session.history.undo()
    try session.store.journal?.close()
    disk.put(Array(try #require(disk.content(of: journal)).prefix(whole + 10)), at: journal)
    session = try begin()
    #expect(session.store.journal?.recovery.cutOff?.count == 10)
    #expect(todos(session) == ["one"] && session.names == ["Add one", nil] && session.counts == [1, 0])
    try session.history.undo()
    #expect(todos(session) == [])
  }

  // MARK: - Other stores

  @Test func `the history of a replica has the steps, and undoes none`() throws {
    let session = try begin()
    try add("one", session)
    let replica = try Store(following: file, in: disk, models: models, notificationCenter: nil)
    let history = try UndoHistory(of: replica, resuming: JournalHistory(of: file, in: disk, models: models))
    #expect(history.undoName == "Add one")
    try add("two", session)
    try session.history.undo()
    try replica.follower?.refresh()
    #expect(history.undoName == "Add one" && history.redoName == "Add two")
    #expect(throws: StoreError.readOnlyReplica(file: "shop.motionmodel")) { try history.undo() }
    #expect(history.undoCount == 1 && history.redoCount == 1)
  }

  @Test func `a store without a journal says that it has none`() throws {
    let store = Store(notificationCenter: nil)
    #expect(throws: HistoryError.noJournal) { try UndoHistory(of: store, resuming: store.history) }
  }

  // MARK: - Any order

  /// The oracle is a store in memory, whose history never ends.
  @Test(arguments: 0..<12) func `a history that is resumed has the steps of one that never ended`(part: Int) throws {
    var random = TestSeed.generator(7_100 + part)
    let limit = StoreHistory.Limit.count(part.isMultiple(of: 2) ? 100 : 5)
    let model = Store(clock: { Date(timeIntervalSince1970: 0) }, notificationCenter: nil)
    let oracle = Session(store: model, history: UndoHistory(of: model, limit: limit))
    var session = try begin(.everything, limit: limit)
    func compare(_ step: String) throws {
      let comment = Comment("part \(part), \(step), seed \(TestSeed.current)")
      try #require(TodoState(session.store) == TodoState(oracle.store), comment)
      try #require(session.counts == oracle.counts && session.names == oracle.names, comment)
      try #require(session.history.undoChangeset == oracle.history.undoChangeset, comment)
      try #require(session.store.commitCount == oracle.store.commitCount, comment)
    }
    for round in 0..<shortened(90) {
      let (choice, count, isTransaction) = (random.number(0...9), random.number(1...3), random.chance(50))
      var edits = RandomEdits(random)
      for each in [oracle, session] {
        edits = RandomEdits(random)
        func edit() throws {
          guard isTransaction else { return try edits.edit(each.store, count: count) }
          try each.store.transaction { try edits.edit(each.store, count: count) }
        }
        switch choice {
        case 0...1: try edit()
        case 2...4: try each.history.group("Round \(round)") { try edit() }
        case 5...7: if each.history.canUndo { try each.history.undo() }
        default: if each.history.canRedo { try each.history.redo() }
        }
      }
      random = edits.random
      try compare("round \(round)")
      if random.chance(20) { try session.store.journal?.compact() }
      if random.chance(40) {
        try restart(&session, .everything, limit: limit)
        try compare("restart after round \(round)")
      }
    }
    while oracle.history.canUndo {
      for each in [oracle, session] { try each.history.undo() }
      try compare("undoing all")
      if random.chance(30) { try restart(&session, .everything, limit: limit) }
    }
    while oracle.history.canRedo {
      for each in [oracle, session] { try each.history.redo() }
      try compare("redoing all")
      if random.chance(30) { try restart(&session, .everything, limit: limit) }
    }
  }
}

private struct Page: Model {
  var id = 0
  var title = ""

  static let hooks: Hooks<Page> = [
    .afterCommit { change, _ in _ = try? PageNote.create { $0.text = "\(change.kind)" } }
  ]
}

private struct PageNote: Model {
  var id = 0
  var text = ""
}
