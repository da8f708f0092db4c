import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

/// Examples of each operation on changesets; the laws that hold for all changesets are in ``ChangesetLawTests``.
@Suite(.store) struct ChangesetAlgebraTests {
  private var store: Store { Store.current }

  /// Returns a changeset with all kinds of changes: "one" is updated, "two" is deleted, "three" and a project are
  /// inserted.
  private func changed() throws -> (before: Store, changeset: Changeset) {
    try Todo.insert(contentsOf: [Todo("one"), Todo("two")])
    let before = store.snapshot()
    var todo = try Todo.require(1)
    try todo.update { $0.priority = 3 }
    try Todo.require(2).delete()
    try Todo.create {
      $0.name = "three"; $0.dueDate = nil
    }
    try Project.create { $0.name = "House" }
    return (before, .difference(from: before, to: store))
  }

  @Test func `a changeset is inverted and composed`() throws {
    let (before, changeset) = try changed()
    #expect(changeset.description == "Project: 1 inserted; Todo: 1 inserted, 1 updated, 1 deleted")
    let kinds = changeset.inverted.changes(of: Todo.self).map { "\($0.id) \($0.kind)" }
    #expect(Set(kinds) == ["3 delete", "2 insert", "1 update"])
    #expect(changeset.inverted == .difference(from: store, to: before) && changeset.inverted != changeset)
    #expect(changeset.composed(with: .empty) == changeset && Changeset.empty.isEmpty)
    #expect(changeset.composed(with: changeset.inverted) == .empty)
    #expect(changeset.estimatedBytes > 5 * MemoryLayout<Todo>.stride)
  }

  @Test func `a changeset is filtered by model, by kind and by record`() throws {
    let (_, changeset) = try changed()
    #expect(changeset.filtered(models: [Project.self]).description == "Project: 1 inserted")
    #expect(changeset.filtered(models: []).isEmpty)
    #expect(changeset.filtered(kinds: [.delete, .update]).description == "Todo: 1 updated, 1 deleted")
    let urgent = changeset.filtered(Todo.self) { ($0.new?.priority ?? 0) > 2 }
    #expect(urgent.description == "Project: 1 inserted; Todo: 1 updated")
  }

  @Test func `a changeset describes its changes`() throws {
    let (_, changeset) = try changed()
    let lines = changeset.details.split(separator: "\n").map(String.init)
    #expect(lines.prefix(3) == ["Project: 1 inserted", "  + 1  name: House", "Todo: 1 inserted, 1 updated, 1 deleted"])
    #expect(lines[3] == "  ~ 1" && lines[4] == "      priority: 0 → 3")
    #expect(lines.contains { $0.hasPrefix("  - 2  name: two, ") })
    #expect(lines.contains { $0.hasPrefix("  + 3  name: three, ") })
    #expect(Changeset.empty.details == "no changes")
  }

  // MARK: - Applying

