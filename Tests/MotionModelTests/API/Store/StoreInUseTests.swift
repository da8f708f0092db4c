import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// The store that answers is the store that was meant: that of a finder, a table, a hook or an observer, wherever it is
/// used.
@Suite(.serialized) struct StoreInUseTests {
  private let store = Store()
  private let other = Store()

  /// A store with two boards, of which the first has a card, a cover and an owner.
  private func fill(_ store: Store) throws -> (board: Board, card: Card) {
    try Store.with(store) {
      var owner = Person("ann")
      try owner.insert()
      var board = Board("House", owner: owner)
      try board.save()
      try Board.create { $0.name = "Garden" }
      let card = try board.cards.create {
        $0.title = "Paint"; $0.weight = 3
      }
      try board.create(\.cover) { $0.color = "red" }
      return (board, card)
    }
  }

  // MARK: - Finders

  @Test func `a finder keeps the store in which it was made`() throws {
    _ = try fill(store)
    let finders = Store.with(store) {
      [
        Board.records, Board.where(\.name == "House"), Board.where(\.name).eq("House"),
        Board.where { $0.name == "House" },
        Board.where(#Predicate { $0.name == "House" }), Board.find { $0.name == "House" }, Board.order(by: \.name),
        Board.limit(1), Board.distinct(by: \.name),
      ]
    }
    #expect(finders.map(\.count) == [2, 1, 1, 1, 1, 1, 2, 1, 2])
    #expect(Store.with(other) { finders.map(\.count) } == [2, 1, 1, 1, 1, 1, 2, 1, 2])
    #expect(finders.allSatisfy { $0.store === store })
  }

  @Test func `a finder keeps its store in another task`() async throws {
    _ = try fill(store)
    let finder = Store.with(store) { Board.order(by: \.name) }
    #expect(await Task.detached { finder.pluck(\.name) }.value == ["Garden", "House"])
  }

  @Test func `related records keep their store`() throws {
    let (board, _) = try fill(store)
    let cards = Store.with(store) { board.cards }
    #expect(cards.count == 1)
    #expect(cards.where(\.weight >= 3).count == 1)
    try cards.create { $0.title = "Sweep" }
    #expect(store.table(Card.self).count == 2)
    #expect(cards.store === store)
  }

  @Test func `groups keep the store of their finder`() throws {
    _ = try fill(store)
    let groups = Store.with(store) { Board.group(by: \.name) }
    #expect(groups.count() == ["House": 1, "Garden": 1])
  }

  @Test func `code in a finder uses the finder's store`() throws {
    _ = try fill(store)
    let boards = store.table(Board.self)
    #expect(boards.find { $0.owner != nil }.pluck(\.name) == ["House"])
    #expect(boards.order { $0.cards.count < $1.cards.count }.pluck(\.name) == ["Garden", "House"])
    #expect(Board.where(\.cardCount == 1).count == 0)
    #expect(boards.where(\.cardCount == 1).pluck(\.name) == ["House"])
    #expect(boards.find { $0.owner != nil }.matches(try boards.require(1)))
    #expect(boards.pluck(\.cardCount) == [1, 0])
    #expect(boards.maximum(\.cardCount) == 1)
    #expect(boards.group(by: \.cardCount).count() == [1: 1, 0: 1])
    #expect(boards.group { $0.owner != nil }.count() == [true: 1, false: 1])
    #expect(boards.distinct(by: \.cardCount).count == 2)
  }

  @Test func `records are returned with the related ones of the finder's store`() throws {
    _ = try fill(store)
    let boards = store.table(Board.self)
    #expect(boards.where(\.cardCount == 1).including(\.cards).all.map(\.1.count) == [1])
    #expect(boards.join(\.cards) { $0.where(\.hasBoard == true) }.map(\.1.title) == ["Paint"])
    #expect(boards.including(\.urgentCards).including(\.people).all.map(\.1.count) == [1, 0])
  }

  @Test func `defaults and builders of a new record use the table's store`() throws {
    _ = try fill(store)
    let boards = store.table(Board.self)
    #expect(boards.new { $0.name = "\(Board.count)" }.name == "2")
    #expect(try boards.firstOrNew { $0.name = "\(Board.count)" }.name == "House")
    #expect(try boards.where(\.name == "Shed").firstOrNew { $0.ownerID = "\(Board.count)" }.ownerID == "2")
    #expect(try boards.create { $0.name = "\(Board.count)" }.name == "2")
  }

  // MARK: - Records

  @Test func `the relations of a record are found in the store that is named`() throws {
    let (board, card) = try fill(store)
    #expect(store.of(card).board == board)
    #expect(store.of(board).cards.all == [card])
    #expect(store.of(board).cover?.color == "red")
    #expect(store.of(board).owner?.name == "Ann")
    #expect(other.of(card).board == nil)
    #expect(other.of(board).cards.isEmpty)
  }

  @Test func `a parent of one of several models is found in the store that is named`() throws {
    let (board, _) = try fill(store)
    let note = try store.of(board).notes.create { $0.text = "Ring" }
    #expect(store.of(note).subject as? Board == board)
    #expect(other.of(note).subject == nil)
  }

  @Test func `a record is compared with the store that is named`() throws {
    var (board, _) = try fill(store)
    board.name = "Hut"
    #expect(store.of(board).changes.map(\.column) == ["name"])
    #expect(store.of(board).hasChanges)
    #expect(store.of(board).exists)
    #expect(other.of(board).isNew)
    #expect(!other.of(board).exists)
  }

  @Test func `a relation to one is written in the store that is named`() throws {
    let (board, _) = try fill(store)
    var cover = Cover()
    cover.color = "blue"
    try store.of(board).set(\.cover, to: &cover)
    #expect(store.table(Cover.self).pluck(\.color) == ["blue"])
    try store.of(board).create(\.cover) { $0.color = "green" }
    #expect(store.of(board).cover?.color == "green")
    #expect(try store.of(board).remove(\.cover))
    #expect(store.of(board).cover == nil)
    #expect(Cover.count == 0)
  }

  // MARK: - Tables

  @Test func `a table finds, orders and counts as the static calls do`() throws {
    _ = try fill(store)
    let boards = store.table(Board.self)
    let house = try #require(boards.first)
    #expect(boards.all.map(\.name) == ["House", "Garden"])
    #expect(boards.count == 2)
    #expect(boards.last?.name == "Garden")
    #expect(boards.ids == [1, 2])
    #expect(boards.exists(1))
    #expect(try boards.require(1) == house)
    #expect(throws: StoreError.notFound(model: "Board", id: "9")) { try boards.require(9) }
    #expect(boards.find(all: [2, 9, 1]).map(\.id) == [2, 1])
    #expect(boards.order(by: \.name).pluck(\.name) == ["Garden", "House"])
    #expect(boards.where { $0.cards.any { $0.weight > 2 } }.all == [house])
    #expect(boards.maximum(\.name) == "House")
    #expect(boards.map(\.id) == [1, 2])
    #expect(boards.reversed().ids == [2, 1])
  }

  @Test func `a table creates, changes and deletes as the static calls do`() throws {
    let boards = store.table(Board.self)
    var board = try boards.create { $0.name = "House" }
    try boards.create(attributes: ["name": "Garden"])
    #expect(try boards.where(\.name == "Garden").firstOrCreate().id == 2)
    #expect(try boards.where(\.name == "Shed").firstOrNew().id == 0)
    try boards.update(&board) { $0.name = "Hut" }
    try boards.update(&board, attributes: ["owner_id": "ann"])
    #expect(boards.find(1) == board)
    board.name = "Lost"
    try boards.reload(&board)
    #expect(board.name == "Hut")
    #expect(try boards.importRows([["name": "Shed"]]).records.map(\.id) == [3])
    #expect(try boards.delete(board))
    #expect(try boards.destroy(2))
    #expect(try boards.where(\.name == "Shed").updateAll { $0.name = "Barn" } == 1)
    #expect(boards.pluck(\.name) == ["Barn"])
    #expect(try boards.destroyAll() == 1)
    #expect(Board.count == 0)
  }

  @Test func `a table changes one column of the stored record`() throws {
    let todos = store.table(Todo.self)
    var todo = try todos.create { $0.priority = 1 }
    try todos.increment(&todo, \.priority, by: 4)
    try todos.decrement(&todo, \.priority)
    try todos.toggle(&todo, \.done)
    #expect(todo.priority == 4)
    #expect(todo.done)
    #expect(todos.find(todo.id) == todo)
  }

  @Test func `a table saves a record together with others`() throws {
    var (card, board) = (Card("Paint"), Board("House"))
    try store.table(Card.self).save(&card, with: \.board, &board)
    #expect(store.of(card).board == board)
    var cards = [Card("Sweep")]
    try store.table(Board.self).save(&board, with: \.cards, &cards)
    #expect(store.of(board).cards.pluck(\.title) == ["Paint", "Sweep"])
  }

  // MARK: - Hooks and observers

  @Test func `hooks and middleware of every kind run with the store of the commit`() throws {
    let seen = Collector<String>()
    Witness.seen.withLock { $0 = { [store] in seen.add(Store.current === store ? $0 : "\($0) elsewhere") } }
    defer { Witness.seen.withLock { $0 = { _ in } } }
    store.use(WitnessingMiddleware())
    let witnesses = store.table(Witness.self)
    var witness = try witnesses.create()
    witness.name = "b"
    try witnesses.save(&witness)
    try witnesses.destroy(witness)
    #expect(
      seen.values == [
        "before save", "after save", "after commit", "middleware", "before save", "after save", "after commit",
        "middleware",
        "before destroy", "after commit", "middleware",
      ])
  }

