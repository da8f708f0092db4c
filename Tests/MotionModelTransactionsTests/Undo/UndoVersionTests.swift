import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import Testing

/// Columns that the library maintains, such as versions, counters and times, do not prevent undoing.
@Suite(.ownStore) struct UndoVersionTests {
  private var store: Store { .current }

  @Test func `all steps of a record with a version can be undone and redone`() throws {
    let history = UndoHistory(of: store)
    var entry = try Entry.create { $0.name = "a" }
    try entry.update { $0.name = "b" }
    try entry.delete()
    let names = [[], ["a"], ["b"], []]
    for step in [2, 1, 0] {
      try history.undo()
      #expect(Entry.names == names[step])
    }
    for step in [1, 2, 3] {
      try history.redo()
      #expect(Entry.names == names[step])
    }
    #expect(!history.canRedo)
  }

  @Test func `saving a copy from before an undo is refused`() throws {
    let history = UndoHistory(of: store)
    var entry = try Entry.create { $0.name = "a" }
    try entry.update { $0.name = "b" }
    var copy = entry
    try history.undo()
    #expect(throws: StoreError.self) { try copy.update { $0.name = "c" } }
  }

  @Test func `a parent that was touched meanwhile can be deleted in a branch`() throws {
    let topic = try Topic.create { $0.name = "old" }
    let draft = store.branch()
    try draft.table(Topic.self).delete(topic.id)
    try Post.create { $0.topicID = topic.id }
    #expect(Topic.find(topic.id)?.postsCount == 1)
    try draft.merge()
    #expect(Topic.count == 0)
    #expect(Post.count == 1)
  }

  @Test func `a parent that a branch only touched stays deleted`() throws {
    let topic = try Topic.create { $0.name = "old" }
    let draft = store.branch()
    try Store.with(draft.store) { _ = try Post.create { $0.topicID = topic.id } }
    try topic.delete()
    try draft.merge()
    #expect(Topic.count == 0)
    #expect(Post.count == 1)
  }

  @Test func `a deletion of a parent conflicts with a change of the parent`() throws {
    var topic = try Topic.create { $0.name = "old" }
    let draft = store.branch()
    try draft.table(Topic.self).delete(topic.id)
    try topic.update { $0.name = "new" }
    #expect(throws: ChangeConflicts.self) { try draft.merge() }
  }
}
