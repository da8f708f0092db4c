import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

private struct Shelf: Model, Equatable {
  var id = 0
  var name = ""
  static let schema = Schema<Shelf> { Column(\.name) }
  struct Relations {
    let books = HasMany<Book>(\.shelfID, dependent: .destroy).acceptingAttributes(allowingRemoval: true)
  }
  static let relations = Relations()
}

private struct Book: Model, Equatable {
  var id = 0
  var name = ""
  var shelfID: Int?
  var authorID: Int?
  static let schema = Schema<Book> {
    Column(\.name)
    Column(\.shelfID)
    Column(\.authorID)
  }
  struct Relations {
    let author = BelongsTo<Author>(\.authorID).acceptingAttributes(allowingRemoval: true)
    let jacket = HasOne<Jacket>(\.bookID, dependent: .delete).acceptingAttributes(allowingRemoval: true)
    let chapters = HasMany<Chapter>(\.bookID, dependent: .nullify).acceptingAttributes(allowingRemoval: true)
    let loans = HasMany<Loan>(\.bookID, dependent: .delete).acceptingAttributes()
  }
  static let relations = Relations()
}

private struct Author: Model, Equatable {
  var id = 0
  var name = ""
  static let schema = Schema<Author> { Column(\.name) }
  struct Relations { let books = HasMany<Book>(\.authorID, dependent: .nullify) }
  static let relations = Relations()
}

private struct Jacket: Model, Equatable {
  var id = 0
  var name = ""
  var bookID: Int?
  static let schema = Schema<Jacket> {
    Column(\.name)
    Column(\.bookID)
  }
}

private struct Chapter: Model, Equatable {
  var id = 0
  var name = ""
  var bookID: Int?
  static let schema = Schema<Chapter> {
    Column(\.name)
    Column(\.bookID)
  }
}

/// A child that attributes cannot remove.
private struct Loan: Model, Equatable {
  var id = 0
  var name = ""
  var bookID: Int?
  static let schema = Schema<Loan> {
    Column(\.name)
    Column(\.bookID)
  }
}

/// A naive model of a library. New records have negative ids until the store has given theirs.
private struct PlainLibrary {
  struct Refusal: Error {}

  var shelves: [Shelf] = []
  var books: [Book] = []
  var authors: [Author] = []
  var jackets: [Jacket] = []
  var chapters: [Chapter] = []
  var loans: [Loan] = []
  private var newID = -1

  var counts: [Int] { [shelves.count, books.count, authors.count, jackets.count, chapters.count, loans.count] }

  private mutating func next() -> Int {
    newID -= 1
    return newID
  }

  private func id(_ attributes: [String: AttributeValue]) -> Int? {
    guard case .int(let id)? = attributes["id"], id != 0 else { return nil }
    return Int(id)
  }

  private func isRemoved(_ attributes: [String: AttributeValue]) -> Bool { attributes["_destroy"] == .bool(true) }

  private func name(_ attributes: [String: AttributeValue], _ old: String) -> String {
    if case .string(let name)? = attributes["name"] { name } else { old }
  }

  private func lists(_ value: AttributeValue?) -> [[String: AttributeValue]] {
    switch value {
    case .array(let values)?: values.compactMap { if case .dictionary(let one) = $0 { one } else { nil } }
    case .dictionary(let one)?: [one]
    default: []
    }
  }

  mutating func writeShelf(_ shelf: Shelf?, _ attributes: [String: AttributeValue]) throws {
    var saved = shelf ?? Shelf()
    saved.name = name(attributes, saved.name)
    if let index = shelves.firstIndex(where: { $0.id == saved.id }) {
      shelves[index] = saved
    } else {
      saved.id = next()
      shelves.append(saved)
    }
    for book in lists(attributes["books"]) { try writeChildBook(book, of: saved.id) }
  }

  private mutating func writeChildBook(_ attributes: [String: AttributeValue], of shelf: Int) throws {
    guard let id = id(attributes) else {
      if isRemoved(attributes) { return }
      var book = Book()
      (book.id, book.name, book.shelfID) = (next(), name(attributes, ""), shelf)
      books.append(book)
      return try writeBook(book, attributes)
    }
    guard let book = books.first(where: { $0.id == id && $0.shelfID == shelf }) else { throw Refusal() }
    if !isRemoved(attributes) { return try writeBook(book, attributes) }
    books.removeAll { $0.id == id }
    jackets.removeAll { $0.bookID == id }
    loans.removeAll { $0.bookID == id }
    for index in chapters.indices where chapters[index].bookID == id { chapters[index].bookID = nil }
  }

