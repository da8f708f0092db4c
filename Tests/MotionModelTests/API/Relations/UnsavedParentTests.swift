import Foundation
import MotionModelTestSupport
import Testing

@testable import MotionModel

@Suite(.ownStore) struct UnsavedParentTests {
  @Test func `a parent is cleared by nil`() throws {
    let board = try Board("home").saved()
    var card = try board.cards.create(Card("paint"))
    #expect(card.boardID == board.id)
    card.board = nil
    #expect(card.boardID == 0)
  }

  @Test func `creating in a relation of an unsaved record throws`() {
    #expect(throws: StoreError.notSaved(model: "Board")) { try Board("home").cards.create(Card("paint")) }
    #expect(throws: StoreError.notSaved(model: "Board")) { try Board("home").cards.create { $0.title = "paint" } }
    #expect(Card.isEmpty)
  }

  @Test func `all calls that give an unsaved record its one related record throw, and build nothing`() {
    let (refusal, board) = (StoreError.notSaved(model: "Board"), Board("home"))
    var (cover, wasBuilt) = (Cover(), false)
    #expect(throws: refusal) { try board.create(\.cover) { _ in wasBuilt = true } }
    #expect(throws: refusal) { try Store.current.of(board).create(\.cover) { _ in wasBuilt = true } }
    #expect(throws: refusal) { try board.set(\.cover, to: &cover) }
    #expect(throws: refusal) { try board.remove(\.cover) }
    #expect(throws: refusal) { try board.cards.where(\.title == "a").create { _ in wasBuilt = true } }
    #expect(!wasBuilt && Cover.isEmpty && board.cover == nil)
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `assigning an unsaved parent traps with a sentence`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var card = Card("paint")
        card.board = Board("home")
      }
      expectSentence(
        """
        A record of Board that was never saved cannot be assigned to one of Card, because it has no id yet: save it first, \
        or save both together with save(with:).
        """, result)
    }

    @Test func `building in a relation of an unsaved record traps with a sentence`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Board("home").cards.new { $0.title = "paint" }
      }
      expectSentence(
        """
        A record of Card cannot be built for one of Board that was never saved, because the latter has no id yet: save it \
        first, or save both together with save(with:).
        """, result)
    }
  #endif
}
