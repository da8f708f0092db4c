import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

@Suite(.store)
struct AskingAcrossRelationsTests {
  let world: BoardWorld

  init() throws { world = try BoardWorld() }

  private func boards(_ predicate: (Columns<Board>) -> RecordPredicate<Board>) -> [String] {
    Board.where(predicate).pluck(\.name)
  }

  private func cards(_ predicate: (Columns<Card>) -> RecordPredicate<Card>) -> [String] {
    Card.where(predicate).pluck(\.title)
  }

  @Test func `any, all and none test related records`() {
    #expect(boards { $0.cards.any { $0.weight == 3 } } == ["home", "work"])
    #expect(boards { $0.cards.all { $0.weight == 3 } } == ["work", "empty"])
    #expect(boards { $0.cards.none { $0.weight == 5 } } == ["work", "empty"])
    #expect(boards { $0.cards.exists } == ["home", "work"])
    #expect(boards { $0.cards.isEmpty } == ["empty"])
    #expect(boards { $0.cards.exists && $0.name != "work" } == ["home"])
    #expect(boards { $0.cards.isEmpty || $0.name == "home" } == ["home", "empty"])
  }

  @Test func `conditions can lead through several relations`() {
    #expect(boards { $0.labels.any { $0.name == "red" } } == ["home"])
    #expect(boards { $0.cards.any { $0.labels.any { $0.name == "green" } } } == ["home", "work"])
    #expect(cards { $0.labels.isEmpty } == ["walls"])
    #expect(cards { $0.grandchildren.exists } == ["paint"])
    #expect(Person.where { $0.cards.any { $0.board.name == "work" } }.ids == ["bob"])
  }

  @Test func `aggregates of related records can be compared in conditions`() {
    #expect(boards { $0.cards.count == 3 } == ["home"])
    #expect(boards { $0.cards.count < 2 } == ["work", "empty"])
    #expect(boards { $0.cards.where { $0.weight >= 3 }.count >= 2 } == ["home"])
    #expect(boards { $0.cards.sum(\.weight) > 3 } == ["home"])
    #expect(boards { $0.cards.sum(\.weight) != 3 } == ["home", "empty"])
    #expect(boards { $0.cards.average(\.weight) == 3 } == ["home", "work"])
    #expect(boards { $0.cards.average(\.weight) == nil } == ["empty"])
    #expect(boards { $0.cards.maximum(\.weight) <= 4 } == ["work"])
    #expect(boards { $0.cards.minimum(\.title) == "door" } == ["home"])
    #expect(boards { $0.labels.count == 2 } == ["home"])
    #expect(boards { $0.urgentCards.count == 2 } == ["home"])
  }

  @Test func `aggregates of related records ignore nil`() throws {
    struct Shop: Model {
      var id = 0
      var name = ""
      struct Relations: Sendable { let offers = HasMany<Offer>(\.shopID) }
      static let relations = Relations()
      static let schema = Schema<Shop> { Column(\.name) }
    }
    struct Offer: Model {
      var id = 0
      var shopID: Int?
      var price: Double?
      static let schema = Schema<Offer> {
        Column(\.shopID); Column(\.price)
      }
    }
    let prices: [[Double?]] = [[1, nil, 3], [nil], []]
    for (index, prices) in prices.enumerated() {
      let shop = try Shop.create { $0.name = "\(index)" }
      for price in prices { try shop.offers.create { $0.price = price } }
    }
    func shops(_ predicate: (Columns<Shop>) -> RecordPredicate<Shop>) -> [String] {
      Shop.where(predicate).pluck(\.name)
    }
    #expect(shops { $0.offers.sum(\.price) == 4 } == ["0"])
    #expect(shops { $0.offers.average(\.price) == 2 } == ["0"])
    #expect(shops { $0.offers.average(\.price) == nil } == ["1", "2"])
    #expect(shops { $0.offers.minimum(\.price) == 1 } == ["0"])
    #expect(shops { $0.offers.maximum(\.price) == 3 } == ["0"])
    #expect(shops { $0.offers.maximum(\.price) == nil } == ["1", "2"])
    #expect(Shop.order(by: { $0.offers.minimum(\.price) }, nils: .first).pluck(\.name) == ["1", "2", "0"])
  }