  @Test func `an entry that a hook writes after the commit lands in the store of the commit`() throws {
    Witness.seen.withLock { $0 = { if $0 == "after commit" { _ = try? Board.create { $0.name = "audit" } } } }
    defer { Witness.seen.withLock { $0 = { _ in } } }
    try store.table(Witness.self).create()
    #expect(store.table(Board.self).pluck(\.name) == ["audit"])
    #expect(Board.count == 0)
  }

  @Test func `observers run with the store of the commit, on its thread and on a queue`() throws {
    let seen = Collector<Bool>()
    let queue = DispatchQueue(label: "observers")
    let observations = [
      store.observeCommits { [store] _ in seen.add(Store.current === store) },
      store.observeCommits(on: queue) { [store] _ in seen.add(Store.current === store) },
    ]
    try store.table(Board.self).create()
    queue.sync {}
    withExtendedLifetime(observations) {}
    wait { seen.values.count == 2 }
    #expect(seen.values == [true, true])
  }

  @Test func `notifications are posted with the store of the commit`() throws {
    let center = NotificationCenter()
    let store = Store(notificationCenter: center)
    let seen = Collector<Bool>()
    let token = center.addObserver(forName: .motionModelDataDidChange, object: nil, queue: nil) { _ in
      seen.add(Store.current === store)
    }
    defer { center.removeObserver(token) }
    try store.table(Board.self).create()
    #expect(seen.values == [true])
  }

