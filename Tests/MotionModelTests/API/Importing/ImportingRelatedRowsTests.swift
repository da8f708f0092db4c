import MotionModel
import MotionModelTestSupport
import Testing

@Suite(.ownStore)
struct ImportingRelatedRowsTests {
  @Test func `rows whose required parents are missing are reported, and the others inserted`() throws {
    let board = try Board.create { $0.name = "home" }
    let commits = Store.current.commitCount
    let report = try Card.importRows([
      ["title": "paint", "board_id": 1], ["title": "stray", "board_id": 7], ["title": 5],
      ["title": "door", "board_id": 1],
    ])
    #expect(report.records.map(\.title) == ["paint", "door"])
    #expect(board.cards.all == report.records)
    #expect(
      report.failures.map(\.description) == [
        """
        Row 2: Card 2 cannot be saved, because its relation "board" leads to no Board in the store: set \
        it to one that is.
        """,
        """
        Row 3: Card 3 cannot be saved, because its relation "board" leads to no Board in the store: set \
        it to one that is.
        """,
      ])
    #expect(Store.current.commitCount == commits + 1)
    #expect(try !Card.importRows([["title": "stray", "board_id": 7]], allOrNothing: true).failures.isEmpty)
    #expect(Card.count == 2)
  }

  @Test func `parents may follow their children, and a child is refused with its parent`() throws {
    let report = try Link.importRows([
      ["id": 1, "next_id": 2], ["id": 2, "next_id": 2], ["id": 3, "next_id": 4], ["id": 4, "next_id": 5],
      ["id": 5, "next_id": 5, "weight": "heavy"],
    ])
    #expect(report.records == [Link(1, 2), Link(2, 2)])
    #expect(report.failures.map(\.row) == [3, 4, 5])
    #expect(Link.records.all == report.records)
  }

  /// A record that requires another record of its model.
  private struct Link: Model, Equatable {
    var id = 0
    var nextID = 0
    var weight = 0
    static let schema = Schema<Link> {
      Column(\.nextID)
      Column(\.weight)
    }
    struct Relations: Sendable { let next = BelongsTo<Link>(\.nextID) }
    static let relations = Relations()
    init() {}
    init(_ id: Int, _ next: Int) { (self.id, nextID) = (id, next) }
  }
}
