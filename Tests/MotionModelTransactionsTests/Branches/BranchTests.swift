import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import Testing

/// Branches and their merges.
@Suite(.ownStore) struct BranchTests {
  private var store: Store { Store.current }

  @Test func `a branch starts with the records of its store, and changes independently`() throws {
    try Todo.insert(contentsOf: [Todo("one"), Todo("two")])
    let draft = store.branch()
    #expect(draft.changes.isEmpty && draft.parent === store)
    try Store.with(draft.store) {
      try Todo.create { $0.name = "three" }
      try Todo.require(1).delete()
      #expect(Todo.pluck(\.name) == ["two", "three"])
    }
    #expect(Todo.pluck(\.name) == ["one", "two"])
    #expect(draft.table(Todo.self).count == 2)
    #expect(draft.changes.description == "Todo: 1 inserted, 1 deleted")
    let merge = try draft.merge()
    #expect(merge.changeset.count == 2 && merge.renumberedCount == 0)
    #expect(Todo.pluck(\.name) == ["two", "three"] && store.commitCount == 2)
    #expect(draft.changes.isEmpty)
  }

  @Test func `stores say whether they are branches; snapshots never are`() throws {
    let (branch, seen) = (store.branch(), Collector<Bool>())
    #expect(branch.store.isBranch && branch.store.branch().store.isBranch)
    #expect(!store.isBranch && !store.snapshot().isBranch && !branch.store.snapshot().isBranch && !branch.base.isBranch)
    try Asking.$seen.withValue(seen) {
      try Store.with(branch.store) { _ = try Asking.create() }
      #expect(seen.values == [true])
      try store.table(Todo.self).create()
      try branch.update()
      #expect(seen.values == [true, true])
      try branch.merge()
      #expect(seen.values == [true, true, false])
    }
  }