  @Test func `the caller's store is in use again afterwards`() throws {
    try Store.with(other) {
      let observation = store.observeCommits { _ in }
      try store.table(Board.self).create()
      withExtendedLifetime(observation) {}
      #expect(Store.current === other)
    }
  }

  // MARK: - No default store

  #if os(macOS) || os(Linux)  // tests in processes of their own
    @Test func `without a default store, a call that names no store traps and says what to do`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        Store.allowsDefault = false
        _ = Board.count
      }
      expectSentence(
        """
        A call names no store, and Store.allowsDefault is false: call it inside Store.with(store) { … }, or on a table, such as \
        store.table(Todo.self).
        """, result)
    }

    @Test func `without a default store, everything with a store works`() async {
      await #expect(processExitsWith: .success) {
        Store.allowsDefault = false
        let store = Store()
        let cards = store.table(Card.self)
        let board = try store.table(Board.self).create { $0.name = "House" }
        var card = try store.of(board).cards.create { $0.title = "Paint" }
        try cards.update(&card) { $0.weight = 2 }
        precondition(cards.where(\.weight > 1).count == 1)
        precondition(store.of(card).board == board)
        precondition(store.of(board).urgentCards.count == 0)
        precondition(store.of(board).people.isEmpty)
        precondition(store.of(board).labels.count == 0)
        let boards = store.table(Board.self)
        precondition(boards.where { $0.urgentCards.any { $0.weight > 1 } }.count == 0)
        precondition(boards.order(by: { $0.urgentCards.count }).count == 1)
        precondition(boards.including(\.urgentCards).all.count == 1)
        precondition(boards.including(\.people).including(\.owner).all.count == 1)
        try store.table(Board.self).destroy(board)
        precondition(Store.with(store) { Card.count } == 0)
        let cardsByDefault = Store.default.table(Card.self)
        precondition(cardsByDefault.find { $0.board == nil }.count == 0)
        exit(0)
      }
    }
  #endif
}

extension Board {
  /// A computed property that reads other records.
  fileprivate var cardCount: Int { self.cards.count }
}

extension Card {
  /// A computed property that reads another record.
  fileprivate var hasBoard: Bool { self.board != nil }
}

/// A model whose hooks report that they ran.
private struct Witness: Model {
  var id = 0
  var name = "a"

  static let schema = Schema<Witness> { Column(\.name) }
  static let hooks: Hooks<Witness> = [
    .beforeSave { _, _ in report("before save") },
    .afterSave { _, _ in report("after save") },
    .beforeDestroy { _, _ in report("before destroy") },
    .afterCommit { _, _ in report("after commit") },
  ]

  static let seen = Locked<@Sendable (String) -> Void>({ _ in })
  static func report(_ event: String) { seen.withLock { $0 }(event) }
}

private struct WitnessingMiddleware: Middleware {
  func afterCommit(_ changeset: Changeset, in store: Store) { Witness.report("middleware") }
}
