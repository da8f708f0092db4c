import MotionModel
import MotionModelLive
import MotionModelTestSupport
import MotionModelTransactions
import Testing

/// Random commits of boards and cards: after each, live records with related records are what `with` returns.
struct LiveFamiliesOracleTests {
  @Test(arguments: 0..<20) func `records and related records are those of their finder after each commit`(part: Int)
    throws
  {
    var random = TestSeed.generator(part)
    let store = Store(notificationCenter: nil)
    for name in ["ann", "bob"] { try store.table(Person.self).create(Person(name)) }
    for _ in 0..<20 { try edit(store, &random) }
    let boards = store.table(Board.self).order(by: \.name)
    let cards = store.table(Card.self).order(by: \.weight, .descending)
    var watched: [any WatchedLive] = [
      WatchedFamilies(boards, \.cards, records: { $0 }),
      WatchedFamilies(boards.limit(2), \.urgentCards, records: { $0 }),
      WatchedFamilies(boards.where(\.name != "b"), \.cards, { $0.order(by: \.title).limit(2) }, records: { $0 }),
      WatchedFamilies(boards, \.owner, records: { $0.map { [$0] } ?? [] }),
      WatchedFamilies(cards.limit(5), \.board, records: { $0.map { [$0] } ?? [] }),
      WatchedFamilies(boards, \.people, records: { $0 }),
    ]
    for step in 0..<80 {
      if random.chance(70) {
        try edit(store, &random)
      } else {
        try store.transaction { for _ in 0..<random.number(2...6) { try edit(store, &random) } }
      }
      let faults = watched.flatMap(\.faults)
      try #require(faults.isEmpty, "seed \(TestSeed.current), part \(part), step \(step): \(faults)")
    }
    watched = []
    #expect(store.liveRouter.count == 0)
  }

  private func edit(_ store: Store, _ random: inout SplitMix64) throws {
    let (boards, cards) = (store.table(Board.self), store.table(Card.self))
    let owners = store.table(Person.self).records.ids
    switch random.number(0...9) {
    case 0, 1:
      var board = Board(random.pick(["a", "b", "c"]))
      board.ownerID = random.pickAny(owners)
      try boards.save(&board)
    case 2:
      guard var board = random.pickAny(boards.records.all) else { return }
      if random.chance(50) {
        board.name = random.pick(["a", "b", "c"])
      } else {
        board.ownerID = random.pickAny(owners)
      }
      try boards.save(&board)
    case 3: if random.chance(60), let board = random.pickAny(boards.records.all) { try boards.destroy(board) }
    case 4...6:
      guard let board = random.pickAny(boards.records.all) else { return }
      var card = Card(random.pick(["x", "y"]), weight: random.number(0...4), on: board)
      card.personID = random.pickAny(owners)
      try cards.save(&card)
    case 7, 8:
      guard var card = random.pickAny(cards.records.all), let board = random.pickAny(boards.records.all) else { return }
      if random.chance(50) { card.weight = random.number(0...4) } else { card.boardID = board.id }
      try cards.save(&card)
    default: if let id = random.pickAny(cards.records.ids) { try cards.delete(id) }
    }
  }
}
