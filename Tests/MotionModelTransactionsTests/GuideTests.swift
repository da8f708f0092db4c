import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import Testing

/// The statements of the guide, as tests.
@Suite(.ownStore) struct GuideTests {
  @Test func `with a savepoint for each line, the valid lines are kept`() throws {
    var skipped: [String] = []
    try Store.current.transaction {
      try Entry.create { $0.name = "order" }
      for line in ["one", "halt", "two", "one"] {
        do { try Store.current.transaction { try Entry.create { $0.name = line } } } catch { skipped.append(line) }
      }
    }
    #expect(Entry.names == ["order", "one", "two"] && skipped == ["halt", "one"] && Store.current.commitCount == 1)
  }

  @Test func `a return after a rollback leaves the body`() throws {
    try Store.current.transaction { transaction in
      try Entry.deleteAll()
      if Entry.count == 0 {
        transaction.rollback()
        return
      }
      try Entry.create { $0.name = "not reached" }
    }
    #expect(Entry.count == 0)
  }

  @Test func `a new record that was cancelled is not stored`() throws {
    var entry = Entry.new { $0.name = "new" }
    try entry.transaction { entry in
      entry.amount = 3
      entry.rollback()
    }
    #expect(Entry.count == 0 && entry.id == 0)
  }

  @Test func `a transaction can be a static call of any model`() throws {
    try Board.transaction { try Entry.create() }
    #expect(Entry.count == 1)
  }
}
