import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

@Suite(.store)
struct WritingRelationsTests {
  let world: BoardWorld

  init() throws { world = try BoardWorld() }

  // MARK: - Many

  @Test func `create saves a record that belongs to the owner`() throws {
    let card = try world.work.cards.create { $0.title = "letter" }
    #expect(card == Card("letter", on: world.work).with(\.id, card.id))
    #expect(world.work.cards.all == [world.report, card])
  }

  @Test func `build returns a record that is not saved`() {
    let card = world.work.cards.new { $0.title = "letter" }
    #expect(card == Card("letter", on: world.work))
    #expect(world.work.cards.count == 1)
  }

  @Test func `new records get the values that the finder's conditions require by equality`() throws {
    let finder = world.work.cards.where(\.weight).eq(7).and(\.personID).eq("ann").where(\.title > "a")
    let card = try finder.create { $0.title = "letter" }
    #expect(card == Card("letter", weight: 7, on: world.work, person: world.ann).with(\.id, card.id))
    #expect(Card.where(\.weight).eq(2).new() == Card("", weight: 2))
    #expect(try Card.where(\.title).eq("new").and(\.boardID).eq(world.home.id).firstOrCreate().title == "new")
  }

  @Test func `append moves a record to another owner`() throws {
    var card = world.paint
    try world.work.cards.append(&card)
    #expect(card.boardID == world.work.id)
    #expect(world.work.cards.all == [card, world.report])
    #expect(world.home.cards.all == [world.door, world.walls])
    var new = Card("new")
    try world.work.cards.append(&new)
    #expect(Card.find(new.id) == Card("new", on: world.work).with(\.id, new.id))
  }

  @Test func `append moves several records as one changeset`() throws {
    let commits = Store.current.commitCount
    let cards = try world.empty.cards.append(contentsOf: [world.paint, Card("new")])
    #expect(world.empty.cards.all == cards)
    #expect(Store.current.commitCount == commits + 1)
  }

  @Test func `remove follows the rule of the relation`() throws {
    #expect(try world.paint.children.remove(world.door))
    #expect(Card.find(world.door.id)?.parentID == nil)
    #expect(try !world.paint.children.remove(world.report))
    #expect(try world.home.cards.remove(world.walls))
    #expect(Card.find(world.walls.id) == nil)
    #expect(try world.paint.children.removeAll() == 0)
  }

  @Test func `replace writes only the difference`() throws {
    let commits = Store.current.commitCount
    let cards = try world.paint.children.replace(with: [world.walls, world.report, Card("new", on: world.work)])
    #expect(world.paint.children.all == cards)
    #expect(cards.map(\.title) == ["walls", "report", "new"])
    #expect(Card.find(world.door.id)?.parentID == nil)
    #expect(Store.current.commitCount == commits + 1)
    #expect(try world.paint.children.replace(with: []) == [])
    #expect(world.paint.children.isEmpty)
  }

  @Test func `replace does not write records that belong to the owner already, even if the given copies differ`() throws
  {
    var (door, report) = (world.door, world.report)
    try door.update { $0.weight = 9 }
    (report.title, report.weight) = ("moved", 7)
    let cards = try world.paint.children.replace(with: [world.door, report, report, Card("new", on: world.work)])
    #expect(cards.map(\.title) == ["door", "moved", "moved", "new"])
    #expect(cards[0] == door)
    #expect(Card.find(door.id) == door)
    #expect(Card.find(report.id)?.weight == 7)
    #expect(world.paint.children.all.map(\.title) == ["door", "moved", "new"])
  }

  // MARK: - Many to many

  @Test func `append and remove create and delete joining records`() throws {
    var label = Label("blue")
    try world.walls.labels.append(&label)
    #expect(world.walls.labels.all == [label])
    try world.walls.labels.append(&label)
    #expect(world.walls.taggings.count == 1)
    #expect(try world.walls.labels.remove(label))
    #expect(world.walls.taggings.isEmpty)
    #expect(Label.find(label.id) == label)
    #expect(try world.door.labels.removeAll { $0.where(\.name).eq("red") } == 1)
    #expect(world.door.labels.all == [world.green])
  }

  @Test func `create through joining records creates both records`() throws {
    let label = try world.walls.labels.create { $0.name = "blue" }
    #expect(world.walls.labels.all == [label])
    #expect(label.cards.all == [world.walls])
  }

