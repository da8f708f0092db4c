import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

/// A record with a hook, if a test wants one, that writes another column.
private struct Card: Model, Equatable {
  var id = 0
  var name = ""
  var slug = ""
  var count = 0
  var boardID: Int?
  var createdAt: Date?
  var updatedAt: Date?

  static let schema = Schema<Card> {
    Column(\.name)
    Column(\.slug)
    Column(\.count)
    Column(\.boardID, .indexed)
    Timestamps(\.createdAt, \.updatedAt)
  }
  struct Relations: Sendable {
    let board = BelongsTo<CardBoard>(\.boardID, touch: true).acceptingAttributes()
  }
  static let relations = Relations()

  @TaskLocal static var hasHooks = false
  static var hooks: Hooks<Card> { hasHooks ? hooksOfTests : [] }
  private static let hooksOfTests: Hooks<Card> = [.beforeSave { card, _ in card.slug = card.name.lowercased() }]
}

private struct CardBoard: Model, Equatable {
  var id = 0
  var name = ""
  var owner = ""
  var cardsCount = 0
  var updatedAt: Date?
  var createdAt: Date?

  static let schema = Schema<CardBoard> {
    Column(\.name, .unique)
    Column(\.owner, .readOnly)
    Derived(\.cardsCount, count: \.cards)
    Timestamps(\.createdAt, \.updatedAt)
  }
  struct Relations: Sendable { let cards = HasMany<Card>(\.boardID, dependent: .nullify).acceptingAttributes() }
  static let relations = Relations()
}

