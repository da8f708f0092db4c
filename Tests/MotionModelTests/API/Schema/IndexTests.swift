import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// A record whose schema declares indexes besides its columns.
private struct Ticket: Model, Equatable {
  var id = 0
  var room = 0
  var seat: Int?
  var code = ""
  var isOpen = true
  var tags: [String] = []

  var shortCode: String { String(code.prefix(2)) }

  static let schema = Schema<Ticket> {
    Column(\.room)
    Column(\.seat)
    Column(\.code, .ordered)
    Column(\.isOpen)
    Column(\.tags)
    Index(\.room, \.seat, unique: true)
    Index(\.code, unique: true, where: \.isOpen == true)
    Index(\.shortCode, name: "short")
    Index(elementsOf: \.tags)
  }

  init() {}
  init(_ room: Int, _ seat: Int?, _ code: String, isOpen: Bool = true) {
    (self.room, self.seat, self.code, self.isOpen) = (room, seat, code, isOpen)
  }
}

private struct Shelf: Model {
  var id = 0

  struct Relations: ModelRelations { let books = HasMany<Book>(\.shelfID) }
}

private struct Book: Model, Equatable {
  var id = 0
  var title = ""
  var place = 0
  var shelfID: Int?

  static let schema = Schema<Book> {
    Column(\.title, .indexed)
    Column(\.place, .ordered)
  }
  struct Relations: ModelRelations { let shelf = BelongsTo<Shelf>(\.shelfID) }
}

@Suite(.ownStore) struct IndexTests {
  private var store: Store { Store.current }

  @Test func `what an index has answered is answered after indexes were removed and added`() throws {
    let shelves = try Shelf.insert(contentsOf: [Shelf(), Shelf()])
    let books = try Book.insert(
      contentsOf: (0..<6).map { number in
        Book.new {
          $0.title = "title \(number % 3)"
          $0.place = number
          $0.shelfID = shelves[number % 2].id
        }
      })
    func check() {
      let found = Book.where(\.title == "title 1")
      #expect(found.all == [books[1], books[4]] && found.count == 2 && found.first == books[1])
      #expect(found.limit(1).count == 1 && found.limit(1).all == [books[1]] && found.limit(0).all == [])
      #expect(found.limit(5).all == [books[1], books[4]] && Book.where(\.title == "none").all == [])
      #expect(shelves[1].books.all == [books[1], books[3], books[5]] && shelves[1].books.count == 3)
      #expect(shelves[1].books.first == books[1] && !shelves[1].books.isEmpty)
    }
    check()
    for name in ["title", "shelfID"] {
      try #expect(store.removeIndex(name, of: Book.self))
      check()
    }
    for index in [Index<Book>(\.shelfID), Index<Book>(\.title)] {
      try #expect(store.addIndex(index))
      check()
    }
  }

