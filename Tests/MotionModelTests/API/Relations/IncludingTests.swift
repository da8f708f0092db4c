import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

/// Related records to any depth, beside loops that ask each record for them.
@Suite(.store)
struct IncludingTests {
  @Test func `records come with what is related to them, to any depth`() throws {
    let world = try BoardWorld()
    let boards = Board.order(by: \.name)
      .including(\.cards) { $0.order(by: \.weight, .descending).including(\.labels).including(\.person) }
      .including(\.cover)
    var lines: [String] = []
    for (board, cards, cover) in boards.all {
      lines.append("\(board.name) \(cover?.color ?? "-")")
      for (card, labels, person) in cards {
        lines.append("  \(card.title) \(labels.map(\.name)) \(person?.id ?? "-")")
      }
    }
    let expected = Board.order(by: \.name).all.flatMap { board in
      ["\(board.name) \(board.cover?.color ?? "-")"]
        + board.cards.order(by: \.weight, .descending).all.map { card in
          "  \(card.title) \(card.labels.all.map(\.name)) \(card.person?.id ?? "-")"
        }
    }
    #expect(lines == expected && lines.count == 3 + Card.count)
    #expect(boards.first?.0 == world.empty && boards.first?.1.isEmpty == true)
  }

  @Test func `a parent comes with its own parents and children`() throws {
    let world = try BoardWorld()
    let found = Card.order(by: \.id).including(\.board) { $0.including(\.owner).including(\.cover) }.including(\.parent)
    for (card, family, parent) in found.all {
      #expect(family?.0 == card.board && family?.1 == card.board?.owner && family?.2 == card.board?.cover)
      #expect(parent == card.parent)
    }
    #expect(found.all.map(\.0) == Card.all)
    // A parent with several things behind another relation.
    let later = Card.order(by: \.id).including(\.labels).including(\.parent) {
      $0.including(\.person).including(\.labels)
    }
    for (card, labels, parent) in later.all {
      #expect(labels == card.labels.all && parent?.0 == card.parent)
      #expect(parent?.1 == card.parent?.person && parent?.2 == card.parent?.labels.all)
    }
    _ = try Cover("lost").saved()
    let lost = try #require(Cover.where(\.color == "lost").including(\.board) { $0.including(\.cards) }.first)
    #expect(lost.0.color == "lost" && lost.1 == nil)
    #expect(Cover.including(\.board) { $0.including(\.cards) }.first?.1?.1 == world.home.cards.all)
    #expect(Board.including(\.cover) { $0.including(\.board) }.all.map { $0.1?.1 } == [world.home, nil, nil])
  }

  @Test func `a condition, an order and a limit apply to each record separately, at each level`() throws {
    _ = try BoardWorld()
    let found = Board.including(\.cards) {
      $0.where(\.weight > 0).order(by: \.weight, .descending).limit(2)
        .including(\.labels) { $0.order(by: \.name, .descending).limit(1) }
    }.all
    for (board, cards) in found {
      let expected = board.cards.where(\.weight > 0).order(by: \.weight, .descending).limit(2).all
      #expect(cards.map(\.0) == expected)
      #expect(cards.map(\.1) == expected.map { $0.labels.order(by: \.name, .descending).limit(1).all })
    }
  }

  @Test func `a finder is not run before it is asked`() throws {
    let finder = Board.including(\.cards) { $0.including(\.labels) }
    #expect(finder.all.isEmpty && finder.first == nil)
    let world = try BoardWorld()
    #expect(finder.all.map(\.0) == Board.all && finder.finder.count == 3)
    #expect(Board.records.limit(0).including(\.cards).first == nil)
    try world.home.destroy()
    #expect(finder.all.count == 2)
  }

  @Test func `shared records are read once, however many lead to them`() throws {
    let world = try BoardWorld()
    let asked = Counter()
    let cards = (0..<50).map { Card("card \($0)", on: world.empty) }
    let labels = try Label.insert(contentsOf: (0..<4).map { Label("label \($0)") })
    for card in try Card.insert(contentsOf: cards) { for label in labels { _ = try Tagging(card, label).saved() } }
    let found = world.empty.cards.finder.including(\.labels) { labels in
      labels.including(\.cards) { cards in
        cards.order(by: { first, second in
          asked.add()
          return first.id < second.id
        })
      }
    }.all
    #expect(found.count == 50 && found.allSatisfy { $0.1.count == 4 && $0.1.allSatisfy { $0.1.count == 50 } })
    #expect(asked.value < 4 * 50 * 12, "each label's cards are sorted once, and not for each card")
  }

  @Test func `a relation of the model to itself is included as often as it is written`() throws {
    let board = try Board("home").saved()
    let top = try Card("top", on: board).saved()
    let middle = try Card("middle", on: board, parent: top).saved()
    let bottom = try Card("bottom", on: board, parent: middle).saved()
    let found = try #require(
      Card.where(\.title == "top").including(\.children) { $0.including(\.children) { $0.including(\.children) } }.first
    )
    #expect(found.0 == top && found.1.map(\.0) == [middle] && found.1[0].1.map(\.0) == [bottom])
    #expect(found.1[0].1[0].1.isEmpty)
  }

  @Test(arguments: 0..<shortened(4)) func `random records come with what loops find`(part: Int) throws {
    var random = TestSeed.generator(480 + part)
    let comment = Comment(rawValue: "seed \(TestSeed.current)")
    let people = try Person.insert(contentsOf: (0..<4).map { Person("person \($0)") })
    let boards = try Board.insert(
      contentsOf: (0..<8).map { Board("board \($0)", owner: random.chance(60) ? random.pick(people) : nil) })
    let labels = try Label.insert(contentsOf: (0..<6).map { Label("label \($0)") })
    var cards: [Card] = []
    for number in 0..<60 {
      cards.append(
        try Card(
          "card \(number)", weight: random.number(0...4), on: random.pick(boards),
          person: random.chance(70) ? random.pick(people) : nil,
          parent: random.chance(50) && !cards.isEmpty ? random.pick(cards) : nil
        ).saved())
    }
    for _ in 0..<100 { _ = try Tagging(random.pick(cards), random.pick(labels)).saved() }
    for _ in 0..<20 {
      let (weight, limit, other) = (random.number(0...4), random.number(0...4), random.number(1...3))
      let isDescending = random.chance(50)
      @Sendable func refined(_ cards: Finder<Card>) -> Finder<Card> {
        cards.where(\.weight >= weight).order(by: \.weight, isDescending ? .descending : .ascending).limit(limit)
      }
      let found = Board.order(by: \.name).including(\.cards) {
        refined($0).including(\.labels) { $0.including(\.cards) { $0.limit(other) } }.including(\.children)
      }.including(\.people) { $0.including(\.cards) { refined($0) } }.all
      try #require(found.map(\.0) == Board.order(by: \.name).all, comment)
      for (board, cards, people) in found {
        let expected = refined(board.cards.finder).all
        #expect(cards.map(\.0) == expected && people.map(\.0) == board.people.all, comment)
        for (card, labels, children) in cards {
          #expect(labels.map(\.0) == card.labels.all && children == card.children.all, comment)
          for (label, others) in labels { #expect(others == label.cards.limit(other).all, comment) }
        }
        for (person, own) in people { #expect(own == refined(person.cards.finder).all, comment) }
      }
    }
  }
}
