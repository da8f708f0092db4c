import MotionModel
import MotionModelLive
import MotionModelTestSupport
import MotionModelTransactions
import Testing

@Suite(.ownStore)
struct LiveIncludedTests {
  @Test func `a change at any level is shown and told`() throws {
    let world = try BoardWorld()
    let live = Board.where(\.name == "home").including(\.cards) {
      $0.where(\.weight > 0).order(by: \.weight).limit(2).including(\.labels).including(\.person)
    }.including(\.owner).live()
    @Sendable func lines(_ value: [(Board, [(Card, [Label], Person?)], Person?)]) -> [String] {
      value.map { board, cards, owner in
        let cards = cards.map { "\($0.title) \($1.map(\.name)) \($2?.name ?? "-")" }
        return "\(board.name) of \(owner?.name ?? "-"): \(cards.joined(separator: ", "))"
      }
    }
    let told = Collector<String>()
    let observation = live.onChange { change in told.add("\(lines(change.before)) → \(lines(change.after))") }
    let start = #"home of Ann: paint ["red"] Ann, door ["red", "green"] Bob"#
    #expect(lines(live.value) == [start])
    var steps = [start]
    func expect(_ line: String) {
      #expect(lines(live.value) == [line])
      #expect(told.values.last == "\([steps[steps.count - 1]]) → \([line])")
      steps.append(line)
    }
    _ = try Tagging(world.paint, world.green).saved()
    expect(#"home of Ann: paint ["red", "green"] Ann, door ["red", "green"] Bob"#)
    _ = try Label.where(\.name == "red").updateAll { $0.name = "rose" }
    expect(#"home of Ann: paint ["rose", "green"] Ann, door ["rose", "green"] Bob"#)
    _ = try Person.where(\.id == "bob").updateAll { $0.name = "Robert" }
    expect(#"home of Ann: paint ["rose", "green"] Ann, door ["rose", "green"] Robert"#)
    _ = try Card.where(\.title == "door").updateAll { $0.weight = 9 }
    expect(#"home of Ann: paint ["rose", "green"] Ann, walls [] -"#)
    _ = try Board.where(\.name == "home").updateAll { $0.ownerID = "bob" }
    expect(#"home of Robert: paint ["rose", "green"] Ann, walls [] -"#)
    try world.home.destroy()
    #expect(live.value.isEmpty && told.values.count == steps.count)
    withExtendedLifetime(observation) {}
  }

  @Test func `a commit that concerns no level is not asked, and one that changes nothing is not told`() throws {
    let world = try BoardWorld()
    let live = Board.where(\.name == "home").including(\.cards) { $0.where(\.weight == 3).including(\.labels) }.live()
    #expect(live.value.count == 1)
    let told = Collector<Int>()
    let observation = live.onChange { told.add($0.after[0].1.count) }
    let before = Store.current.liveRouter.statistics
    _ = try Cover("red").saved()
    _ = try Card("light", weight: 1, on: world.home).saved()
    #expect(Store.current.liveRouter.statistics == before)
    // It meets the conditions of its level, but is on another board.
    _ = try Card("other", weight: 3, on: world.work).saved()
    #expect(Store.current.liveRouter.statistics.asked == before.asked + 1)
    #expect(told.values.isEmpty)
    _ = try Card("own", weight: 3, on: world.home).saved()
    #expect(told.values == [2] && live.plan == .runsAgain(because: "what is included with the records"))
    withExtendedLifetime(observation) {}
  }

  @Test func `a parent of one of several models is followed, too`() throws {
    let world = try BoardWorld()
    for note in [try world.home.notes.create(), try world.paint.notes.create()] { #expect(note.id > 0) }
    let live = Note.order(by: \.id).including(\.subject).including(\.subject, as: Board.self) { $0.including(\.cover) }
      .live()
    let told = Collector<String>()
    @Sendable func line(_ value: [(Note, (any Model)?, (Board, Cover?)?)]) -> String {
      value.map { "\(($1 as? Board)?.name ?? ($1 as? Card)?.title ?? "-") \($2?.1?.color ?? "-")" }
        .joined(separator: ", ")
    }
    let observation = live.onChange { told.add(line($0.after)) }
    #expect(line(live.value) == "home \(world.cover.color), paint -")
    _ = try Board.where(\.name == "work").updateAll { $0.name = "works" }
    #expect(told.values.isEmpty)
    _ = try Card.where(\.title == "paint").updateAll { $0.title = "varnish" }
    _ = try Cover.updateAll { $0.color = "grey" }
    // Its card and its note go with it, and the note on the card loses its subject.
    try world.home.destroy()
    let expected = ["home \(world.cover.color), varnish -", "home grey, varnish -", "- -"]
    #expect(told.values == expected)
    withExtendedLifetime(observation) {}
  }

  @Test func `it shows commits, and not what a transaction has written or taken back`() throws {
    let world = try BoardWorld()
    let live = Card.where(\.title == "paint").including(\.board) { $0.including(\.owner) }.live()
    func names() -> [String?] { live.value.map { $0.1?.1?.name } }
    struct Undone: Error {}
    #expect(throws: Undone.self) {
      try Store.current.transaction {
        _ = try Person.where(\.id == "ann").updateAll { $0.name = "Anna" }
        #expect(names() == ["Ann"])
        throw Undone()
      }
    }
    #expect(names() == ["Ann"])
    try Store.current.transaction {
      _ = try Person.where(\.id == "ann").updateAll { $0.name = "Anna" }
      _ = try Board.where(\.id == world.work.id).updateAll { $0.ownerID = "bob" }
      _ = try Card.where(\.title == "paint").updateAll { $0.boardID = world.work.id }
    }
    #expect(names() == ["Bob"])
  }

  @Test func `a record to which several lead is compared once, however deep it lies`() throws {
    let world = try BoardWorld()
    let cards = try Card.insert(contentsOf: (0..<30).map { Card("card \($0)", on: world.empty) })
    let labels = try Label.insert(contentsOf: (0..<4).map { Label("label \($0)") })
    for card in cards { for label in labels { _ = try Tagging(card, label).saved() } }
    let live = world.empty.cards.including(\.labels) { $0.including(\.cards) { $0.including(\.labels) } }.live()
    let told = Collector<Int>()
    let observation = live.onChange { told.add($0.after.count) }
    #expect(live.value.count == 30 && live.value[29].1[3].1[29].1.count == 4)
    _ = try Label.where(\.name == "label 3").updateAll { $0.name = "last" }
    #expect(told.values == [30] && live.value[0].1[3].1[0].1[3].name == "last")
    withExtendedLifetime(observation) {}
  }

  @Test func `changes come as a sequence, too`() async throws {
    let world = try BoardWorld()
    let live = Board.where(\.name == "work").including(\.cards) { $0.including(\.children) }.live()
    let changes = live.changes
    _ = try Card("new", on: world.work, parent: world.report).saved()
    var iterator = changes.makeAsyncIterator()
    let change = try #require(await iterator.next())
    #expect(change.before[0].1.map(\.1.count) == [0] && change.after[0].1.map(\.1.count) == [1, 0])
  }

  @Test func `records that come back bring their related records along`() throws {
    let history = UndoHistory(of: .current)
    let boards = try ["a", "b"].map { try Board.create(Board($0)) }
    for board in boards { try Card.create(Card(board.name, on: board)) }
    let live = Board.records.order(by: \.name).including(\.cards).live()
    func titles() -> [[String]] { live.value.map { $0.1.map(\.title) } }
    try boards[0].destroy()
    #expect(titles() == [["b"]])
    try history.undo()
    #expect(titles() == [["a"], ["b"]])
    try history.redo()
    var other = Board("0")
    other.id = boards[0].id
    try other.insert()
    #expect(titles() == [[], ["b"]])
    try Card.create(Card("of another with the same id", on: other))
    #expect(titles() == [["of another with the same id"], ["b"]])
  }

  @Test func `the records of a relation go with their owner`() throws {
    let board = try Board.create(Board("a"))
    let (cards, count) = (board.cards.live(), board.cards.live(.count))
    try Card.create(Card("x", on: board))
    #expect((cards.map(\.title), count.value) == (["x"], 1))
    try board.destroy()
    #expect((cards.map(\.title), count.value) == ([], 0))
  }
}
