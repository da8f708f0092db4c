@testable import MotionModel
import MotionModelTestSupport
import Testing

/// Recorded finders are kept for a long time, so they must not hold large objects or form reference cycles.
@Suite(.ownStore) struct FinderLogsTests {
  @Test func `a store whose finders are recorded is freed when nobody holds it any more`() throws {
    let isFreed = try Lifetimes.isFreed { store in
      _ = store.logFinders(slowerThan: nil)
      #expect(store.table(Todo.self).records.where(\.priority > 1).isEmpty)
    }
    #expect(isFreed)
  }

  @Test func `a recorded finder does not hold the tables that it used`() throws {
    let store = Store.current
    try Board.create { $0.name = "home" }
    var card = try Card.create { $0.boardID = 1 }
    let log = store.logFinders(slowerThan: nil)
    defer { log.cancel() }
    #expect(Board.where { $0.cards.any { $0.weight == 0 } }.count == 1)
    let table = ObjectIdentifier(store.version(Card.schema.layout))
    try card.update { $0.weight = 1 }
    #expect(ObjectIdentifier(store.version(Card.schema.layout)) == table, "it is changed in place, as nobody holds it")
  }
}