@Suite(.store(.clock())) struct SavingColumnsTests {
  /// Returns two copies of one record.
  private func copies() throws -> (mine: Card, yours: Card) {
    let card = try Card.create { ($0.name, $0.count) = ("One", 1) }
    return (card, card)
  }

  // MARK: - What changed

  @Test(arguments: [false, true]) func `two old copies that change two columns lose nothing`(hasHooks: Bool) throws {
    try Card.$hasHooks.withValue(hasHooks) {
      var (mine, yours) = try copies()
      ManualClock.current.advance(by: 1)
      try mine.update { $0.name = "Two" }
      #expect(Card.find(1) == mine)
      ManualClock.current.advance(by: 1)
      try yours.update { $0.count = 7 }
      var both = mine
      (both.count, both.updatedAt) = (7, yours.updatedAt)
      #expect(Card.all == [both] && yours.updatedAt != mine.updatedAt)
      #expect(yours.name == "One" && yours.count == 7, "A copy gets only what its own save has changed.")
    }
  }

  @Test(arguments: [false, true]) func `the later of two updates of one column wins without a version`(
    hasHooks: Bool
  ) throws {
    try Card.$hasHooks.withValue(hasHooks) {
      var (mine, yours) = try copies()
      try mine.update { $0.name = "Mine" }
      try yours.update { $0.name = "Yours" }
      #expect(Card.first?.name == "Yours" && Card.first?.slug == (hasHooks ? "yours" : ""))
    }
  }

  @Test func `an update saves nothing that was changed before it, and leaves it in the copy`() throws {
    var (mine, yours) = try copies()
    mine.count = 5
    try mine.update { $0.name = "Two" }
    #expect(mine.count == 5 && mine.name == "Two" && mine.changes.map(\.column) == ["count"])
    try yours.reload()
    #expect(yours.count == 1 && yours.name == "Two")
    try mine.save()
    #expect(Card.first == mine)
  }

  @Test(arguments: [false, true]) func `an edited copy is saved as its difference from the one that was read`(
    hasHooks: Bool
  ) throws {
    try Card.$hasHooks.withValue(hasHooks) {
      let (read, other) = try copies()
      var (mine, theirs, edited) = (read, other, read)
      edited.name = "Two"
      try theirs.update { $0.count = 7 }
      edited.boardID = try CardBoard.create { $0.name = "a" }.id
      try mine.update { $0 = edited }
      let stored = try Card.require(1)
      #expect(stored.name == "Two" && stored.count == 7 && stored.boardID == edited.boardID)
      #expect(mine.name == "Two" && mine.count == 1 && CardBoard.first?.cardsCount == 1)
    }
  }

  @Test func `an update that changes nothing in the copy writes nothing`() throws {
    var (mine, yours) = try copies()
    try mine.update { $0.name = "Two" }
    let commits = Store.current.commitCount
    try yours.update { $0.name = "One" }
    #expect(Store.current.commitCount == commits && Card.first?.name == "Two" && yours.name == "One")
  }

  @Test func `an update with a hook gives the copy what the hook has changed`() throws {
    try Card.$hasHooks.withValue(true) {
      var (mine, yours) = try copies()
      try mine.update { $0.count = 2 }
      try yours.update { $0.name = "Two" }
      #expect(yours.slug == "two" && yours.count == 1 && Card.first?.count == 2)
    }
  }

  @Test(arguments: [false, true]) func `an update of a record that is not stored inserts it whole`(
    hasHooks: Bool
  ) throws {
    try Card.$hasHooks.withValue(hasHooks) {
      var card = Card.new { $0.count = 4 }
      try card.update { $0.name = "New" }
      #expect(Card.all == [card] && card.count == 4 && card.id == 1)
      var given = Card.new { ($0.id, $0.count) = (9, 3) }
      try given.update { $0.name = "Given" }
      #expect(Card.all == [card, given])
      try given.delete()
      #expect(throws: StoreError.recordGone(model: "Card", id: "9")) { try given.update { $0.name = "Gone" } }
    }
  }

  @Test func `the id and read-only columns cannot be updated, and what the copy has of them is not saved`() throws {
    var board = try CardBoard.create { ($0.name, $0.owner) = ("a", "bob") }
    #expect(throws: StoreError.readOnlyColumn(model: "CardBoard", column: "owner", id: "1")) {
      try board.update { $0.owner = "eve" }
    }
    #expect(throws: StoreError.readOnlyColumn(model: "CardBoard", column: "id", id: "1")) {
      try board.update { $0.id = 2 }
    }
    board.owner = "eve"
    try board.update { $0.name = "b" }
    #expect(CardBoard.first?.owner == "bob" && CardBoard.first?.name == "b" && board.owner == "eve")
  }

  @Test func `counters and touches follow the stored record when an old copy moves`() throws {
    let clock = ManualClock.current
    let boards = try CardBoard.insert(contentsOf: ["a", "b", "c"].map { name in .new { $0.name = name } })
    var (mine, yours) = try copies()
    try mine.update { $0.boardID = boards[0].id }
    clock.advance(by: 1)
    try yours.update { $0.boardID = boards[1].id }
    #expect(CardBoard.pluck(\.cardsCount) == [0, 1, 0])
    #expect(try CardBoard.require(1).updatedAt == CardBoard.require(2).updatedAt)
    var old = boards[1]
    try old.update { $0.name = "B" }
    #expect(CardBoard.find(2)?.cardsCount == 1 && CardBoard.find(2)?.name == "B")
  }

  @Test func `updates inside transactions see its writes, and are undone with it`() throws {
    var (mine, yours) = try copies()
    let before = Card.all
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try Store.current.inTransaction {
        try mine.update { $0.name = "Two" }
        try yours.update { $0.count = 2 }
        #expect(Card.first?.name == "Two" && Card.first?.count == 2)
        throw Stop()
      }
    }
    #expect(Card.all == before)
    try yours.update { $0.name = "Three" }
    #expect(Card.first?.name == "Three" && Card.first?.count == 1)
  }

  // MARK: - Attributes

  @Test func `attributes save the columns that they change, also of parents and children`() throws {
    var board = try CardBoard.create(attributes: ["name": "a", "cards": [["name": "one"]]])
    var card = try Card.require(1)
    var (oldBoard, oldCard) = (board, card)
    try board.update { $0.name = "A" }
    try card.update { $0.count = 5 }
    try oldCard.update(attributes: ["name": "two", "board": ["id": 1, "name": "B"]])
    #expect(Card.first?.name == "two" && Card.first?.count == 5 && CardBoard.first?.name == "B")
    try oldBoard.update(attributes: ["name": "a", "cards": [["id": 1, "name": "three"]]])
    #expect(Card.first?.name == "three" && Card.first?.count == 5 && CardBoard.first?.name == "B")
    try oldBoard.update(attributes: ["name": "c"])
    #expect(CardBoard.first?.name == "c")
  }

  // MARK: - Named columns

  @Test(arguments: [false, true]) func `saving some columns leaves the others as they are stored`(
    hasHooks: Bool
  ) throws {
    try Card.$hasHooks.withValue(hasHooks) {
      var (mine, yours) = try copies()
      try mine.update { $0.count = 3 }
      (yours.name, yours.count, yours.boardID) = ("Two", 9, 4)
      try yours.save(only: \.name)
      #expect(Card.first?.name == "Two" && Card.first?.count == 3 && Card.first?.boardID == nil)
      #expect(yours.count == 9 && yours.boardID == 4 && yours.slug == (hasHooks ? "two" : ""))
      try Card.table.save(&yours, only: \.count, \.name)
      #expect(Card.first?.count == 9 && Card.first?.boardID == nil)
    }
  }

  @Test func `saving some columns writes what is named, changed in the copy or not`() throws {
    var (mine, yours) = try copies()
    try mine.update { $0.name = "Two" }
    try yours.save(only: \.name)
    #expect(Card.first?.name == "One")
  }

  @Test func `saving some columns of a record that is not stored is refused`() throws {
    var card = Card()
    #expect(throws: StoreError.notSaved(model: "Card")) { try card.save(only: \.name) }
    card.id = 3
    #expect(throws: StoreError.recordGone(model: "Card", id: "3")) { try card.save(only: \.name) }
    #expect(Card.isEmpty)
  }

  @Test func `a refused update leaves record and store unchanged`() throws {
    try CardBoard.create { $0.name = "a" }
    var board = try CardBoard.create { $0.name = "b" }
    let before = board
    var other = board
    try other.update { $0.cardsCount = 0 }
    board.cardsCount = 9
    let edited = board
    #expect(throws: StoreError.notUnique(model: "CardBoard", columns: ["name"], id: "1")) {
      try board.update { $0.name = "a" }
    }
    #expect(throws: StoreError.self) {
      board.name = "a"
      try board.save(only: \.name)
    }
    board.name = "b"
    #expect(board == edited && CardBoard.find(2) == before)
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `saving a property that is no column traps`() async {
      await #expect(processExitsWith: .failure) {
        var todo = try Store().table(Todo.self).saved(Todo("a"))
        try todo.save(only: \.isSelected)
      }
    }
  #endif
}
