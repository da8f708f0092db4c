import MotionModel
import MotionModelTestSupport
import Testing

private struct Board: Model {
  var id = 0
  var name = ""
  struct Relations: ModelRelations { let cards = HasMany<Card>(\.boardID) }
}

private struct Card: Model {
  var id = 0
  var boardID: Int?
  struct Relations: ModelRelations { let board = BelongsTo<Board>(\.boardID) }

  var place: String { self.board?.name ?? "nowhere" }
}

#if os(macOS) || os(Linux)  // where exit tests are available
  /// Each test has a process of its own, whose default store nobody has used yet.
  struct DefaultStoreTests {
    private static let refusal = "Store.default cannot be set, because it was set or used before: set it once"

    /// What a process warns of, apart from its time and its place in the code.
    private static func warnings(_ result: ExitTest.Result?) -> [String] {
      String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
        .filter { $0.contains("the default store, but another store has this model") }
    }

    @Test func `static calls, relations and computed properties use the store that the program set`() async {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let store = Store(notificationCenter: nil)
        let board = try store.table(Board.self).create { $0.name = "House" }  // before it is set
        Store.default = store
        Store.default = store
        let card = try board.cards.create()
        #expect(Store.current === store && Store.default === store && Card.count == 1)
        #expect(card.place == "House" && card.board?.id == board.id)
        #expect(Card.all.map(\.place) == ["House"] && Card.records.pluck(\.place) == ["House"])
        Store.with(Store(notificationCenter: nil)) { #expect(Card.count == 0 && card.place == "nowhere") }
        await Task.detached { #expect(Card.count == 1) }.value
        if Card.count != 1 || card.place != "House" { fatalError("The wrong store answered.") }
      }
      #expect(Self.warnings(result) == [])
    }

    @Test func `a default store that was used cannot be set`() async {
      let read = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Board.count
        Store.default = Store()
      }
      expectSentence(Self.refusal, read)
      let twice = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        Store.default = Store()
        Store.default = Store()
      }
      expectSentence(Self.refusal, twice)
    }

    @Test func `using other stores does not use the default one`() async {
      await #expect(processExitsWith: .success) {
        let store = Store()
        try store.table(Board.self).create()
        _ = try store.inTransaction { try Board.create() }
        try Store.with(store) { try Board.create() }
        _ = try store.data()
        Store.default = store
        if Board.count != 3 { fatalError("The wrong store answered.") }
      }
    }

    #if DEBUG
      @Test func `a write to the default store, when another has the model, is warned of once`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
          let store = Store()
          var board = try store.table(Board.self).create()
          board.name = "House"
          try board.save()
          try board.save()
          _ = board.cards.count
        }
        #expect(Self.warnings(result).count == 1)
        #expect(Self.warnings(result).first?.contains("Board: a record is written to the default store") == true)
      }

      @Test func `a relation that is read from the default store, when another has the model, is warned of`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
          let store = Store()
          _ = Board.count
          let card = try store.table(Card.self).create()
          _ = card.place
        }
        #expect(Self.warnings(result).count == 1)
        #expect(Self.warnings(result).first?.contains("Card: a relation is read from the default store") == true)
      }

      @Test func `nothing is warned of where no other open store has the model, or the store is named`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
          try Board.create()
          try Store().table(Board.self).create()  // gone at once
          let store = Store()
          try store.table(Card.self).create()
          let board = try Board.create()
          _ = board.cards.count
          let snapshot = Store.default.snapshot()
          try Board.create()
          _ = snapshot.table(Board.self).count
          try Store.with(store) { _ = try Board.create().cards.count }
        }
        #expect(Self.warnings(result) == [])
      }
    #endif
  }
#endif