  @Test func `replace creates and deletes only the joining records that differ`() throws {
    let kept = try #require(world.door.taggings.where(\.labelID).eq(world.green.id).first)
    try world.door.labels.replace(with: [world.green, world.unused, world.unused])
    #expect(world.door.labels.all == [world.green, world.unused])
    #expect(world.door.taggings.first == kept)
    #expect(world.door.taggings.count == 2)
  }

  @Test func `a relation through children of children cannot be written`() throws {
    let before = Store.current.commitCount
    let error = #expect(throws: StoreError.self) { try world.home.labels.create { $0.name = "blue" } }
    #expect(error == .notWritable(model: "Board", target: "Label"))
    #expect(
      error?.description
        == "Label records cannot be given to Board records or taken from them, because none that join one of each stand "
        + "between them: write to the relations in between.")
    #expect(Store.current.commitCount == before)
    #expect(Label.count == 3)
  }

  // MARK: - One

  @Test func `setting a single related record replaces the old one`() throws {
    let red = try world.home.create(\.cover) { $0.color = "red" }
    #expect(world.home.cover == red)
    #expect(Cover.find(world.cover.id) == nil)
    var green = Cover("green")
    try world.work.set(\.cover, to: &green)
    #expect(world.work.cover == green)
    try world.home.set(\.cover, to: &green)
    #expect(world.work.cover == nil)
    #expect(Cover.records.all == [green])
    #expect(try world.home.remove(\.cover))
    #expect(try !world.home.remove(\.cover))
    #expect(world.home.cover == nil)
  }

  @Test func `setting the same record again keeps it`() throws {
    var cover = world.cover
    cover.color = "black"
    try world.home.set(\.cover, to: &cover)
    #expect(Cover.records.all == [cover])
  }

  // MARK: - Together

  @Test func `a new parent is saved before its child`() throws {
    var board = Board("new")
    var card = Card("first")
    let commits = Store.current.commitCount
    try card.save(with: \.board, &board)
    #expect(card.board == board)
    #expect(Board.find(board.id) == Board("new").with(\.id, board.id))
    #expect(Store.current.commitCount == commits + 1)
  }

  @Test func `a new parent is saved before its children`() throws {
    var board = Board("new")
    var cards = [Card("first"), world.paint]
    try board.save(with: \.cards, &cards)
    #expect(board.cards.all.map(\.title) == ["paint", "first"])
    #expect(cards.map(\.boardID) == [board.id, board.id])
  }

  @Test func `saving together is all or nothing`() throws {
    var label = Label("red")
    var tagging = Tagging(world.walls, world.red)
    let commits = Store.current.commitCount
    #expect(throws: StoreError.notUnique(model: "Label", columns: ["name"], id: "1")) {
      try tagging.save(with: \.label, &label)
    }
    #expect(tagging == Tagging(world.walls, world.red))
    #expect(label == Label("red"))
    #expect(Store.current.commitCount == commits)
  }

  // MARK: - Wrong owners

  @Test func `an owner that was never saved or was deleted is refused`() throws {
    var card = world.paint
    #expect(throws: StoreError.notSaved(model: "Board")) { try Board("new").cards.create() }
    #expect(throws: StoreError.notSaved(model: "Board")) { try Board("new").cards.append(&card) }
    try world.work.destroy()
    #expect(throws: StoreError.recordGone(model: "Board", id: "2")) { try world.work.cards.create() }
    #expect(throws: StoreError.recordGone(model: "Board", id: "2")) { try world.work.create(\.cover) }
    #expect(throws: StoreError.recordGone(model: "Board", id: "2")) { try world.work.cards.replace(with: [card]) }
    #expect(card == world.paint)
  }

  @Test func `an owner of another store is refused`() throws {
    try Store.with(Store()) { () throws in
      #expect(throws: StoreError.recordGone(model: "Board", id: "1")) { try world.home.cards.create() }
      var card = Card("stray", on: world.home)
      #expect(throws: StoreError.self) { try card.save() }
    }
  }

  @Test func `a refused append changes nothing`() throws {
    let commits = Store.current.commitCount
    #expect(throws: StoreError.notUnique(model: "Label", columns: ["name"], id: "2")) {
      try expectNoChanges { try world.walls.labels.append(contentsOf: [Label("blue"), Label("green")]) }
    }
    #expect(Store.current.commitCount == commits)
  }
}