  @Test func `a file that is loaded in a branch brings its order along`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Todo.insert(contentsOf: (1...5).map { Todo("\($0)") })
    try Todo.save(to: file)
    for id in [2, 1] {
      var todo = try Todo.require(id)
      try todo.delete()
      try todo.insert()
    }
    try Todo.delete(4)
    #expect(Todo.ids == [3, 5, 2, 1])
    let (branch, history) = (store.branch(), UndoHistory(of: store))
    try Store.with(branch.store) { _ = try Todo.load(from: file) }
    try Todo.create { $0.name = "6" }
    try branch.merge()
    #expect(Todo.ids == [1, 2, 3, 4, 5, 6] && branch.table(Todo.self).ids == Todo.ids)
    try history.undo()
    #expect(Todo.ids == [3, 5, 2, 1, 6])
    try store.transaction { transaction in
      try Todo.load(from: file)
      transaction.rollback()
    }
    #expect(Todo.ids == [3, 5, 2, 1, 6] && store.violation() == nil)
  }

  @Test func `a merge keeps the changes of others, column by column`() throws {
    var todo = try Todo.create { $0.name = "one" }
    let draft = store.branch()
    try Store.with(draft.store) {
      var own = try Todo.require(1)
      try own.update { $0.priority = 3 }
    }
    try todo.update { $0.name = "uno" }
    try Todo.create { $0.name = "two" }
    try draft.merge()
    #expect(Todo.find(1)?.name == "uno" && Todo.find(1)?.priority == 3 && Todo.count == 2)
    #expect(draft.table(Todo.self).records.pluck(\.name) == ["uno", "two"])
  }

  private func conflicting() throws -> Branch {
    var todo = try Todo.create {
      $0.name = "base"; $0.location = "base"
    }
    let draft = store.branch()
    try Store.with(draft.store) {
      var own = try Todo.require(todo.id)
      try own.update {
        $0.name = "ours"; $0.location = "ours"
      }
    }
    try todo.update {
      $0.name = "theirs"; $0.location = "theirs"
    }
    return draft
  }

  @Test func `a column that both sides changed is a conflict, and nothing is merged`() throws {
    let draft = try conflicting()
    let error = #expect(throws: ChangeConflicts.self) { () throws in try draft.merge() }
    let conflict = try #require(error?.conflicts.first)
    #expect(conflict.id == 1 && conflict.ours == .update && conflict.theirs == .update && conflict.model == Todo.self)
    #expect(conflict.columns.map(\.name) == ["name", "location"])
    #expect(conflict.columns.first?.base == "base" && conflict.columns.first?.ours == "ours")
    #expect(conflict.columns.first?.theirs == "theirs")
    #expect(conflict.ours(Todo.self)?.new?.name == "ours" && conflict.theirs(Todo.self)?.new?.name == "theirs")
    #expect(conflict.ours(Project.self) == nil)
    #expect(conflict.description == "Todo 1: both updated \"name\", \"location\"")
    #expect(error?.localizedDescription.contains("Todo 1: both updated") == true)
    #expect(Todo.find(1)?.name == "theirs" && store.commitCount == 2 && draft.changes.count == 1)
  }

  @Test func `a policy decides which value is kept`() throws {
    try conflicting().merge(.ours)
    #expect(Todo.last?.name == "ours")
    try Todo.deleteAll()
    try conflicting().merge(.theirs)
    #expect(Todo.last?.name == "theirs")
    try Todo.deleteAll()
  }

  @Test func `a closure decides for each conflict`() throws {
    try conflicting().merge(.resolving { _ in .columns(ours: ["location"]) })
    #expect(Todo.first?.name == "theirs" && Todo.first?.location == "ours")
  }

  @Test(arguments: [true, false]) func `a record that one side changed and the other deleted is a conflict`(
    oursDeletes: Bool
  ) throws {
    func draft() throws -> Branch {
      var todo = try Todo.create { $0.name = "base" }
      let draft = store.branch()
      var own = todo
      if oursDeletes {
        try Store.with(draft.store) { try own.delete() }
        try todo.update { $0.name = "changed" }
      } else {
        try Store.with(draft.store) { try own.update { $0.name = "changed" } }
        try todo.delete()
      }
      return draft
    }
    let failing = try draft()
    let error = #expect(throws: ChangeConflicts.self) { () throws in try failing.merge() }
    #expect(error?.conflicts.first?.ours == (oursDeletes ? .delete : .update))
    try failing.merge(.ours)
    #expect(Todo.count == (oursDeletes ? 0 : 1))
    try Todo.deleteAll()
    try draft().merge(.theirs)
    #expect(Todo.count == (oursDeletes ? 1 : 0))
  }

  @Test func `a merge that violates a unique column is refused, and nothing is changed`() throws {
    let draft = store.branch()
    try Store.with(draft.store) { _ = try Project.create { $0.name = "House" } }
    try Project.create { $0.name = "House" }
    #expect(throws: StoreError.notUnique(model: "Project", columns: ["name"], id: "1")) { () throws in try draft.merge()
    }
    #expect(Project.count == 1 && draft.changes.count == 1 && store.commitCount == 1)
  }

  // MARK: - Ids

  @Test func `records that both sides created get different ids, and foreign keys are updated`() throws {
    let draft = store.branch()
    let (board, card, child, note) = try Store.with(draft.store) {
      var board = Board("draft")
      try board.save()
      var card = Card("draft", on: board)
      try card.save()
      var child = Card("child", on: board, parent: card)
      try child.save()
      var note = Note("draft")
      (note.subjectType, note.subjectID) = ("Card", card.id)
      try note.save()
      return (board, card, child, note)
    }
    let theirs = try Board("theirs").inserted()
    try Card("theirs", on: theirs).inserted()
    try Note("theirs").inserted()
    let merge = try draft.merge()
    let newBoard = try Board.require(merge.id(of: Board.self, board.id))
    let newCard = try Card.require(merge.id(of: Card.self, card.id))
    let newChild = try Card.require(merge.id(of: Card.self, child.id))
    let newNote = try Note.require(merge.id(of: Note.self, note.id))
    #expect(newBoard.name == "draft" && newBoard.id == 2 && Board.find(1)?.name == "theirs")
    #expect(newCard.title == "draft" && newCard.boardID == newBoard.id && newCard.id == 3)
    #expect(newChild.title == "child" && newChild.id == 2 && newChild.parentID == newCard.id)
    #expect(newNote.subjectID == newCard.id && newNote.id == 2 && merge.renumberedCount == 3)
    #expect(draft.table(Card.self).records.pluck(\.title) == ["theirs", "draft", "child"])
    #expect(try Card("next", on: theirs).inserted().id == 4)
  }

  @Test func `an unused id of the store is not given to a record of a branch`() throws {
    let draft = store.branch()
    try Store.with(draft.store) { _ = try Todo.create { $0.name = "draft" } }
    try Todo.create { $0.name = "passing" }.delete()
    try draft.merge()
    #expect(Todo.all.map(\.id) == [2])
  }

  @Test func `records with strings or UUIDs as ids keep their ids`() throws {
    let draft = store.branch()
    let cover = try Store.with(draft.store) { try Cover("red").inserted() }
    try Cover("blue").inserted()
    #expect(try draft.merge().renumberedCount == 0)
    #expect(Cover.find(cover.id)?.color == "red" && Cover.count == 2)
    let other = store.branch()
    try Store.with(other.store) { _ = try Person("ann").inserted() }
    var person = Person("ann")
    person.name = "Anna"
    try person.insert()
    let error = #expect(throws: ChangeConflicts.self) { () throws in try other.merge() }
    #expect(error?.conflicts.first?.ours == .insert && error?.conflicts.first?.columns.map(\.name) == ["name"])
  }

  // MARK: - Updating

  @Test func `an update merges the changes of others into the branch`() throws {
    try Todo.insert(contentsOf: [Todo("one"), Todo("two")])
    let draft = store.branch()
    let made = try Store.with(draft.store) {
      var todo = try Todo.require(1)
      try todo.update { $0.priority = 5 }
      return try Todo.create { $0.name = "draft" }
    }
    try Todo.create { $0.name = "theirs" }
    try Todo.require(2).delete()
    let update = try draft.update()
    #expect(update.id(of: Todo.self, made.id) == 4 && update.changeset.count == 2)
    #expect(draft.table(Todo.self).records.pluck(\.name) == ["one", "theirs", "draft"])
    #expect(draft.changes.description == "Todo: 1 inserted, 1 updated")
    #expect(draft.base.table(Todo.self).count == 2)
    #expect(try draft.merge().renumberedCount == 0)
    #expect(Todo.pluck(\.name) == ["one", "theirs", "draft"] && Todo.find(1)?.priority == 5)
  }

  @Test func `a branch of a branch is merged into its parent branch`() throws {
    try Todo.create { $0.name = "one" }
    let outer = store.branch()
    let inner = outer.store.branch()
    try Store.with(inner.store) { _ = try Todo.create { $0.name = "inner" } }
    try inner.merge()
    #expect(Todo.count == 1 && outer.table(Todo.self).count == 2)
    try outer.merge()
    #expect(Todo.pluck(\.name) == ["one", "inner"])
  }

  @Test func `a branch may be kept across await and merged more than once`() async throws {
    let draft = store.branch()
    for name in ["one", "two"] {
      try await Store.with(draft.store) {
        await Task.yield()
        try Todo.create { $0.name = name }
      }
      await Task.yield()
      try draft.merge()
    }
    #expect(Todo.pluck(\.name) == ["one", "two"] && store.commitCount == 2)
  }

  @Test func `a branch posts no notifications, and its merge is notified as one commit`() throws {
    let (commits, own) = (Collector<String>(), Collector<String>())
    let observation = store.observeCommits { commits.add($0.description) }
    let draft = store.branch()
    #expect(draft.store.notificationCenter == nil)
    let inside = draft.store.observeCommits { own.add($0.description) }
    try Store.with(draft.store) {
      try Todo.create()
      try Todo.create()
    }
    #expect(commits.values.isEmpty && own.values.count == 2)
    try draft.merge()
    #expect(commits.values == ["Todo: 2 inserted"] && own.values.count == 2)
    withExtendedLifetime((observation, inside)) {}
  }

  @Test func `a counter that both sides changed counts all children`() throws {
    var shelf = Shelf()
    try shelf.save()
    let draft = store.branch()
    try Store.with(draft.store) { _ = try Book(on: shelf).inserted() }
    try Book(on: shelf).inserted()
    try Book(on: shelf).inserted()
    try draft.merge()
    #expect(Shelf.find(1)?.bookCount == 3 && Book.count == 3)
  }

  @Test func `writes to a branch while it is merged stay in the branch`() throws {
    let draft = store.branch()
    try Store.with(draft.store) { _ = try Todo.create { $0.name = "draft" } }
    try Todo.create { $0.name = "theirs" }
    let handled = Counter()
    let observation = store.observeCommits { _ in
      handled.add()
      _ = try? Store.with(draft.store) { try Todo.create { $0.name = "late" } }
    }
    try draft.merge()
    observation.cancel()
    #expect(handled.value == 1 && Todo.pluck(\.name) == ["theirs", "draft"])
    #expect(draft.table(Todo.self).records.pluck(\.name) == ["theirs", "draft", "late"])
    #expect(draft.changes.description == "Todo: 1 inserted")
    try draft.merge()
    #expect(Todo.pluck(\.name) == ["theirs", "draft", "late"])
  }

  @Test func `foreign keys of older records are updated, too`() throws {
    let board = try Board("board").inserted()
    var old = try Card("old", on: board).inserted()
    let draft = store.branch()
    try Store.with(draft.store) {
      let parent = try Card("parent", on: board).inserted()
      var copy = old
      try copy.update { $0.parentID = parent.id }
    }
    try Card("theirs", on: board).inserted()
    try draft.merge()
    try old.reload()
    #expect(old.parentID == 3 && Card.find(3)?.title == "parent")
  }

  @Test(arguments: 0..<60) func `after a merge of random edits, branch and parent are equal`(part: Int) throws {
    var edits = RandomEdits(TestSeed.generator(34_000 + part))
    try edits.edit(store, count: 12)
    let draft = store.branch()
    let place = Comment("part \(part), seed \(TestSeed.current)")
    for _ in 0..<5 {
      try edits.edit(store, count: 4)
      try edits.edit(draft.store, count: 4)
      let before = (TodoState(store), TodoState(draft.store))
      do {
        let policy: MergePolicy = edits.random.chance(50) ? .ours : .theirs
        if edits.random.chance(30) { try draft.update(policy) }
        try draft.merge(policy)
        try #require(TodoState(store) == TodoState(draft.store) && TodoState(store).isConsistent, place)
        try #require(draft.changes.isEmpty, place)
      } catch is StoreError {
        // Both sides created a project of the same name.
        try #require(TodoState(store) == before.0, place)
        try Project.deleteAll()
      }
    }
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `a merge inside a transaction traps`() async {
      await #expect(processExitsWith: .failure) {
        let store = Store()
        let draft = store.branch()
        try store.inTransaction { _ = try draft.merge() }
      }
    }
  #endif
}

extension Model {
  /// Inserts a copy and returns it.
  @discardableResult
  fileprivate func inserted() throws -> Self {
    var record = self
    try record.insert()
    return record
  }
}

private struct Shelf: Model {
  var id = 0
  var bookCount = 0
  static let schema = Schema<Shelf> { Derived(\.bookCount, count: \.books) }
  struct Relations { let books = HasMany<Book>(\.shelfID) }
  static let relations = Relations()
}

private struct Book: Model {
  var id = 0
  var shelfID: Int?
  static let schema = Schema<Book> { Column(\.shelfID) }
  struct Relations { let shelf = BelongsTo<Shelf>(\.shelfID) }
  static let relations = Relations()

  init() {}
  init(on shelf: Shelf) { shelfID = shelf.id }
}

/// A record whose commit check notes whether it runs in a branch.
private struct Asking: Model {
  var id = 0

  static let schema = Schema<Asking> {}
  @TaskLocal static var seen = Collector<Bool>()
  static var commitCheck: CommitCheck<Asking>? { CommitCheck { _, store in seen.add(store.isBranch) } }
}