  /// Writes a book that exists.
  mutating func writeBook(_ old: Book, _ attributes: [String: AttributeValue]) throws {
    var book = old
    book.name = name(attributes, book.name)
    var destroyed: Int?
    for author in lists(attributes["author"]) {
      let id = id(author)
      if let id, id != book.authorID { throw Refusal() }
      if isRemoved(author) {
        if id != nil { (destroyed, book.authorID) = (id, nil) }
      } else if let id, let index = authors.firstIndex(where: { $0.id == id }) {
        authors[index].name = name(author, authors[index].name)
      } else {
        var new = Author()
        (new.id, new.name) = (next(), name(author, ""))
        authors.append(new)
        book.authorID = new.id
      }
    }
    if let index = books.firstIndex(where: { $0.id == book.id }) { books[index] = book }
    if let destroyed {
      authors.removeAll { $0.id == destroyed }
      for index in books.indices where books[index].authorID == destroyed { books[index].authorID = nil }
    }
    for chapter in lists(attributes["chapters"]) { try writeChapter(chapter, of: book.id) }
    for jacket in lists(attributes["jacket"]) { try writeJacket(jacket, of: book.id) }
    for loan in lists(attributes["loans"]) { try writeLoan(loan, of: book.id) }
  }

  private mutating func writeChapter(_ attributes: [String: AttributeValue], of book: Int) throws {
    guard let id = id(attributes) else {
      if isRemoved(attributes) { return }
      var chapter = Chapter()
      (chapter.id, chapter.name, chapter.bookID) = (next(), name(attributes, ""), book)
      return chapters.append(chapter)
    }
    guard let index = chapters.firstIndex(where: { $0.id == id && $0.bookID == book }) else { throw Refusal() }
    if isRemoved(attributes) {
      chapters[index].bookID = nil
    } else {
      chapters[index].name = name(attributes, chapters[index].name)
    }
  }

  private mutating func writeJacket(_ attributes: [String: AttributeValue], of book: Int) throws {
    guard let id = id(attributes) else {
      if isRemoved(attributes) { return }
      jackets.removeAll { $0.bookID == book }
      var jacket = Jacket()
      (jacket.id, jacket.name, jacket.bookID) = (next(), name(attributes, ""), book)
      return jackets.append(jacket)
    }
    guard let index = jackets.firstIndex(where: { $0.id == id && $0.bookID == book }) else { throw Refusal() }
    if isRemoved(attributes) {
      jackets.remove(at: index)
    } else {
      jackets[index].name = name(attributes, jackets[index].name)
    }
  }

  /// Writes a loan. `_destroy` has no effect, because the relation does not allow removal.
  private mutating func writeLoan(_ attributes: [String: AttributeValue], of book: Int) throws {
    guard let id = id(attributes) else {
      var loan = Loan()
      (loan.id, loan.name, loan.bookID) = (next(), name(attributes, ""), book)
      return loans.append(loan)
    }
    guard let index = loans.firstIndex(where: { $0.id == id && $0.bookID == book }) else { throw Refusal() }
    loans[index].name = name(attributes, loans[index].name)
  }

  /// Replaces negative ids by those of the store; records are matched by their order of insertion.
  mutating func takeOverIDs() {
    func ids<Record: Model>(_ own: [Record]) -> [Int: Int] where Record.ID == Int, Record.Adapter == ArrayAdapter {
      Dictionary(uniqueKeysWithValues: zip(own.map(\.id), Record.ids))
    }
    let (shelfIDs, bookIDs, authorIDs) = (ids(shelves), ids(books), ids(authors))
    let (jacketIDs, chapterIDs, loanIDs) = (ids(jackets), ids(chapters), ids(loans))
    for index in shelves.indices { shelves[index].id = shelfIDs[shelves[index].id] ?? 0 }
    for index in authors.indices { authors[index].id = authorIDs[authors[index].id] ?? 0 }
    for index in books.indices {
      books[index].id = bookIDs[books[index].id] ?? 0
      books[index].shelfID = books[index].shelfID.flatMap { shelfIDs[$0] }
      books[index].authorID = books[index].authorID.flatMap { authorIDs[$0] }
    }
    for index in jackets.indices {
      jackets[index].id = jacketIDs[jackets[index].id] ?? 0
      jackets[index].bookID = jackets[index].bookID.flatMap { bookIDs[$0] }
    }
    for index in chapters.indices {
      chapters[index].id = chapterIDs[chapters[index].id] ?? 0
      chapters[index].bookID = chapters[index].bookID.flatMap { bookIDs[$0] }
    }
    for index in loans.indices {
      loans[index].id = loanIDs[loans[index].id] ?? 0
      loans[index].bookID = loans[index].bookID.flatMap { bookIDs[$0] }
    }
  }
}

/// Attributes of random shape.
private struct AttributeMaker {
  var numbers: SplitMix64