  @Test func `a schema declares indexes`() throws {
    try Ticket.insert(contentsOf: [Ticket(1, 1, "aa1"), Ticket(1, 2, "aa2"), Ticket(2, nil, "b")])
    #expect(
      store.indexes(of: Ticket.self).map(\.name) == [
        "code ordered", "room+seat", "code where isOpen == true", "short", "tags elements",
      ])
    #expect(store.indexes(of: Ticket.self).map(\.kind) == [.ordered, .hash, .hash, .hash, .elements])
    #expect(store.indexes(of: Ticket.self).map(\.isUnique) == [false, true, true, false, false])
    #expect(store.indexes(of: Ticket.self).map(\.entryCount) == [3, 3, 3, 2, 0])
    #expect(store.indexes(of: Ticket.self)[1].columns == ["room", "seat"])
  }

  @Test func `several columns are unique together, unless one is nil`() throws {
    try Ticket.insert(contentsOf: [Ticket(1, 1, "a"), Ticket(1, 2, "b"), Ticket(2, nil, "c"), Ticket(2, nil, "d")])
    #expect(throws: StoreError.notUnique(model: "Ticket", columns: ["room", "seat"], id: "2")) { () throws in
      try Ticket.insert(contentsOf: [Ticket(1, 2, "e")])
    }
    // Two records may swap their values in one changeset.
    try Ticket.where(\.room == 1).updateAll { $0.seat = 3 - $0.seat! }
    #expect(Ticket.where(\.room == 1).pluck(\.seat) == [2, 1] && store.violation() == nil)
  }

  @Test func `values are unique among the records that match a condition`() throws {
    try Ticket.insert(contentsOf: [
      Ticket(1, 1, "a"), Ticket(1, 2, "a", isOpen: false), Ticket(1, 3, "a", isOpen: false),
    ])
    var closed = try Ticket.require(2)
    closed.isOpen = true
    let error = #expect(throws: StoreError.self) { () throws in try closed.save() }
    #expect(
      error?.localizedDescription
        == #"The Ticket cannot be saved, because Ticket 1 has the same value in its unique column "code"."#
    )
    try Ticket.require(1).delete()
    try closed.save()
    #expect(store.violation() == nil && Ticket.where(\.isOpen == true && \.code == "a").ids == [2])
  }

  // MARK: - While the store is in use

  @Test func `an index is added and removed, and snapshots keep theirs`() throws {
    try Parcel.insert(
      contentsOf: (0..<500).map {
        var item = Parcel(); item.shelf = $0 % 50; return item
      })
    let finder = Parcel.where(\.shelf == 7)
    #expect(finder.plan.access == .scan)
    let before = store.snapshot()
    #expect(try store.addIndex(Index<Parcel>(\.shelf)))
    #expect(try !store.addIndex(Index<Parcel>(\.shelf)), "one of its name is there")
    let snapshot = store.snapshot()
    #expect(finder.plan.usesIndex(on: \Parcel.shelf) && finder.count == 10)
    #expect(try store.removeIndex("shelf", of: Parcel.self) && !store.removeIndex("shelf", of: Parcel.self))
    #expect(finder.plan.access == .scan && finder.count == 10)
    #expect(snapshot.indexes(of: Parcel.self).map(\.name) == ["shelf"] && before.indexes(of: Parcel.self).isEmpty)
    #expect(throws: StoreError.readOnlyStore) { () throws in try snapshot.removeIndex("shelf", of: Parcel.self) }
  }

  @Test func `a unique index that records violate is refused, and the error names all of them`() throws {
    try Parcel.insert(
      contentsOf: ["a", "b", "a", "c", "b", "a"].map {
        var item = Parcel(); item.name = $0; return item
      })
    let error = #expect(throws: StoreError.self) { () throws in try store.addIndex(Index<Parcel>(\.name, unique: true))
    }
    #expect(error == .duplicates(model: "Parcel", index: "name", ids: ["1", "2", "3", "5", "6"]))
    #expect(
      error?.localizedDescription
        == #"The unique index "name" of Parcel cannot be added, because 5 records share their values with others (1, 2, 3, 5, 6): change them first."#
    )
    #expect(store.indexes(of: Parcel.self).isEmpty && store.violation() == nil)
    try Parcel.where { $0.id.in([3, 5, 6]) }.deleteAll()
    #expect(try store.addIndex(Index<Parcel>(\.name, unique: true)))
    #expect(throws: StoreError.notUnique(model: "Parcel", columns: ["name"], id: "1")) { () throws in
      _ = try Parcel.create { $0.name = "a" }
    }
  }

  @Test func `strings that are canonically equivalent are one value in every index`() throws {
    for index in [Index<Parcel>(\.name, unique: true)] { try store.addIndex(index) }
    try store.addIndex(Index<Parcel>(substringsOf: \.name))
    try Parcel.create { $0.name = "Cafe\u{301} noir" }
    #expect(throws: StoreError.self) { () throws in _ = try Parcel.create { $0.name = "Café noir" } }
    #expect(Parcel.where(\.name == "Café noir").count == 1)
    let finder = Parcel.where(\.name).contains("fé no")
    #expect(finder.count == 1 && Parcel.where(\.name).contains("CAFÉ", caseSensitive: false).count == 1)
    #expect(Parcel.where(\.name).contains("fe no").isEmpty)
  }

  @Test func `an index keeps NaN, but no search finds it`() throws {
    for index in [Index<Parcel>(\.weight), Index(orderedBy: \.weight)] { try store.addIndex(index) }
    try Parcel.insert(
      contentsOf: [1, .nan, 2, -.nan].map {
        var item = Parcel(); item.weight = $0; return item
      })
    #expect(Parcel.where(\.weight == .nan).isEmpty && Parcel.where(\.weight > 1).ids == [3])
    try Parcel.where(\.weight >= 1).updateAll { $0.weight = .nan }
    try Parcel.find { $0.weight.isNaN }.deleteAll()
    #expect(Parcel.count == 0 && store.violation() == nil)
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `an index cannot be changed inside a transaction`() async {
      await #expect(processExitsWith: .failure) {
        let store = Store()
        _ = try store.inTransaction { try store.addIndex(Index<Parcel>(\.shelf)) }
      }
    }
  #endif
}
