import MotionModel
import MotionModelTestSupport
import Testing

@Suite(.ownStore)
struct ImportParentTests {
  typealias Author = BookShelf.Author
  typealias Book = BookShelf.Book

  private func mapping(_ missing: MissingParent) -> ImportMapping<Book> {
    [.column("Title", to: \.title), .parent("Author", \.author, by: \.name, missing: missing)]
  }

  private let rows: [[String: AttributeValue]] = [
    ["Title": "Emma", "Author": "Austen"], ["Title": "Ulysses", "Author": "Joyce"],
    ["Title": "Persuasion", "Author": "Austen"], ["Title": "Beowulf", "Author": nil],
    ["Title": "Edda", "Author": " "], ["Title": "Dubliners", "Author": "Joyce"],
  ]

  @Test func `a missing parent refuses the row`() throws {
    let austen = try Author.create { $0.name = "Austen" }
    let report = try Book.importRows(rows, mapping: mapping(.refuse))
    #expect(report.records.map(\.authorID) == [austen.id, austen.id, 0, 0])
    #expect(report.rows == [1, 3, 4, 5])
    #expect(report.failures.map(\.row) == [2, 6])
    #expect(
      report.failures[0].description == """
        Row 2: The Book cannot be imported, because no Author has the value given for its relation "author" in the column \
        "name": import the parent first, or let the mapping create it.
        """)
    #expect(Author.all.map(\.bookCount) == [2])
  }

  @Test func `a missing parent is created once, with its defaults`() throws {
    let report = try Book.importRows(rows, mapping: mapping(.create))
    #expect(Author.all.map { [$0.name, $0.country] } == [["Austen", "unknown"], ["Joyce", "unknown"]])
    #expect(Author.all.map(\.bookCount) == [2, 2])
    #expect(report.records.map(\.authorID) == [1, 2, 1, 0, 0, 2])
    #expect(report.createdParents == ["Author": 2])
    #expect(report.description == "Book: 6 inserted; Author: 2 created")
    #expect(Store.current.commitCount == 1)
  }

  @Test func `a missing parent leaves no parent`() throws {
    let report = try Book.importRows(rows, mapping: mapping(.leaveNil))
    #expect(report.records.map(\.authorID) == [0, 0, 0, 0, 0, 0])
    #expect(Author.isEmpty)
  }

  @Test func `a parent that is refused refuses the row, and a refused row leaves no parent`() throws {
    let report = try Book.importRows(
      [
        ["Title": "a", "Author": "Nobody"], ["Title": ["b"], "Author": "Joyce"],
        ["Title": "c", "Author": "Swift", "id": 7], ["Title": "d", "Author": "Shaw", "id": 7],
        ["Title": "e", "Author": "Shaw"],
      ], mapping: mapping(.create))
    #expect(report.rows == [3, 5])
    #expect(report.failures.map(\.row) == [1, 2, 4])
    #expect(report.failures[2].error as? StoreError == .idTaken(model: "Book", id: "7"))
    #expect(Author.all.map(\.name) == ["Swift", "Shaw"])
    #expect(report.createdParents == ["Author": 2])
  }

  @Test func `a parent that is found twice refuses the row`() throws {
    try Author.insert(contentsOf: [Author("Smith"), Author("Smith"), Author("Jones")])
    let rows: [[String: AttributeValue]] = [["Title": "a", "Author": "Smith"], ["Title": "b", "Author": "Jones"]]
    for missing in MissingParent.allCases {
      let report = try Book.importRows(rows, mapping: mapping(missing))
      #expect(report.rows == [2])
      #expect(
        report.failures.map { $0.error as? ImportError } == [
          .parentAmbiguous(model: "Book", relation: "author", parent: "Author", column: "name")
        ])
    }
  }

  @Test func `a value of another type refuses the row`() throws {
    let report = try Book.importRows([["Title": "a", "Author": ["x"]]], mapping: mapping(.create))
    #expect(
      report.failures.map(\.description) == [
        "Row 1: Author cannot take the value for its column \"name\": expected a string, found an array."
      ])
  }

  @Test func `parents are found by an index, by their id, and by a column without an index alike`() throws {
    let labels = try Label.insert(contentsOf: ["red", "green"].map(Label.init))
    let cards = try Card.insert(
      contentsOf: [Card("paint", on: Board.create { $0.name = "home" }), Card("door")].dropLast())
    let report = try Tagging.importRows(
      [["Label": "green", "Card": "paint"], ["Label": "red", "Card": "paint"]],
      mapping: [.parent("Label", \.label, by: \.name), .parent("Card", \.card, by: \.title)])
    #expect(report.records.map(\.labelID) == [labels[1].id, labels[0].id])
    #expect(report.records.map(\.cardID) == [cards[0].id, cards[0].id])
    let byID = try Tagging.importRows(
      [["Label": "2", "Card": 1], ["Label": "3", "Card": 1]],
      mapping: [.parent("Label", \.label, by: \.id), .parent("Card", \.card, by: \.id)])
    #expect(byID.records.map(\.labelID) == [2])
    #expect(byID.failures.map(\.row) == [2])
  }

  @Test func `an index that is added later finds the same parents`() throws {
    try Author.insert(contentsOf: [Author("Austen"), Author("Joyce")])
    try Store.current.addIndex(Index(\Author.name))
    let report = try Book.importRows(rows, mapping: mapping(.refuse))
    #expect(report.records.map(\.authorID) == [1, 2, 1, 0, 0, 2])
  }

  @Test func `two relations to one model find the parents that the other creates`() throws {
    let report = try Book.importRows(
      [
        ["Author": "Joyce", "Editor": "Joyce"], ["Author": "Pound", "Editor": "Joyce"],
        ["Author": "Pound", "Editor": "Shaw"],
      ],
      mapping: [
        .parent("Author", \.author, by: \.name, missing: .create),
        .parent("Editor", \.editor, by: \.name, missing: .create),
      ])
    #expect(Author.pluck(\.name) == ["Joyce", "Pound", "Shaw"])
    #expect(report.records.map(\.authorID) == [1, 2, 2])
    #expect(report.records.map(\.editorID) == [1, 1, 3])
    #expect(report.createdParents == ["Author": 3])
  }

  @Test func `a required parent is required`() throws {
    try Board.create { $0.name = "home" }
    let report = try Card.importRows(
      [
        ["title": "a", "Board": "home"], ["title": "b", "Board": nil], ["title": "c", "Board": "work"], ["title": "d"],
      ],
      mapping: [.parent("Board", \.board, by: \.name, missing: .leaveNil)])
    #expect(report.records.map(\.title) == ["a"])
    #expect(report.failures.map(\.row) == [2, 3, 4])
    #expect(report.failures.allSatisfy { $0.error is StoreError })
  }

  @Test func `a parent of several models has a column for each`() throws {
    let board = try Board.create { $0.name = "home" }
    let card = try Card.create { ($0.title, $0.boardID) = ("paint", board.id) }
    let report = try Note.importRows(
      [
        ["text": "a", "Board": "home"], ["text": "b", "Card": "paint", "Board": ""], ["text": "c", "Card": "new"],
        ["text": "d", "Board": "work"], ["text": "e", "Board": "home", "Card": "paint"], ["text": "f", "Card": nil],
      ],
      mapping: [
        .parent("Board", \.subject, Board.self, by: \.name, missing: .create),
        .parent("Card", \.subject, Card.self, by: \.title),
      ])
    #expect(report.records.map(\.text) == ["a", "b", "d", "f"])
    #expect(report.records.map(\.subjectType) == ["Board", "Card", "Board", nil])
    #expect(report.records.map(\.subjectID) == [board.id, card.id, 2, nil])
    #expect(report.createdParents == ["Board": 1])
    #expect(
      report.failures.map { $0.error as? ImportError } == [
        .parentNotFound(model: "Note", relation: "subject", parent: "Card", column: "title"),
        .severalParents(model: "Note", relation: "subject"),
      ])
  }

  @Test func `parents that an adapter keeps are found and created`() throws {
    let store = Store(adapters: [BytesAdapter()])
    try store.table(Page.self).insert(contentsOf: [Page("home")])
    let report = try store.table(Visit.self).importRows(
      [["Page": "home"], ["Page": "about"], ["Page": "about"], ["Page": "home"]],
      mapping: [.parent("Page", \.page, by: \.title, missing: .create)])
    #expect(report.failures.map(\.description) == [])
    #expect(report.records.map(\.pageID) == [1, 2, 2, 1])
    #expect(try store.table(Page.self).pluck(\.title) == ["home", "about"])
  }

  private struct Page: Model, Equatable {
    typealias Adapter = BytesAdapter
    var id = 0
    var title = ""
    static let schema = Schema<Page> { Column(\.title) }
    init() {}
    init(_ title: String) { self.title = title }
  }

  private struct Visit: Model, Equatable {
    var id = 0
    var pageID = 0
    static let schema = Schema<Visit> { Column(\.pageID) }
    struct Relations: Sendable { let page = BelongsTo<Page>(\.pageID) }
    static let relations = Relations()
  }
}