  @Test func `a parent's columns can be used in conditions`() {
    #expect(cards { $0.board.name == "home" } == ["paint", "door", "walls"])
    #expect(cards { $0.person.name == "Bob" } == ["door", "report"])
    #expect(cards { $0.person.name != "Bob" } == ["paint"])
    #expect(cards { $0.person.isMissing } == ["walls"])
    #expect(cards { $0.person.exists && $0.weight > 1 } == ["door", "report"])
    #expect(cards { $0.board.owner.name == "Ann" } == ["paint", "door", "walls"])
    #expect(cards { $0.parent.weight.between(0, 2) } == ["door", "walls"])
    #expect(cards { $0.board.cards.count == 1 } == ["report"])
    #expect(cards { $0.board.matches { $0.name == "home" && $0.ownerID == "ann" } } == ["paint", "door", "walls"])
    #expect(cards { $0.board.cover.color == "blue" } == ["paint", "door", "walls"])
    #expect(boards { $0.cover.color.startsWith("bl") } == ["home"])
    #expect(boards { $0.cover.isMissing } == ["work", "empty"])
  }

  @Test func `records are ordered by aggregates of related records`() {
    #expect(Board.order(by: { $0.cards.count }, .descending).pluck(\.name) == ["home", "work", "empty"])
    #expect(Board.order(by: { $0.cards.count }).order(by: \.name).limit(2).pluck(\.name) == ["empty", "work"])
    #expect(Board.order(by: { $0.cards.maximum(\.weight) }, nils: .first).pluck(\.name) == ["empty", "work", "home"])
    #expect(
      Board.where { $0.cards.exists }.order(by: { $0.cards.sum(\.weight) }).ids == [world.work.id, world.home.id])
    let page = Board.order(by: { $0.cards.count }).page(size: 2)
    #expect(page.records == [world.empty, world.work])
    let next = Board.order(by: { $0.cards.count }).page(after: page.next, size: 2)
    #expect(next.records == [world.home])
  }

  @Test func `matches tests a record that is not stored by its own keys`() throws {
    let predicate = Card.where { $0.board.name == "work" }
    #expect(!predicate.matches(world.paint))
    #expect(predicate.matches(world.paint.with(\.boardID, world.work.id)))
    #expect(Board.where { $0.cards.count == 3 }.matches(world.home.with(\.name, "changed")))
  }

  @Test func `including returns each record with its related records`() {
    let found = Board.order(by: \.name).including(\.cards).including(\.cover).including(\.owner).all
    #expect(found.map(\.0) == [world.empty, world.home, world.work])
    #expect(found.map(\.1) == [[], [world.paint, world.door, world.walls], [world.report]])
    #expect(found.map(\.2) == [nil, world.cover, nil])
    #expect(found.map(\.3) == [nil, world.ann, nil])
    #expect(Label.including(\.cards).all.map(\.1) == [[world.paint, world.door], [world.door, world.report], []])
    #expect(Board.including(\.urgentCards).all.map(\.1) == [[world.walls, world.door], [world.report], []])
  }

  @Test func `including refines the related records of each record separately`() {
    let heaviest = Board.including(\.cards) { $0.where(\.weight > 1).order(by: \.weight, .descending).limit(1) }.all
    #expect(heaviest.map(\.1) == [[world.walls], [world.report], []])
    let second = Board.including(\.cards) { $0.offset(1).limit(1) }.all
    #expect(second.map(\.1) == [[world.door], [], []])
    let onlyBlue = Board.including(\.cover) { $0.where(\.color == "red") }.all
    #expect(onlyBlue.map(\.1) == [nil, nil, nil])
  }

  @Test func `join returns a pair for each related record`() {
    let pairs = Board.where(\.name != "empty").join(\.cards) { $0.where(\.weight >= 3) }
    #expect(pairs.map { "\($0.name) \($1.title)" } == ["home door", "home walls", "work report"])
    #expect(Card.join(\.person).map { "\($0.title) \($1.id)" } == ["paint ann", "door bob", "report bob"])
    #expect(Person.join(\.boards).map(\.1) == [world.home])
  }

  @Test func `finders across relations describe their query`() {
    #expect(
      "\(Board.where { $0.cards.any { $0.weight > 2 } && $0.cards.count > 1 })"
        == "Board where has Card where weight > 2 && count of Card > 1")
    #expect("\(Card.where { $0.board.isMissing })" == "Card where !(has Board)")
    #expect(
      "\(Board.order(by: { $0.cards.sum(\.weight) }, .descending))" == "Board order by sum of weight of Card descending"
    )
  }
}
