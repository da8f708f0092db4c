import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

extension FinderChain<Card> {
  /// A scope: the cards with a weight, by title.
  fileprivate var heavy: Finder<Card> { self.where(\.weight > 1).order(by: \.title) }
}

@Suite(.store)
struct ReadingRelationsTests {
  let world: BoardWorld

  init() throws { world = try BoardWorld() }

  @Test func `a record finds its parent`() {
    #expect(world.door.board == world.home)
    #expect(world.door.person == world.bob)
    #expect(world.door.parent == world.paint)
    #expect(world.walls.person == nil)
    #expect(world.door.parent?.board?.owner?.name == "Ann")
  }

  @Test func `a record's children can be found as with a finder`() {
    #expect(world.home.cards.all == [world.paint, world.door, world.walls])
    #expect(world.home.cards.count == 3)
    #expect(world.home.cards.where(\.weight > 1).order(by: \.title).all == [world.door, world.walls])
    #expect(world.home.cards.first == world.paint)
    #expect(world.home.cards.map(\.title) == ["paint", "door", "walls"])
    #expect(world.empty.cards.isEmpty)
    #expect(world.home.cards.find(world.report.id) == nil)
    #expect(world.home.cards.sum(\.weight) == 9)
  }

  @Test func `related records describe their query`() {
    #expect("\(world.home.cards)" == "Card where boardID == 1")
    #expect("\(world.door.labels)" == "Label where has Tagging where has Card where id == 2")
  }

  @Test func `a relation keeps its own condition and order`() {
    #expect(world.home.urgentCards.all == [world.walls, world.door])
    #expect(world.home.urgentCards.where(\.weight < 5).all == [world.door])
  }

  @Test func `related records have the scopes of their model`() {
    #expect(world.home.cards.heavy.all == [world.door, world.walls])
    #expect(world.home.cards.where(\.weight < 5).heavy.all == [world.door])
    #expect(world.home.urgentCards.heavy.all == [world.walls, world.door])
    #expect(world.door.labels.where(.none).isEmpty && world.home.cards.heavy.where(.none).count == 0)
    #expect(Store.current.table(Card.self).heavy.ids == Card.where(\.weight > 1).order(by: \.title).ids)
  }

  @Test func `a has-one relation returns a record or nil`() {
    #expect(world.home.cover == world.cover)
    #expect(world.work.cover == nil)
    #expect(world.cover.board == world.home)
  }

  @Test func `a many-to-many relation leads through joining records`() {
    #expect(world.door.labels.all == [world.red, world.green])
    #expect(world.red.cards.all == [world.paint, world.door])
    #expect(world.unused.cards.isEmpty)
    #expect(world.walls.labels.isEmpty)
  }

  @Test func `a relation through others returns each record once`() {
    #expect(world.home.people.all == [world.ann, world.bob])
    #expect(world.home.labels.all == [world.red, world.green])
    #expect(world.work.labels.all == [world.green])
    #expect(world.home.labels.where(\.name).eq("green").count == 1)
  }

  @Test func `a many-to-many relation finds records at the end of large tables`() throws {
    let cards = try Card.insert(contentsOf: (0..<1000).map { Card("card \($0)", on: world.home) })
    let labels = try Label.insert(contentsOf: (0..<1000).map { Label("label \($0)") })
    try Tagging.insert(contentsOf: zip(cards, labels).map { Tagging($0, $1) })
    #expect([0, 127, 500, 999].allSatisfy { cards[$0].labels.all == [labels[$0]] })
    #expect(
      Card.where { $0.labels.any { $0.name == "label 999" || $0.name == "label 300" } }.all == [cards[300], cards[999]])
  }

  @Test func `a model can be related to itself`() {
    #expect(world.paint.children.all == [world.door, world.walls])
    #expect(world.paint.grandchildren.all == [world.report])
    #expect(world.report.parent?.parent == world.paint)
  }

  @Test func `a record that was never saved has no related records`() {
    #expect(Board("new").cards.isEmpty)
    #expect(Board("new").labels.isEmpty)
    #expect(Board("new").cover == nil)
    #expect(Card("new").board == nil)
  }

  @Test func `relations query the current store`() throws {
    let before = Store.current.snapshot()
    try world.walls.delete()
    #expect(world.home.cards.count == 2)
    Store.with(before) { #expect(world.home.cards.count == 3) }
    Store.with(Store()) {
      #expect(world.home.cards.isEmpty)
      #expect(world.door.board == nil)
    }
  }

  @Test func `assigning a parent sets the key and saves nothing`() throws {
    var card = world.walls
    card.board = world.work
    card.person = world.ann
    card.parent = nil
    #expect(card == Card("walls", weight: 5, on: world.work, person: world.ann).with(\.id, world.walls.id))
    #expect(Card.find(card.id) == world.walls)
    try card.save()
    #expect(world.work.cards.all == [card, world.report])
  }

  @Test func `foreign keys are indexed automatically`() {
    #expect(Card.schema["boardID"]?.options == .indexed)
    #expect(Card.schema["title"]?.options == [])
  }

  @Test func `a schema lists its relations`() {
    #expect(
      Board.schema.relations.map(\.description) == [
        "owner: BelongsTo<Person>", "cards: HasMany<Card>", "urgentCards: HasMany<Card>", "cover: HasOne<Cover>",
        "people: HasMany<Person>", "labels: HasMany<Label>", "notes: HasMany<Note>",
      ])
    #expect(Board.schema.relations.map(\.key) == ["ownerID", "boardID", "boardID", "boardID", nil, nil, "subjectID"])
    #expect(Card.schema.relations.map(\.isRequired) == [true, false, false, false, false, false, false, false])
    #expect(Card.schema.relations.map(\.dependent) == [.none, .none, .none, .nullify, .none, .delete, .none, .nullify])
    #expect(Note.schema.relations.map(\.description) == ["subject: BelongsTo<Board or Card>"])
    #expect(Todo.schema.relations.isEmpty)
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `a key without a column traps`() async {
      await #expect(processExitsWith: .failure) { _ = Keyless.schema }
    }

    @Test func `a relation with the name of a property traps`() async {
      await #expect(processExitsWith: .failure) { _ = Hidden.schema }
    }
  #endif

  private struct Hidden: Model {
    var id = 0
    var card = 0
    static let schema = Schema<Hidden> { Column(\.card) }
    struct Relations: Sendable { let card = BelongsTo<Card>(\.card) }
    static let relations = Relations()
  }

  private struct Keyless: Model {
    var id = 0
    var parentID: Int?
    static let schema = Schema<Keyless> { Transient(\.parentID) }
    struct Relations: Sendable { let parent = BelongsTo<Keyless>(\.parentID) }
    static let relations = Relations()
  }
}

extension Model {
  func with<Value>(_ property: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
    var copy = self
    copy[keyPath: property] = value
    return copy
  }
}
