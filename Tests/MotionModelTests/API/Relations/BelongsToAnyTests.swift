import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

@Suite(.store)
struct BelongsToAnyTests {
  let world: BoardWorld

  init() throws { world = try BoardWorld() }

  @Test func `a parent may be of several models`() throws {
    // Board and card have the same id, 1.
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

  @Test func `notes can be queried across the relation`() throws {
    try world.home.notes.create { $0.text = "on a board" }
    try world.paint.notes.create { $0.text = "on a card" }
    try world.door.notes.create { $0.text = "on another" }
    #expect(Board.where { $0.notes.exists }.ids == [world.home.id])
    #expect(Card.where { $0.notes.any { $0.text.endsWith("card") } }.ids == [world.paint.id])
    #expect(Card.where { $0.notes.count == 1 }.ids == [world.paint.id, world.door.id])
    #expect(Board.including(\.notes).all.map(\.1.count) == [1, 0, 0])
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

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `a HasMany relation of a model that the BelongsToAny relation does not name traps`() async {
      await #expect(processExitsWith: .failure) { _ = Stranger().notes.count }
    }
  #endif

  private struct Stranger: Model {
    var id = 1
    static let schema = Schema<Stranger> {}
    struct Relations: Sendable { let notes = HasMany<Note>(as: \.subject) }
    static let relations = Relations()
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `a parent of a model that the relation does not name traps`() async {
      await #expect(processExitsWith: .failure) {
        var note = Note()
        note.subject = Label("red")
      }
    }
  #endif
}

// MARK: - Required

private struct Picture: Model, Equatable {
  var id = 0
  static let schema = Schema<Picture> {}
}

private struct Film: Model, Equatable {
  var id = 0
  static let schema = Schema<Film> {}
}

/// A remark with a required parent.
private struct Remark: Model, Equatable {
  var id = 0
  var subjectType: String?
  var subjectID: Int?

  static let schema = Schema<Remark> {
    Column(\.subjectType)
    Column(\.subjectID)
  }
  struct Relations: Sendable {
    let subject = BelongsToAny<Int>(
      type: \.subjectType, id: \.subjectID, Picture.self, Film.self, required: true)
  }
  static let relations = Relations()
}

@Suite(.store) struct RequiredBelongsToAnyTests {
  @Test func `a required parent may be of any of the models, and must exist`() throws {
    let (picture, film) = (try Picture.create(), try Film.create())
    #expect(picture.id == film.id)
    for subject in [picture, film] as [any Model] { try Remark.create { $0.subject = subject } }
    let error = #expect(throws: StoreError.self) { () throws in _ = try Remark.create() }
    #expect(error == .parentMissing(model: "Remark", id: "3", relation: "subject", parent: "Picture or Film"))
    #expect(throws: StoreError.self) { () throws in
      _ = try Remark.create { ($0.subjectType, $0.subjectID) = ("Film", 7) }
    }
    var moved = try Remark.require(1)
    moved.subjectType = "Film"
    try moved.save()
    moved.subjectType = "Novel"
    #expect(throws: StoreError.self) { () throws in try moved.save() }
    #expect(Remark.all.map { $0.subjectType } == ["Film", "Film"])
  }

  @Test func `a required parent cannot be deleted, but a record of another model with the same id can`() throws {
    let (picture, film) = (try Picture.create(), try Film.create())
    let remark = try Remark.create { $0.subject = film }
    try picture.delete()
    let error = #expect(throws: StoreError.self) { () throws in try film.delete() }
    #expect(error == .parentNeeded(model: "Film", id: "1", child: "Remark", relation: "subject"))
    try remark.delete()
    try film.delete()
    #expect(Film.count == 0 && Store.current.violation() == nil)
  }
}
