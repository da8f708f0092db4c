import MotionModel

/// The models of the tests of mappings: books of authors, on shelves that stand in others.
enum BookShelf {
  struct Author: Model, Equatable {
    var id = 0
    var name = ""
    var country = "?"
    var bookCount = 0

    static let schema = Schema<Author> {
      Column(\.name)
      Column(\.country, default: "unknown")
      Derived(\.bookCount, count: \.books)
    }
    struct Relations: Sendable { let books = HasMany<Book>(\.authorID) }
    static let relations = Relations()
    static let hooks: Hooks<Author> = [
      .beforeSave("refuse") { author, context in
        if author.name == "Nobody" { throw context.halt("Nobody writes no books.") }
      }
    ]

    init() {}
    init(_ name: String) { self.name = name }
  }

  struct Book: Model, Equatable {
    var id = 0
    var isbn: String?
    var title = ""
    var year = 0
    var rating: Double?
    var authorID = 0
    var editorID: Int?

    static let schema = Schema<Book> {
      Column(\.isbn)
      Column(\.title)
      Column(\.year, default: 2000)
      Column(\.rating)
      Column(\.authorID)
      Column(\.editorID)
    }
    struct Relations: Sendable {
      let author = BelongsTo<Author>(\.authorID, required: false)
      let editor = BelongsTo<Author>(\.editorID)
    }
    static let relations = Relations()

    init() {}
    init(isbn: String, title: String = "", authorID: Int = 0) {
      (self.isbn, self.title, self.authorID) = (isbn, title, authorID)
    }
  }

  struct Category: Model, Equatable {
    var id = 0
    var name = ""
    var parentID: Int?
    var childCount = 0

    static let schema = Schema<Category> {
      Column(\.name)
      Column(\.parentID)
      Derived(\.childCount, count: \.children)
    }
    struct Relations: Sendable {
      let parent = BelongsTo<Category>(\.parentID)
      let children = HasMany<Category>(\.parentID)
    }
    static let relations = Relations()

    init() {}
    init(_ name: String) { self.name = name }
  }
}
