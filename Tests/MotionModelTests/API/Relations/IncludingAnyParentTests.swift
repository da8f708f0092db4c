import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

/// Parents of several models, to any depth.
@Suite(.store)
struct IncludingAnyParentTests {
  let world: BoardWorld

  init() throws {
    world = try BoardWorld()
    // Home and paint have the same id.
    for (text, subject) in [("home", world.home), ("paint", world.paint), ("report", world.report)] as [(_, any Model)]
    {
      var note = Note(text)
      note.subject = subject
      try note.save()
    }
    try Note("free").saved()
    var lost = Note("lost")
    (lost.subjectType, lost.subjectID) = ("Board", 99)
    try lost.save()
  }

  @Test func `a parent of any model comes with its record`() {
    let found = Note.order(by: \.id).including(\.subject).all
    #expect(found.map(\.0) == Note.all)
    #expect(found.map { $0.1 as? Board } == [world.home, nil, nil, nil, nil])
    #expect(found.map { $0.1 as? Card } == [nil, world.paint, world.report, nil, nil])
    #expect(Note.including(\.subject).first?.1 as? Board == world.home)
    #expect(Note.where(\.text == "nowhere").including(\.subject).first == nil)
  }

  @Test func `parents of each model come with what is included with them`() {
    let found = Note.order(by: \.id)
      .including(\.subject, as: Board.self) { $0.including(\.cards) { $0.order(by: \.weight).including(\.labels) } }
      .including(\.subject, as: Card.self) { $0.including(\.board).including(\.children) }
      .including(\.subject).all
    for (note, board, card, subject) in found {
      #expect(board?.0 == note.subject as? Board && subject?.id as? Int == note.subject?.id as? Int)
      #expect(board?.1.map(\.0) == board?.0.cards.order(by: \.weight).all)
      #expect(board?.1.map(\.1) == board?.0.cards.order(by: \.weight).all.map { $0.labels.all })
      #expect(card?.0 == note.subject as? Card && card?.1 == card?.0.board && card?.2 == card?.0.children.all)
    }
    #expect(found.count == 5 && found[0].1?.1.count == 3 && found[2].2?.1 == world.work)
  }

  @Test func `a parent that a condition leaves out is nil`() {
    let heavy = Note.order(by: \.id).including(\.subject, as: Card.self) { $0.where(\.weight > 1) }
      .including(\.subject, as: Board.self) { $0.where(\.name == "work") }.all
    #expect(heavy.map(\.1) == [nil, nil, world.report, nil, nil])
    #expect(heavy.map(\.2) == [nil, nil, nil, nil, nil])
    #expect(Note.including(\.subject, as: Board.self).all.map(\.1) == [world.home, nil, nil, nil, nil])
  }

  @Test func `children come with their parents of several models below other records`() {
    let boards = Board.order(by: \.id).including(\.notes) {
      $0.including(\.subject).including(\.subject, as: Card.self)
    }.all
    #expect(boards.map { $0.1.map { $0.1 as? Board } } == [[world.home], [], []])
    #expect(boards[0].1[0].2 == nil)
    let cards = Card.where(\.title == "paint").including(\.notes) {
      $0.including(\.subject, as: Card.self) { $0.including(\.notes) }
    }
    #expect(cards.first?.1.first?.1?.1.map(\.text) == ["paint"])
  }

  @Test func `a transaction sees what it has written`() throws {
    try Store.current.inTransaction {
      var note = try #require(Note.where(\.text == "free").first)
      note.subject = world.work
      try note.save()
      try world.home.destroy()
      let found = Note.order(by: \.id).including(\.subject).all
      #expect(found.map { ($0.1 as? Board)?.name } == [nil, nil, "work", nil])
    }
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `a model that the relation does not name traps`() async {
      await #expect(processExitsWith: .failure) { _ = Note.including(\.subject, as: Note.self) }
    }
  #endif
}
