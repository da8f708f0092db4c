import MotionModelTestSupport
import Testing

@testable import MotionModel

private struct Reading: Model {
  var id = 0
  var value = 0.0

  static let schema = Schema<Reading> { Column(\.value) }
}

@Suite(.ownStore) struct FinderEqualityTests {
  /// Finders that all differ, each made anew at each call.
  private func finders() -> [Finder<Card>] {
    [
      Card.records, Card.where(\.weight == 1), Card.where(\.weight == 2), Card.where(\.weight != 1),
      Card.where(\.title == "1"), Card.where(\.personID == nil), Card.where(\.personID).in(["a", "b"]),
      Card.where(\.personID).in(["a"]), Card.where(\.title).contains("a"),
      Card.where(\.title).contains("a", caseSensitive: false), Card.where(\.weight == 1 && \.title == "a"),
      Card.where(\.weight == 1 || \.title == "a"), Card.where(!(\.weight == 1)), Card.order(by: \.weight),
      Card.order(by: \.weight, .descending), Card.order(by: \.personID, nils: .first), Card.records.reversed(),
      Card.limit(1), Card.offset(1), Card.distinct(by: \.title), Card.where { $0.board.name == "home" },
      Card.where { $0.board.name == "work" }, Card.where { $0.labels.any { $0.name == "red" } },
    ]
  }

  @Test func `equal queries are equal, and hash alike`() {
    for (first, second) in zip(finders(), finders()) {
      #expect(first == second)
      #expect(first.hashValue == second.hashValue, "\(first)")
    }
  }

  @Test func `different queries differ`() {
    #expect(Set(finders()).count == finders().count)
  }

  @Test func `finders of different stores differ`() {
    #expect(Store().table(Card.self).where(\.weight == 1) != Store().table(Card.self).where(\.weight == 1))
  }

  @Test func `zeros of both signs are one value`() {
    let (positive, negative) = (Reading.where(\.value == 0.0), Reading.where(\.value == -0.0))
    #expect(positive == negative)
    #expect(positive.hashValue == negative.hashValue)
  }

  @Test func `a finder with a closure equals itself and its copies only`() {
    func odd() -> Finder<Card> { Card.find { $0.weight % 2 == 1 }.order { $0.weight < $1.weight } }
    let (first, second) = (odd(), odd())
    let copy = first.limit(3)
    #expect(first == first)
    #expect(copy == first.limit(3))
    #expect(first != second)
    #expect(Card.where { $0.weight < $0.boardID } != Card.where { $0.weight < $0.boardID })
  }

  @Test func `the records of a relation are equal for the same owner`() throws {
    let board = try Board.create { $0.name = "home" }
    #expect(board.cards.finder == board.cards.finder)
    #expect(board.cards.finder != Card.where(\.boardID == board.id))
  }
}
