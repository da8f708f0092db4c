import Foundation
import MotionModel
import MotionModelJournal
import MotionModelStorageTestSupport
import MotionModelTestSupport
import Testing

@Suite(.temporaryFolder) struct JournalDocumentTests {
  private let file = TemporaryFolder.current.appending(path: "shop.motionmodel")
  private let models: [any Model.Type] = [Todo.self, Project.self]

  private func open() throws -> Store {
    try Store(file: file, models: models, durability: .manual, history: .everything, notificationCenter: nil)
  }

  /// The oracle is the file that the store of that commit writes.
  @Test func `the content without types is that of the store, after each commit`() throws {
    let comment = Comment(rawValue: "seed \(TestSeed.current)")
    var edits = RandomEdits(TestSeed.generator(6_500))
    let store = try open()
    for round in 0..<40 {
      try edits.edit(store, count: 2)
      if round % 15 == 14 { try store.journal?.compact() }
    }
    let document = try JournalDocument(of: file)
    let history = try JournalHistory(of: file, models: models)
    #expect(document.commits == history.commits)
    for commit in document.commits {
      let content = try document.content(at: commit)
      let was = try history.store(at: commit)
      #expect(content.snapshot?.commits == commit, comment)
      for model in models { try expectSame(content, was, model, "\(comment), commit \(commit)") }
    }
    #expect(try StoreDocument(ofStore: file) == document.content(at: store.commitCount))
    var numbers: [Int] = []
    try document.forEachCommit(since: 3) { numbers.append($0.id) }
    #expect(numbers == Array(4...store.commitCount))
    #expect(throws: JournalError.noCommit(file: "shop.motionmodel", commit: -1, available: document.commits)) {
      try document.content(at: -1)
    }
  }

  /// Compares the rows with those of the file that the store saves.
  private func expectSame<Record: Model>(
    _ content: StoreDocument, _ store: Store, _ model: Record.Type, _ comment: Comment
  ) throws {
    let copy = TemporaryFolder.current.appending(path: "copy.motionmodel")
    try store.table(Record.self).save(to: copy)
    let saved = try StoreDocument(contentsOf: copy)
    let name = "\(Record.self)"
    let (found, expected) = (content[name]?.rows ?? [], saved[name]?.rows ?? [])
    #expect(found.count == expected.count, comment)
    for (row, other) in zip(found, expected) {
      for column in saved[name]?.columns ?? [] { #expect(row[column.name] == other[column.name], comment) }
    }
  }

  private struct Track: Model {
    var title = ""
    var id = 0
    static let schema = Schema<Track> {
      Column(\.title)
      Column(\.id, name: "number")
    }
  }

  @Test func `a new store says the types of columns, and which one has the ids, before it has records`() throws {
    let store = try Store(file: file, models: [Track.self, Todo.self], durability: .manual, notificationCenter: nil)
    try store.table(Track.self).insert(contentsOf: [Track(title: "a"), Track(title: "a")])
    let document = try StoreDocument(ofStore: file)
    #expect(document.models.map(\.name) == ["Track"])
    #expect(
      document["Track"]?.columns == [
        StoreDocument.Column("title", type: "String"), StoreDocument.Column("number", type: "Int"),
      ])
    #expect(document["Track"].map { Array($0.rows) } == [["title": "a", "number": 1], ["title": "a", "number": 2]])
    try store.journal?.close()
    // The file is not read alone while the journal beside it has commits.
    let copy = file.deletingLastPathComponent().appending(path: "copy.motionmodel")
    try FileManager.default.copyItem(at: file, to: copy)
    let todo = try #require(StoreDocument(contentsOf: copy)["Todo"])
    #expect(todo.rows.isEmpty && todo.columns.allSatisfy { $0.type != nil })
    // A model without records need not be known, also to a store that is not opened.
    do {
      let again = try Store(
        file: file, models: [Track.self, Project.self], durability: .manual, notificationCenter: nil)
      try again.journal?.compact()
      try again.journal?.close()
    }
    #expect(try StoreDocument(contentsOf: file).models.map(\.name) == ["Project", "Track"])
    let other = Store(notificationCenter: nil)
    try other.load(from: file, models: [Track.self])
    #expect(other.table(Track.self).count == 2)
  }

  @Test func `a model that has had no records may change, and has the version of its first record`() throws {
    func open(_ model: any Model.Type) throws -> Store {
      try Store(file: file, models: [model], durability: .manual, notificationCenter: nil)
    }
    try open(Earlier.Note.self).journal?.close()
    // It needs no migration.
    do {
      let store = try open(Later.Note.self)
      #expect(try StoreDocument(contentsOf: file)["Note"]?.version == 1)
      try store.table(Later.Note.self).create { $0.title = "a" }
      try store.journal?.close()
    }
    let note = try #require(StoreDocument(ofStore: file)["Note"])
    #expect(note.version == 2 && note.rows.map { $0["title"] } == ["a"] && !note.columns.contains { $0.name == "name" })
    #expect(try open(Later.Note.self).table(Later.Note.self).all.map(\.title) == ["a"])
  }

  @Test func `commits say what they change, by columns`() throws {
    let store = try open()
    let project = try store.table(Project.self).create { $0.name = "House" }
    var todo = try store.table(Todo.self).create { $0.name = "Paint" }
    try store.table(Todo.self).update(&todo) { $0.projectID = project.id }
    try store.table(Todo.self).update(&todo) { $0.projectID = nil }
    try store.table(Todo.self).delete(todo)
    var found: [String] = []
    try JournalDocument(of: file).forEachCommit(since: 0) { commit in
      for part in commit.parts {
        for change in part.changes {
          let values = part.values(of: change).filter { ["name", "projectID"].contains($0.column) }
            .map { "\($0.column): \($0.value.map { "\($0)" } ?? "none")" }.joined(separator: ", ")
          let id = change.id.map { "\($0)" } ?? "new"
          found.append("\(commit.id) \(change.kind) \(part.model.name) \(id) \(values)")
        }
      }
    }
    #expect(
      found == [
        "1 insert Project new name: House", "2 insert Todo new name: Paint", "3 update Todo 1 projectID: 1",
        "4 update Todo 1 projectID: none", "5 delete Todo 1 ",
      ])
  }

  @Test func `reading changes no file, and needs no lock`() throws {
    let store = try open()
    try store.table(Todo.self).create()
    let folder = TemporaryFolder.current.path(percentEncoded: false)
    let before = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(try StoreDocument(ofStore: file)["Todo"]?.rows.count == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == before)
    #expect(throws: JournalError.self) {
      try StoreDocument(ofStore: TemporaryFolder.current.appending(path: "none.motionmodel"))
    }
  }
}
