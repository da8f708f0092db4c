@testable import MotionModel
import MotionModelTestSupport
import Testing

/// What is noted of finders is kept for long, so it must hold nothing that is large or that holds it.
@Suite(.ownStore) struct FinderWatchTests {
  @Test func `a store that is watched goes when nobody holds it any more`() throws {
    let isFreed = try Lifetimes.isFreed { store in
      store.watchFinders()
      #expect(store.table(Todo.self).records.where(\.priority > 1).isEmpty)
    }
    #expect(isFreed)
  }

  @Test func `a finder that was noted holds no table in which something was looked up`() throws {
    let store = Store.current
    try Board.create { $0.name = "home" }
    var card = try Card.create { $0.boardID = 1 }
    store.watchFinders()
    #expect(Board.where { $0.cards.any { $0.weight == 0 } }.count == 1)
    let table = ObjectIdentifier(store.version(Card.schema.layout))
    try card.update { $0.weight = 1 }
    #expect(ObjectIdentifier(store.version(Card.schema.layout)) == table, "it is changed in place, as nobody holds it")
  }
}
