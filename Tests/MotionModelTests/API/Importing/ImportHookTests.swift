import MotionModel
import MotionModelTestSupport
import Synchronization
import Testing

/// What hooks see of an import by a mapping.
@Suite(.ownStore)
struct ImportHookTests {
  private struct Tool: Model, Equatable {
    var id = 0
    var code = ""
    var saves = 0
    static let schema = Schema<Tool> {
      Column(\.code, .unique)
      Column(\.saves)
    }
    static let hooks: Hooks<Tool> = [
      .beforeSave("trim") { tool, context in
        tool.saves += 1
        if tool.code == "bad" { throw context.halt("The code is bad.") }
      }
    ]
    init() {}
    init(_ code: String) { self.code = code }
  }

  @Test func `hooks run for records that are inserted and updated, and may refuse them`() throws {
    try Tool.insert(contentsOf: [Tool("saw")])
    let report = try Tool.importRows(
      [["Code": "hammer"], ["Code": "saw"], ["Code": "bad"]], mapping: [.column("Code", to: \.code), .key(\.code)])
    #expect(report.rows == [1, 2] && report.updatedRows == [2])
    #expect(Tool.order(by: \.code).pluck(\.saves) == [1, 2])
    #expect(
      report.failures.map(\.description) == [
        "Row 3: The Tool cannot be created, because beforeSave \"trim\" says: The code is bad."
      ])
  }

  @Test func `a unique column refuses the second of two rows`() throws {
    let report = try Tool.importRows(
      [["Code": "saw"], ["Code": "axe"], ["Code": "saw"]], mapping: ["Code": \.code])
    #expect(report.rows == [1, 2])
    #expect(report.failures.map { $0.error as? StoreError } == [.notUnique(model: "Tool", columns: ["code"], id: "1")])
  }

  /// A word, whose hooks insert and delete other words.
  private struct Word: Model, Equatable {
    var id = 0
    var text = ""
    var size = 0
    var rootID: Int?
    static let schema = Schema<Word> {
      Column(\.text)
      Column(\.size)
      Column(\.rootID)
    }
    struct Relations: Sendable { let root = BelongsTo<Word>(\.rootID) }
    static let relations = Relations()
    static let hooks: Hooks<Word> = [
      .afterCreate { word, _ in
        if word.text == "maker" { try Word.create { $0.text = "made" } }
        if word.text == "taker" { try Word.where(\.text).eq("old").deleteAll() }
      }
    ]
    init() {}
    init(_ text: String) { self.text = text }
  }

  @Test func `records that hooks insert and delete are noticed, also without an index`() throws {
    try Word.insert(contentsOf: [Word("old")])
    let rows: [[String: AttributeValue]] = ["taker", "old", "maker", "made"].map { ["text": $0, "size": 1] }
    let report = try Word.importRows(rows, mapping: [.key(\.text)])
    #expect(report.updatedRows == [4] && report.rows == [1, 2, 3, 4])
    #expect(Word.pluck(\.text) == ["taker", "old", "maker", "made"])
    #expect(Word.pluck(\.size) == [1, 1, 1, 1])
    try Word.where(\.text).eq("made").deleteAll()
    let children = try Word.importRows(
      [["text": "a", "Root": "old"], ["text": "maker"], ["text": "b", "Root": "made"]],
      mapping: [.parent("Root", \.root, by: \.text)])
    #expect(children.failures.map(\.description) == [])
  }

  @Test func `observers are notified of one commit with the parents`() throws {
    let changesets = Mutex<[Changeset]>([])
    let observation = Store.current.observeCommits { changeset in changesets.withLock { $0.append(changeset) } }
    defer { observation.cancel() }
    try BookShelf.Book.importRows(
      [["title": "a", "Author": "Joyce"], ["title": "b", "Author": "Joyce"]],
      mapping: [.parent("Author", \.author, by: \.name, missing: .create)])
    #expect(changesets.withLock { $0 }.map(\.description) == ["Author: 1 inserted; Book: 2 inserted"])
  }
}