  @Test func `a changeset that does not fit is refused, and nothing is changed`() throws {
    let (before, changeset) = try changed()
    func message(_ changeset: Changeset) -> String? {
      let error = #expect(throws: ChangesetError.self) { () throws in try store.apply(changeset) }
      return error?.localizedDescription
    }
    let commits = store.commitCount
    #expect(
      message(changeset.filtered(kinds: [.insert]))
        == "The changeset cannot be applied, because it inserts Project 1, which is in the store: rebase it.")
    #expect(
      message(changeset.filtered(kinds: [.delete]))
        == "The changeset cannot be applied, because it changes Todo 2, which is not in the store: rebase it.")
    #expect(
      message(changeset.filtered(kinds: [.update]))
        == """
        The changeset cannot be applied, because Todo 1 was changed since in "priority", "updatedAt": rebase it.
        """)
    #expect(store.commitCount == commits)
    let undone = try store.apply(changeset.inverted)
    #expect(undone.id == commits + 1 && undone == changeset.inverted)
    #expect(Todo.all == before.table(Todo.self).records.all && Project.count == 0)
    #expect(throws: StoreError.readOnlyStore) { () throws in try before.apply(changeset) }
  }

  @Test func `applying a changeset must not violate constraints`() throws {
    let other = Store()
    var board = Board("board")
    try other.table(Board.self).save(&board)
    let base = other.snapshot()
    var card = Card("card", on: board)
    try other.table(Card.self).save(&card)
    let changeset = Changeset.difference(from: base, to: other)
    #expect(throws: StoreError.parentMissing(model: "Card", id: "1", relation: "board", parent: "Board")) {
      () throws in try store.apply(changeset)
    }
    #expect(Card.count == 0)
  }

  @Test func `a changeset is merged into a store with later changes`() throws {
    let (_, changeset) = try changed()
    try store.apply(changeset.inverted)
    var todo = try Todo.require(1)
    try todo.update { $0.name = "uno" }
    let merged = try store.merge(changeset)
    #expect(merged.count == 4 && Todo.pluck(\.name) == ["uno", "three"] && Todo.find(1)?.priority == 3)
    #expect(try store.merge(changeset).isEmpty)
  }

  // MARK: - Rebasing

  @Test func `a rebased changeset merges columns and reports conflicts`() throws {
    let todo = try Todo.create { $0.name = "base" }
    let base = store.snapshot()
    func changes(_ change: (inout Todo) -> Void) throws -> Changeset {
      let fork = base.fork()
      var copy = todo
      change(&copy)
      try fork.table(Todo.self).save(&copy)
      return .difference(from: base, to: fork)
    }
    let (name, priority) = (try changes { $0.name = "ours" }, try changes { $0.priority = 1 })
    let other = try changes { $0.name = "theirs" }
    let rebased = try #require(try name.rebased(onto: priority).changes(of: Todo.self).first)
    #expect(rebased.old?.priority == 1 && rebased.new?.priority == 1 && rebased.new?.name == "ours")
    #expect(try name.rebased(onto: name).isEmpty)
    let error = #expect(throws: ChangeConflicts.self) { () throws in try name.rebased(onto: other) }
    #expect(error?.conflicts.first?.columns.map(\.name) == ["name"])
    #expect(try name.rebased(onto: other, .ours).changes(of: Todo.self).first?.new?.name == "ours")
    try todo.delete()
    let deletion = Changeset.difference(from: base, to: store)
    #expect(throws: ChangeConflicts.self) { () throws in try name.rebased(onto: deletion) }
    #expect(try name.rebased(onto: deletion, .theirs).isEmpty)
    #expect(try name.rebased(onto: deletion, .ours).changes(of: Todo.self).first?.kind == .insert)
    #expect(try deletion.rebased(onto: name, .ours).changes(of: Todo.self).first?.kind == .delete)
    #expect(try deletion.rebased(onto: deletion).isEmpty)
  }

  // MARK: - Encoding

  @Test func `decoding errors name the problem`() throws {
    let (_, changeset) = try changed()
    let data = try JSONEncoder().encode(changeset)
    let same = try JSONDecoder().decode(Changeset.self, from: data, configuration: [Todo.self, Project.self])
    #expect(same == changeset && same.details == changeset.details)
    let missing = #expect(throws: DecodingError.self) {
      () throws in try JSONDecoder().decode(Changeset.self, from: data, configuration: [Todo.self])
    }
    #expect(missing.map { "\($0)" }?.contains("changes of Project, which is not one of the models") == true)
    let text = String(decoding: data, as: UTF8.self).replacing("\"priority\"", with: "\"urgency\"")
    let unknown = #expect(throws: DecodingError.self) {
      () throws in
      try JSONDecoder().decode(Changeset.self, from: Data(text.utf8), configuration: [Todo.self, Project.self])
    }
    #expect(unknown.map { "\($0)" }?.contains("urgency") == true)
  }
}
