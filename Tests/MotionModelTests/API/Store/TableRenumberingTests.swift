import MotionModel
import Testing

struct TableRenumberingTests {
  private let store = Store()

  @Test func `a record takes another id, and keys of its own and of other models follow, in one changeset`() throws {
    let (branches, twigs) = (store.table(Bough.self), store.table(Twig.self))
    try branches.insert(contentsOf: [Bough(id: 1, parentID: 1), Bough(id: 2, parentID: 1), Bough(id: 3, parentID: 2)])
    try twigs.insert(contentsOf: [Twig(id: 1, boughID: 1), Twig(id: 2, boughID: 2)])
    let count = store.commitCount
    #expect(try branches.renumber(1, to: 9) == Bough(id: 9, parentID: 9))
    #expect(store.commitCount == count + 1)
    #expect(
      branches.records.order(by: \.id).all == [
        Bough(id: 2, parentID: 9), Bough(id: 3, parentID: 2), Bough(id: 9, parentID: 9),
      ])
    #expect(twigs.records.order(by: \.id).all == [Twig(id: 1, boughID: 9), Twig(id: 2, boughID: 2)])
    #expect(try branches.renumber(2)?.id == 10)
    #expect(twigs.find(2)?.boughID == 10)
    #expect(try branches.renumber(2) == nil)
  }

  @Test func `a record does not take the id of another`() throws {
    try store.table(Bough.self).insert(contentsOf: [Bough(id: 1), Bough(id: 2)])
    #expect(throws: StoreError.self) { try store.table(Bough.self).renumber(1, to: 2) }
    #expect(store.table(Bough.self).map(\.id) == [1, 2])
  }

  @Test func `after the last number, there is no other id, and that is an error`() throws {
    let acorns = store.table(Acorn.self)
    try acorns.insert(contentsOf: [Acorn(id: 1), Acorn(id: 125)])
    #expect(try acorns.renumber(1)?.id == 126)
    #expect(try acorns.renumber(126)?.id == 127)
    #expect(throws: StoreError.idsExhausted(model: "Acorn")) { try acorns.renumber(127) }
    #expect(throws: StoreError.idsExhausted(model: "Acorn")) { try acorns.reserveID() }
    #expect(acorns.map(\.id).sorted() == [125, 127])
  }
}

struct Bough: Model, Equatable {
  var id = 0
  var parentID: Int?

  static let schema = Schema<Bough> { Column(\.parentID) }
  struct Relations {
    let parent = BelongsTo<Bough>(\.parentID)
    let twigs = HasMany<Twig>(\.boughID)
  }
  static let relations = Relations()
}

struct Twig: Model, Equatable {
  var id = 0
  var boughID: Int?

  static let schema = Schema<Twig> { Column(\.boughID) }
}

/// A model of few ids.
struct Acorn: Model, Equatable {
  var id: Int8 = 0
  var name = ""

  init() {}
  init(id: Int8) { self.id = id }

  static let schema = Schema<Acorn> { Column(\.name) }
}
