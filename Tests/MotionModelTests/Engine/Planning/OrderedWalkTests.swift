import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// A record with ordered indexes on columns in which many records are equal.
private struct Ticket: Model {
  var id = 0
  var state = State.open
  var rank: Int?
  var name = ""

  enum State: String, ColumnValue, CaseIterable { case open, waiting, done }

  static let schema = Schema<Ticket> {
    Column(\.state, .ordered)
    Column(\.rank, .ordered)
    Column(\.name)
  }

  static func random(_ random: inout SplitMix64) -> Ticket {
    var ticket = Ticket()
    (ticket.state, ticket.name) = (random.pick(State.allCases), random.pick(["a", "b", "c"]))
    ticket.rank = random.chance(20) ? nil : random.chance(50) ? random.number(0...2) : random.number(-99...99)
    return ticket
  }
}

/// The same records without an index.
private struct PlainTicket: Model {
  var id = 0
  var state = Ticket.State.open
  var rank: Int?
  var name = ""

  static let schema = Schema<PlainTicket> {
    Column(\.state)
    Column(\.rank)
    Column(\.name)
  }

  init() {}

  init(_ ticket: Ticket) { (id, state, rank, name) = (ticket.id, ticket.state, ticket.rank, ticket.name) }
}

@Suite(.ownStore) struct OrderedWalkTests {
  /// 3,000 tickets, of which a third is in each state, and a half has no rank.
  private func insertMany() throws {
    try Ticket.insert(
      contentsOf: (0..<3_000).map { number in
        var ticket = Ticket()
        ticket.state = Ticket.State.allCases[number % 3]
        ticket.rank = number.isMultiple(of: 2) ? number : nil
        return ticket
      })
  }

  /// Returns how many records a finder's answer reads: how often it calls a condition in code.
  private func visits(_ finder: Finder<Ticket>, _ answer: (Finder<Ticket>) -> Void) -> Int {
    let visited = Counter()
    answer(
      finder.find { _ in
        visited.add()
        return true
      })
    return visited.value
  }

  // MARK: - How much is read

  @Test func `a descending order with a limit reads no more than twice the limit of equal records`() throws {
    try insertMany()
    #expect(visits(Ticket.order(by: \.state, .descending).limit(20)) { _ = $0.all } == 40)
    #expect(visits(Ticket.order(by: \.state).limit(20)) { _ = $0.all } == 20)
    #expect(visits(Ticket.order(by: \.state, .descending).reversed().limit(20)) { _ = $0.all } == 40)
    #expect(visits(Ticket.order(by: \.state).reversed().limit(20)) { _ = $0.all } == 20)
  }

  @Test func `records without a value are read up to the limit in both directions`() throws {
    try insertMany()
    #expect(visits(Ticket.order(by: \.rank, .descending, nils: .first).limit(20)) { _ = $0.all } == 20)
    #expect(visits(Ticket.order(by: \.rank, nils: .first).limit(20)) { _ = $0.all } == 20)
    #expect(visits(Ticket.order(by: \.rank).reversed().limit(20)) { _ = $0.all } == 20)
  }

  @Test(arguments: [OrderDirection.ascending, .descending])
  func `a page behind a cursor reads its own records, wherever the cursor is`(direction: OrderDirection) throws {
    try insertMany()
    for finder in [Ticket.order(by: \.rank, direction), Ticket.order(by: \.rank, direction).reversed()] {
      for size in [1, 700, 1_400, 1_600, 2_900] {
        let cursor = finder.page(size: size).next
        // One record more tells whether there is a further page.
        #expect(visits(finder) { _ = $0.page(after: cursor, size: 10) } == 11, "\(finder) behind \(size)")
      }
    }
  }

  @Test func `a page among equal records begins behind the cursor's record`() throws {
    try insertMany()
    for finder in [Ticket.order(by: \.state), Ticket.order(by: \.state, .descending)] {
      let cursor = finder.page(size: 500).next
      #expect(visits(finder) { _ = $0.page(after: cursor, size: 10) } == 11, "\(finder)")
    }
  }

