import MotionModel
import MotionModelTestSupport
import MotionModelValidation
import Testing

/// A child that is counted can break a rule over the records of its parent.
@Suite(.ownStore) struct CounterRuleTests {
  struct Shelf: Model, Validatable {
    var id = 0
    var bookCount = 0
    static let schema = Schema<Shelf> { Derived(\.bookCount, count: \.books) }
    struct Relations: Sendable { let books = HasMany<Book>(\.shelfID) }
    static let relations = Relations()
    static let validations = Validations<Shelf> { AcrossRecords("capacity") { $0.sum(\.bookCount) <= 2 } }
  }

  struct Book: Model {
    var id = 0
    var pages = 0
    var shelfID: Int?
    static let schema = Schema<Book> {
      Column(\.pages)
      Column(\.shelfID)
    }
    struct Relations: Sendable { let shelf = BelongsTo<Shelf>(\.shelfID) }
    static let relations = Relations()
  }

  @Test func `a child that breaks a rule of its parent is refused by every way of writing`() throws {
    let shelf = try Shelf.create()
    try Book.insert(contentsOf: (0..<2).map { _ in book(on: shelf) })
    var loose = try Book.create()
    var third = book(on: shelf)
    #expect(throws: RecordInvalid.self) { try third.save() }
    #expect(throws: RecordInvalid.self) { try Book.insert(contentsOf: [third]) }
    #expect(throws: RecordInvalid.self) { try loose.update { $0.shelfID = shelf.id } }
    #expect(throws: RecordInvalid.self) { try Book.updateAll { $0.shelfID = shelf.id } }
    #expect(throws: RecordInvalid.self) { try Store.current.inTransaction { try third.insert() } }
    try loose.increment(\.pages)
    #expect(Book.count == 3)
    #expect(Shelf.find(shelf.id)?.bookCount == 2)
  }

  private func book(on shelf: Shelf) -> Book {
    var book = Book()
    book.shelfID = shelf.id
    return book
  }
}
