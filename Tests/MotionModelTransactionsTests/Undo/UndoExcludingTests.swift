import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import Testing

/// Histories that leave out models, and who made an undo, a redo or a merge, and why.
@Suite(.ownStore) struct UndoExcludingTests {
  private var store: Store { Store.current }

  @Test func `an entry that a hook writes after a commit is not undone with the step that it reports`() throws {
    let history = UndoHistory(of: store, excluding: [AuditLine.self])
    try history.group("Rename") {
      var page = try Page.create { $0.title = "one" }
      try page.update { $0.title = "two" }
    }
    #expect(AuditLine.pluck(\.text) == ["insert one, commit 1", "update two, commit 3"])
    try history.undo()
    #expect(Page.count == 0)
    #expect(AuditLine.pluck(\.text) == ["insert one, commit 1", "update two, commit 3", "delete two, commit 5"])
    try history.redo()
    #expect(Page.pluck(\.title) == ["two"])
    #expect(history.undoName == "Rename")
  }

  @Test func `outside of a group, entries are no steps of their own`() throws {
    let history = UndoHistory(of: store, excluding: [AuditLine.self])
    try Page.create { $0.title = "one" }
    #expect(history.undoCount == 1)
    #expect(history.undoChangeset?.description == "Page: 1 deleted")
  }

  @Test func `a commit of several models is undone but for the excluded ones`() throws {
    let history = UndoHistory(of: store, excluding: [AuditLine.self])
    try store.transaction {
      try Todo.create { $0.name = "one" }
      try AuditLine.create { $0.text = "by hand" }
    }
    #expect(try history.undo().description == "Todo: 1 deleted")
    #expect(AuditLine.pluck(\.text) == ["by hand"])
  }

  @Test func `undo and redo say who made them and why`() throws {
    let history = UndoHistory(of: store)
    try store.transaction(metadata: Changeset.Metadata(author: "ann")) { _ in _ = try Todo.create { $0.name = "one" } }
    let undo = Changeset.Metadata(author: "bob", reason: "Undo")
    #expect(try history.undo(metadata: undo).metadata == undo)
    let redo = Changeset.Metadata(author: "eve", reason: "Redo")
    #expect(try history.redo(metadata: redo).metadata == redo)
    #expect(try history.undo().metadata == Changeset.Metadata())
  }

  @Test func `a merge says who made it and why, and leaves the branch as usable as before`() throws {
    let branch = store.branch()
    try branch.store.table(Todo.self).create { $0.name = "one" }
    let metadata = Changeset.Metadata(author: "ann", reason: "OK")
    #expect(try branch.merge(metadata: metadata).changeset.metadata == metadata)
    try branch.store.table(Todo.self).create { $0.name = "two" }
    #expect(try branch.merge().changeset.metadata == Changeset.Metadata())
    #expect(Todo.pluck(\.name) == ["one", "two"])
  }

  @Test func `middleware tells the commits of a branch from those of the main store`() throws {
    let log = Collector<String>()
    store.use(Watching(log: log))
    let branch = store.branch()
    try branch.store.table(Todo.self).create { $0.name = "one" }
    try branch.merge()
    #expect(log.values == ["branch", "main"])
  }
}

private struct Watching: Middleware {
  let log: Collector<String>

  func afterCommit(_ changeset: Changeset, in store: Store) { log.add(store.isBranch ? "branch" : "main") }
}

private struct Page: Model {
  var id = 0
  var title = ""

  static let schema = Schema<Page> { Column(\.title) }
  static let hooks: Hooks<Page> = [
    .afterCommit { change, context in
      let title = (change.new ?? change.old)?.title ?? ""
      _ = try? AuditLine.create { $0.text = "\(change.kind) \(title), commit \(context.commit?.id ?? 0)" }
    }
  ]
}

private struct AuditLine: Model {
  var id = 0
  var text = ""

  static let schema = Schema<AuditLine> { Column(\.text) }
}