  // MARK: - What is found

  @Test(arguments: [Int.min, -1, 0, 1_500, 3_000, Int.max])
  func `a decoded cursor may hold any position`(position: Int) throws {
    try insertMany()
    // Positions are the ids less 1 here, and "done" is the first state.
    let done = Ticket.where(\.state == .done).ids.filter { $0 - 1 > position }
    let others = Ticket.order(by: \.state).where(\.state != .done).ids
    #expect(try ids(Ticket.order(by: \.state), behind: position) == done + others)
    #expect(try ids(Ticket.records, behind: position) == Ticket.ids.filter { $0 - 1 > position })
    let before = Ticket.ids.filter { $0 - 1 < position }
    #expect(try ids(Ticket.records.reversed(), behind: position) == before.reversed())
  }

  /// Returns the ids of all records behind a finder's first one, as if that were at another position.
  private func ids(_ finder: Finder<Ticket>, behind position: Int) throws -> [Int] {
    let token = String(decoding: try JSONEncoder().encode(finder.page(size: 1).next), as: UTF8.self)
    let moved = token.replacing(/"position":\d+/, with: "\"position\":\(position)")
    let cursor = try JSONDecoder().decode(PageCursor<Ticket>.self, from: Data(moved.utf8))
    return finder.page(after: cursor, size: 4_000).records.map(\.id)
  }

  @Test(arguments: 0..<4) func `orders, limits and pages are those of a table without an index`(part: Int) throws {
    var random = TestSeed.generator(720 + part)
    let tickets = try Ticket.insert(contentsOf: (0..<300).map { _ in Ticket.random(&random) })
    try PlainTicket.insert(contentsOf: tickets.map(PlainTicket.init))
    for _ in 0..<60 {
      let gone = random.number(1...300)
      try Ticket.where(\.id == gone).deleteAll()
      try PlainTicket.where(\.id == gone).deleteAll()
      try check(&random)
    }
  }

  private func check(_ random: inout SplitMix64) throws {
    let direction = random.pick(OrderDirection.allCases)
    let nils = random.pick(NilOrder.allCases)
    let (isByRank, isFurther, isReversed) = (random.chance(50), random.chance(30), random.chance(50))
    var finder = Ticket.order(by: \.rank, direction, nils: nils)
    var plain = PlainTicket.order(by: \.rank, direction, nils: nils)
    if !isByRank {
      (finder, plain) = (Ticket.order(by: \.state, direction), PlainTicket.order(by: \.state, direction))
    }
    if isFurther { (finder, plain) = (finder.order(by: \.name), plain.order(by: \.name)) }
    if isReversed { (finder, plain) = (finder.reversed(), plain.reversed()) }
    if random.chance(30) { (finder, plain) = (finder.where(\.name == "a"), plain.where(\.name == "a")) }
    if random.chance(30) { (finder, plain) = (finder.where(\.rank > 0), plain.where(\.rank > 0)) }
    let comment = Comment(rawValue: "\(finder), seed \(TestSeed.current)")
    let (offset, limit) = (random.number(0...40), random.number(0...60))
    #expect(finder.offset(offset).limit(limit).ids == plain.offset(offset).limit(limit).ids, comment)
    let size = random.number(1...200)
    let (page, plainPage) = (finder.page(size: size), plain.page(size: size))
    guard let next = page.next, let plainNext = plainPage.next else {
      #expect(page.next == nil && plainPage.next == nil, comment)
      return
    }
    if random.chance(50) {
      // The cursor stays valid when its record is gone.
      try Ticket.where(\.id == page.records[size - 1].id).deleteAll()
      try PlainTicket.where(\.id == page.records[size - 1].id).deleteAll()
    }
    let second = finder.page(after: next, size: limit)
    let plainSecond = plain.page(after: plainNext, size: limit)
    #expect(second.records.map(\.id) == plainSecond.records.map(\.id), comment)
    #expect((second.next == nil) == (plainSecond.next == nil), comment)
  }
}
