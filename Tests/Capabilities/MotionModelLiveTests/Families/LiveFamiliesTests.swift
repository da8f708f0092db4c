import MotionModel
import MotionModelLive
import MotionModelTestSupport
import MotionModelTransactions
import Testing

@Suite(.ownStore)
struct LiveFamiliesTests {
  @Test func `a change says what changed among records and among their related records`() throws {
    let boards = try ["a", "b"].map { try Board.create(Board($0)) }
    try Card.create(Card("x", on: boards[0]))
    let live = Board.records.order(by: \.name).live(with: \.cards)
    #expect(live.value.map(\.record.name) == ["a", "b"])
    let told = Collector<String>()
    let observation = live.onChange { change in
      told.add("\(change.records.map { "\($0)" } ?? "-"): \(change.related.map { "\($0.new) \($0.change)" })")
    }
    try Card.create(Card("y", on: boards[1]))
    _ = try Board.where(\.name).eq("b").updateAll { $0.name = "0" }
    _ = try Card.where(\.title).eq("x").updateAll { $0.boardID = boards[1].id }
    #expect(live.value.map { "\($0.record.name): \($0.related.map(\.title))" } == [#"0: ["x", "y"]"#, "a: []"])
    #expect(
      told.values == [
        #"-: ["1 insert 0"]"#,
        "move 1 → 0, update 0 (name): []",
        #"-: ["0 insert 0", "1 delete 0"]"#,
      ])
    withExtendedLifetime(observation) {}
  }

  @Test func `a commit to the related records of others is not asked`() throws {
    let boards = try (0..<20).map { try Board.create(Board("\($0)")) }
    let live = Board.where(\.id).in([boards[3].id, boards[4].id]).live(with: \.cards)
    let before = Store.current.liveRouter.statistics
    try Card.create(Card("x", on: boards[7]))
    #expect(Store.current.liveRouter.statistics == before)
    try Card.create(Card("x", on: boards[3]))
    let after = Store.current.liveRouter.statistics
    #expect((after.asked - before.asked, after.changes - before.changes) == (1, 1))
    #expect(live.value.map(\.related.count) == [1, 0])
    #expect(live.plan == .followsChanges)
  }

  @Test func `a relation through others is followed`() throws {
    let person = try Person.create(Person("ann"))
    let board = try Board.create(Board("a"))
    let live = Board.records.live(with: \.people)
    #expect(live.plan == .followsChanges)
    try Card.create(Card("x", on: board, person: person))
    #expect(live.value[0].related == [person])
  }

  @Test func `records that leave the list are not followed any more`() throws {
    let boards = try ["a", "b"].map { try Board.create(Board($0)) }
    let live = Board.records.order(by: \.name).limit(1).live(with: \.cards)
    func asked(_ write: () throws -> Void) rethrows -> Int {
      let before = Store.current.liveRouter.statistics.asked
      try write()
      return Store.current.liveRouter.statistics.asked - before
    }
    try #expect(asked { try Card.create(Card("x", on: boards[1])) } == 0)
    _ = try Board.where(\.name).eq("a").updateAll { $0.name = "z" }
    #expect(live.value.map(\.record.name) == ["b"])
    #expect(live.value.map(\.related.count) == [1])
    try #expect(asked { try Card.create(Card("y", on: boards[1])) } == 1)
    try #expect(asked { try Card.create(Card("z", on: boards[0])) } == 0)
    #expect(live.value.map(\.related.count) == [2])
  }

  @Test func `the records of a relation go with their owner`() throws {
    let board = try Board.create(Board("a"))
    let (cards, count) = (board.cards.live(), board.cards.live(.count))
    try Card.create(Card("x", on: board))
    #expect((cards.map(\.title), count.value) == (["x"], 1))
    try board.destroy()
    #expect((cards.map(\.title), count.value) == ([], 0))
  }

  @Test func `records that are deleted and inserted again keep their related records`() throws {
    let boards = try ["a", "b", "c"].map { try Board.create(Board($0)) }
    for board in boards { try Card.create(Card(board.name, on: board)) }
    let live = Board.records.order(by: \.name).live(with: \.cards)
    let told = Collector<String>()
    let observation = live.onChange { told.add("\($0.records == nil) \($0.related.map { "\($0.new) \($0.change)" })") }
    func titles() -> [[String]] { live.value.map { $0.related.map(\.title) } }
    try Store.current.transaction {
      for board in boards { try board.delete() }
      for var board in boards.reversed() { try board.insert() }
    }
    #expect(titles() == [["a"], ["b"], ["c"]] && told.values == [])
    try Card.create(Card("x", on: boards[1]))
    #expect(titles() == [["a"], ["b", "x"], ["c"]])
    #expect(told.values == [#"true ["1 insert 1"]"#])
    observation.cancel()
  }

  @Test func `records that come back bring their related records along`() throws {
    let history = UndoHistory(of: .current)
    let boards = try ["a", "b"].map { try Board.create(Board($0)) }
    for board in boards { try Card.create(Card(board.name, on: board)) }
    let live = Board.records.order(by: \.name).live(with: \.cards)
    func titles() -> [[String]] { live.value.map { $0.related.map(\.title) } }
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

  /// A library with shelves in an order, which is that of its volumes.
  private struct Library: Model, Equatable {
    var id = 0
    var name = ""

    static let schema = Schema<Library> { Column(\.name) }
    struct Relations: Sendable {
      let shelves = HasMany<Shelf>(\.libraryID) { $0.order(by: \.height, .descending) }
      let volumes = HasMany<Volume>(through: \.shelves, \.volumes)
    }
    static let relations = Relations()
  }

  private struct Shelf: Model, Equatable {
    var id = 0
    var libraryID = 0
    var height = 0

    static let schema = Schema<Shelf> {
      Column(\.libraryID)
      Column(\.height)
    }
    struct Relations: Sendable {
      let library = BelongsTo<Library>(\.libraryID)
      let volumes = HasMany<Volume>(\.shelfID)
    }
    static let relations = Relations()
  }

  private struct Volume: Model, Equatable {
    var id = 0
    var shelfID = 0
    var title = ""

    static let schema = Schema<Volume> {
      Column(\.shelfID)
      Column(\.title)
    }
    struct Relations: Sendable {
      let shelf = BelongsTo<Shelf>(\.shelfID)
    }
    static let relations = Relations()
  }

  @Test func `the order of a relation through others is read again, and says so`() throws {
    let library = try Library.create { $0.name = "a" }
    let shelves = try [1, 2].map { height in
      try Shelf.create { ($0.libraryID, $0.height) = (library.id, height) }
    }
    let watched = WatchedFamilies(Library.records, \.volumes, records: { $0 })
    let live = Library.records.live(with: \.volumes)
    #expect(live.plan == .runsAgain(because: "the order of a relation through others"))
    for (shelf, title) in [(0, "b"), (1, "c"), (1, "d"), (0, "a")] {
      try Volume.create { ($0.shelfID, $0.title) = (shelves[shelf].id, title) }
      #expect(watched.faults == [])
    }
    #expect(live.value[0].related.map(\.title) == ["c", "d", "b", "a"])
    try Shelf.where(\.height == 1).updateAll { $0.height = 3 }
    try Library.records.updateAll { $0.name = "z" }
    #expect(live.value[0].related.map(\.title) == ["b", "a", "c", "d"])
    #expect(watched.faults == [] && live.value[0].record.name == "z")
  }
}
