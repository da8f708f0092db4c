import MotionModel
import MotionModelTestSupport
import Testing

@Suite(.ownStore)
struct PolymorphicRelationTests {
  let world: BoardWorld

  init() throws { world = try BoardWorld() }

  @Test func `a parent may be of several models`() throws {
    // Both have the id 1.
    let board = try world.home.notes.create { $0.text = "on a board" }
    let card = try world.paint.notes.create { $0.text = "on a card" }
    #expect(world.home.id == world.paint.id)
    #expect(board == Note("on a board").with(\.id, 1).with(\.subjectType, "Board").with(\.subjectID, 1))
    #expect(board.subject as? Board == world.home)
    #expect(card.subject as? Card == world.paint)
    #expect(world.home.notes.all == [board])
    #expect(world.paint.notes.all == [card])
    #expect(Note("free").subject == nil)
  }

  @Test func `notes are asked for across the relation`() throws {
    try world.home.notes.create { $0.text = "on a board" }
    try world.paint.notes.create { $0.text = "on a card" }
    try world.door.notes.create { $0.text = "on another" }
    #expect(Board.where { $0.notes.exists }.ids == [world.home.id])
    #expect(Card.where { $0.notes.any { $0.text.endsWith("card") } }.ids == [world.paint.id])
    #expect(Card.where { $0.notes.count == 1 }.ids == [world.paint.id, world.door.id])
    #expect(Board.with(\.notes).map(\.1.count) == [1, 0, 0])
  }

  @Test func `a note moves to a parent of another model`() throws {
    var note = try world.home.notes.create()
    note.subject = world.report
    try note.save()
    #expect(world.home.notes.isEmpty)
    #expect(world.report.notes.all == [note])
    note.subject = nil
    #expect(note.subjectType == nil)
    #expect(note.subjectID == nil)
  }

  @Test func `a model that says that records belong to it and is not named by their relation traps`() async {
    await #expect(processExitsWith: .failure) { _ = Stranger().notes.count }
  }

  private struct Stranger: Model {
    var id = 1
    static let schema = Schema<Stranger> {}
    struct Relations: Sendable { let notes = HasMany<Note>(as: \.subject) }
    static let relations = Relations()
  }

  @Test func `a parent of a model that the relation does not name traps`() async {
    await #expect(processExitsWith: .failure) {
      var note = Note()
      note.subject = Label("red")
    }
  }
}
