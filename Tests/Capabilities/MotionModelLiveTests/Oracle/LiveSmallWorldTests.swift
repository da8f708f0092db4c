import MotionModel
import MotionModelLive
import MotionModelTestSupport
import MotionModelTransactions
import Testing

/// Every finder of a small grammar, on a few records, through commits of all kinds.
@Suite struct LiveSmallWorldTests {
  private typealias Part = @Sendable (Finder<Card>) -> Finder<Card>

  private static let conditions: [(name: String, part: Part)] = [
    ("all", { $0 }),
    ("none", { $0.where(.none) }),
    ("weight == 2", { $0.where(\.weight == 2) }),
    ("weight > 1", { $0.where(\.weight > 1) }),
    ("not weight > 1", { $0.where(!(\.weight > 1)) }),
    ("no parent", { $0.where(\.parentID == nil) }),
    ("title in a, b", { $0.where { $0.title.in(["a", "b"]) } }),
    ("weight > 1 or title a", { $0.where(\.weight > 1 || \.title == "a") }),
    ("weight > 1 and title a", { $0.where(\.weight > 1).where(\.title == "a") }),
    ("board a", { $0.where { $0.board.name == "a" } }),
    ("children", { $0.where { $0.children.count > 0 } }),
  ]

  private static let orders: [(name: String, part: Part)] = [
    ("", { $0 }),
    ("weight", { $0.order(by: \.weight) }),
    ("weight down", { $0.order(by: \.weight, .descending) }),
    ("parent, nils first", { $0.order(by: \.parentID, nils: .first) }),
    ("title, weight down", { $0.order(by: \.title).order(by: \.weight, .descending) }),
    ("reversed", { $0.reversed() }),
    ("title reversed", { $0.order(by: \.title).reversed() }),
    ("board's name", { $0.order(by: { $0.board.name }) }),
  ]

  private static let windows: [(name: String, part: Part)] = [
    ("", { $0 }),
    ("limit 0", { $0.limit(0) }),
    ("limit 1", { $0.limit(1) }),
    ("limit 2", { $0.limit(2) }),
    ("offset 1", { $0.offset(1) }),
    ("offset 2 limit 1", { $0.offset(2).limit(1) }),
    ("offset 9", { $0.offset(9).limit(2) }),
    ("distinct title", { $0.distinct(by: \.title) }),
    ("distinct weight limit 2", { $0.distinct(by: \.weight).limit(2) }),
  ]

  /// Which commits there are: each changes a few of the five cards.
  private static func commits(to store: Store, _ branch: Branch, _ history: UndoHistory) -> [(
    String, () throws -> Void
  )] {
    let (cards, boards) = (store.table(Card.self), store.table(Board.self))
    func card(_ title: String, _ weight: Int) -> Card {
      var card = Card(title, weight: weight)
      card.boardID = 1
      return card
    }
    func update(_ id: Int, _ change: (inout Card) -> Void) throws {
      guard var card = cards.find(id) else { return }
      change(&card)
      try cards.save(&card)
    }
    return [
      ("insert", { try cards.create(card("b", 2)) }),
      ("change a value of the order", { try update(1) { $0.weight = 3 } }),
      ("change a value of no condition", { try update(2) { $0.personID = nil } }),
      ("leave a condition", { try update(3) { $0.weight = 0 } }),
      ("become equal", { try update(4) { ($0.title, $0.weight) = ("a", 2) } }),
      ("change a board", { try boards.where(\.id == 1).updateAll { $0.name = "z" } }),
      ("change it back", { try boards.where(\.id == 1).updateAll { $0.name = "a" } }),
      ("move to another board", { try update(1) { $0.boardID = 2 } }),
      ("get a child", { try update(2) { $0.parentID = 1 } }),
      ("update all", { try cards.records.updateAll { $0.weight = 4 - $0.weight } }),
      ("undo", { try history.undo() }),
      ("redo", { try history.redo() }),
      ("delete the first", { if let first = cards.first { try cards.delete(first.id) } }),
      ("delete the last", { if let last = cards.last { try cards.delete(last.id) } }),
      ("undo both", { for _ in 0..<2 { try history.undo() } }),
      (
        "delete and insert again",
        {
          try store.transaction {
            guard var card = cards.find(2) else { return }
            try cards.delete(2)
            try cards.insert(&card)
          }
        }
      ),
      (
        "swap",
        {
          try store.transaction {
            let weights = (cards.find(1)?.weight ?? 0, cards.find(2)?.weight ?? 0)
            try update(1) { $0.weight = weights.1 }
            try update(2) { $0.weight = weights.0 }
          }
        }
      ),
      (
        "merge",
        {
          try branch.table(Card.self).where(\.weight > 1).updateAll { $0.title = "b" }
          try branch.table(Card.self).create(card("a", 1))
          try branch.merge(.ours)
        }
      ),
      ("destroy a board", { _ = try boards.destroy(2) }),
      ("undo it", { try history.undo() }),
      ("delete all", { _ = try cards.deleteAll() }),
      ("insert many", { try cards.insert(contentsOf: (0..<4).map { card(["a", "b", "c", "a"][$0], $0) }) }),
    ]
  }

  /// The finders with one of the conditions.
  @Test(arguments: 0..<Self.conditions.count) func `every small finder is kept true`(condition: Int) throws {
    let store = Store(notificationCenter: nil)
    try store.table(Board.self).insert(contentsOf: [Board("a"), Board("b")])
    try store.table(Card.self).insert(
      contentsOf: [("a", 1, 1), ("b", 2, 1), ("a", 2, 2), ("c", 3, 1), ("b", 0, 2)].map { title, weight, board in
        var card = Card(title, weight: weight)
        card.boardID = board
        return card
      })
    let watched = Self.orders.flatMap { order in
      Self.windows.map { window in
        Watched(window.part(order.part(Self.conditions[condition].part(store.table(Card.self).records))))
      }
    }
    let (branch, history) = (store.branch(), UndoHistory(of: store))
    for (name, commit) in Self.commits(to: store, branch, history) {
      try commit()
      let faults = watched.flatMap(\.faults)
      try #require(faults.isEmpty, "\(name): \(faults.prefix(3))")
    }
    #expect(watched.allSatisfy { $0.live.plan == .followsChanges })
  }
}
