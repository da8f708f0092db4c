import Foundation
import MotionModel
import MotionModelLoopback
import MotionModelSearch
import MotionModelValidation

@testable import MotionModelInspector

/// An author, to whom books belong.
struct Author: Model, Validatable, Equatable {
  var id = 0
  var name = ""

  static let schema = Schema<Author> { Column(\.name, .unique) }
  struct Relations { let books = HasMany<Book>(\.authorID, dependent: .destroy) }
  static let relations = Relations()
  static let validations = Validations<Author> { Length(\.name, 2...40) }
}

struct Book: Model, Equatable {
  var id = 0
  var title = ""
  var pages = 0
  var rating: Double?
  var price: Decimal?
  var printed: Date?
  var code: UUID?
  var isLent = false
  var shelf = Shelf.floor
  var words: [String] = []
  var authorID: Int?

  enum Shelf: String, ColumnValue { case floor, top }

  static let schema = Schema<Book> {
    Column(\.title)
    Column(\.pages, .ordered)
    Column(\.rating)
    Column(\.price)
    Column(\.printed)
    Column(\.code)
    Column(\.isLent)
    Column(\.shelf, .indexed)
    Column(\.words)
    Column(\.authorID)
  }
  struct Relations { let author = BelongsTo<Author>(\.authorID) }
  static let relations = Relations()
  static let hooks: Hooks<Book> = [
    .beforeSave("trim the title") { book, _ in book.title = String(book.title.trimmingPrefix(" ")) }
  ]

  init() {}

  init(_ title: String, pages: Int = 100, by author: Author? = nil) {
    (self.title, self.pages, authorID) = (title, pages, author?.id)
  }
}

/// A store with a few books.
struct Shelf {
  let store = Store(clock: { Date(timeIntervalSince1970: 1_600_000_000) }, notificationCenter: nil)
  let ann: Author

  init() throws {
    var author = Author()
    author.name = "Ann"
    ann = try store.table(Author.self).saved(author)
    try store.table(Book.self).insert(contentsOf: [
      Book("Birds", pages: 120, by: ann), Book("Bees", pages: 80, by: ann), Book("Trees", pages: 300),
    ])
  }

  /// The pages, without a server.
  func pages(editing: Bool = false, log: CommitLogBuffer? = nil) -> InspectorPages {
    InspectorPages(
      subject: StoreSubject(store, title: "Shelf", models: []), log: log ?? CommitLogBuffer(store),
      allowsEditing: editing, base: "/t")
  }

  func router(editing: Bool = false, log: CommitLogBuffer? = nil) throws -> Router {
    Router(
      pages: pages(editing: editing, log: log), authorization: RequestAuthorization(token: "t", port: 1),
      listener: try Listener(port: 0))
  }

  /// Returns what a page says.
  func page(_ path: [String], _ query: String = "", log: CommitLogBuffer? = nil) throws -> String {
    String(decoding: try router(log: log).answer(Request("GET", ["t"] + path, query: query)).body, as: UTF8.self)
  }
}

/// A model whose texts are searched by words.
struct Note: Model, Equatable {
  var id = 0
  var text = ""

  static let schema = Schema<Note> {
    Column(\.text)
    Searchable(\.text)
  }

  init() {}
  init(_ text: String) { self.text = text }
}