  private mutating func record(_ ids: [Int], _ related: Int?) -> [String: AttributeValue] {
    var attributes: [String: AttributeValue] = [:]
    if numbers.chance(80) { attributes["name"] = .string(numbers.pick(["a", "b", "c", "d"])) }
    switch numbers.number(0...9) {
    case 0...4: if let related { attributes["id"] = related.attribute }
    case 5: attributes["id"] = numbers.pick([.null, "", " ", .int(0)])
    case 6: if let id = numbers.pickAny(ids) { attributes["id"] = id.attribute }
    default: break
    }
    if numbers.chance(25) {
      attributes["_destroy"] = numbers.pick([.bool(true), .bool(true), .bool(false), .null, ""])
    }
    return attributes
  }

  private mutating func records(_ ids: [Int], _ related: [Int]) -> AttributeValue {
    .array((0..<numbers.number(0...3)).map { _ in .dictionary(record(ids, numbers.pickAny(related))) })
  }

  private mutating func book(_ book: Book?) -> [String: AttributeValue] {
    var attributes: [String: AttributeValue] = [:]
    if numbers.chance(40) { attributes["author"] = .dictionary(record(Author.ids, book?.authorID)) }
    if numbers.chance(40) { attributes["jacket"] = .dictionary(record(Jacket.ids, book?.jacket?.id)) }
    if numbers.chance(40) { attributes["chapters"] = records(Chapter.ids, book?.chapters.ids ?? []) }
    if numbers.chance(40) { attributes["loans"] = records(Loan.ids, book?.loans.ids ?? []) }
    return attributes
  }

  mutating func attributes(of book: Book) -> [String: AttributeValue] {
    var attributes = self.book(book)
    if numbers.chance(50) { attributes["name"] = .string(numbers.pick(["a", "b", "c", "d"])) }
    return attributes
  }

  mutating func attributes(of shelf: Shelf?) -> [String: AttributeValue] {
    var attributes: [String: AttributeValue] = ["name": .string(numbers.pick(["a", "b", "c", "d"]))]
    let own = shelf?.books.all ?? []
    let books = (0..<numbers.number(0...3)).map { _ in
      let chosen = numbers.pickAny(own)
      let own = record(Book.ids, chosen?.id)
      // Nested attributes refer to the records of the book with this id, if it exists.
      var id: Int?
      if case .int(let number)? = own["id"] { id = Int(number) }
      let inner = book(id.flatMap { Book.find($0) })
      return AttributeValue.dictionary(own.merging(inner) { first, _ in first })
    }
    attributes["books"] = .array(books)
    return attributes
  }
}

@Suite(.store)
struct NestedAttributesOracleTests {
  private func isRefused(_ body: () throws -> Void) throws -> Bool {
    do { try body() } catch let error as StoreError {
      guard case .notFound = error.reason else { throw error }
      return true
    }
    return false
  }

  private func isRefused(_ library: inout PlainLibrary, _ body: (inout PlainLibrary) throws -> Void) throws -> Bool {
    var copy = library
    do { try body(&copy) } catch is PlainLibrary.Refusal { return true }
    library = copy
    return false
  }

  private var counts: [Int] { [Shelf.count, Book.count, Author.count, Jacket.count, Chapter.count, Loan.count] }

  @Test(arguments: 0..<4) func `attributes of any shape have the same effect as on a naive model`(part: Int) throws {
    var maker = AttributeMaker(numbers: TestSeed.generator(7000 + part))
    for _ in 0..<15 {
      try Store.with(Store()) { () throws in
        var plain = PlainLibrary()
        for step in 0..<25 {
          let (stored, expected): (Bool, Bool)
          let attributes: [String: AttributeValue]
          if maker.numbers.chance(40), var book = Book.all.randomElement(using: &maker.numbers) {
            attributes = maker.attributes(of: book)
            expected = try isRefused(&plain) { try $0.writeBook(book, attributes) }
            stored = try isRefused { try book.update(attributes: attributes) }
          } else if maker.numbers.chance(60), var shelf = Shelf.all.randomElement(using: &maker.numbers) {
            attributes = maker.attributes(of: shelf)
            expected = try isRefused(&plain) { try $0.writeShelf(shelf, attributes) }
            stored = try isRefused { try shelf.update(attributes: attributes) }
          } else {
            attributes = maker.attributes(of: nil)
            expected = try isRefused(&plain) { try $0.writeShelf(nil, attributes) }
            stored = try isRefused { try Shelf.create(attributes: attributes) }
          }
          let context = "seed \(TestSeed.current), step \(step): \(attributes)"
          try #require(stored == expected, "\(context)")
          try #require(counts == plain.counts, "\(context)")
          plain.takeOverIDs()
          try #require(Shelf.all == plain.shelves, "\(context)")
          try #require(Book.all == plain.books, "\(context)")
          try #require(Author.all == plain.authors, "\(context)")
          try #require(Jacket.all == plain.jackets, "\(context)")
          try #require(Chapter.all == plain.chapters, "\(context)")
          try #require(Loan.all == plain.loans, "\(context)")
        }
      }
    }
  }
}
