import Foundation
import MotionModelTestSupport
import Testing

@testable import MotionModel

/// Columns of a file that the model does not have any more: their values are written back.
@Suite(.ownStore, .temporaryFolder) struct KeptColumnsTests {
  private enum Old {
    struct Note: Model, Equatable {
      var id = 0
      var text = ""
      var rank: Int?
      var extra: AttributeValue = "default"
      var tags: [String] = ["none"]
      var link: URL?
      static let schema = Schema<Note> {
        Column(\.text)
        Column(\.rank)
        Column(\.extra)
        Column(\.tags)
        Column(\.link)
      }
    }
  }

  private struct Note: Model, Equatable {
    var id = 0
    var text = ""
    static let schema = Schema<Note> { Column(\.text) }
  }

  private func file(_ name: String) -> URL { TemporaryFolder.current.appending(path: name) }

  private static let notes: [Old.Note] = [
    Old.Note(id: 1, text: "a", rank: 3, extra: .null, tags: [], link: URL(string: "https://example.com")),
    Old.Note(id: 2, text: "b"),
    Old.Note(id: 5, text: "c", rank: nil, extra: ["x": [1, .null]], tags: ["", "y"]),
  ]

  /// Writes notes with all columns.
  private func write(_ notes: [Old.Note], to name: String = "old", as format: FileFormat = .json) throws {
    let store = Store()
    try store.table(Old.Note.self).insert(contentsOf: notes)
    try store.save(to: file(name), as: format)
  }

  /// The notes as a program has them that knows all columns, after the records of a store were saved.
  private func saved(_ store: Store = .current, as format: FileFormat = .json) throws -> [Old.Note] {
    try store.save(to: file("saved"), as: format)
    let other = Store()
    try other.load(from: file("saved"), models: [Old.Note.self])
    return other.table(Old.Note.self).all
  }

  private func change(_ id: Int, _ change: (inout Note) -> Void) throws {
    guard var note = Note.find(id) else { return }
    change(&note)
    try note.save()
  }

  private func load(_ name: String = "old") throws { try Store.current.load(from: file(name), models: [Note.self]) }

  @Test(arguments: FileFormat.ofStores, FileFormat.ofStores)
  func `they are written back in each format`(format: FileFormat, other: FileFormat) throws {
    try write(Self.notes, as: format)
    try load()
    #expect(Note.all == [Note(id: 1, text: "a"), Note(id: 2, text: "b"), Note(id: 5, text: "c")])
    #expect(try saved(as: other) == Self.notes)
    // A file of the model alone has them, too, and so has one that is written from that.
    try Note.save(to: file("notes"), as: other)
    try Store.with(Store()) {
      try Note.load(from: file("notes"))
      #expect(try saved(as: format) == Self.notes)
    }
    let document = try StoreDocument(contentsOf: file("notes"))
    #expect(document["Note"]?.columns.map(\.type) == ["Int", "String", "Int?", "AttributeValue", "[String]", "URL?"])
  }

  @Test func `many records keep them, in groups`() throws {
    let notes = (1...3000).map { Old.Note(id: $0, rank: $0 % 7 == 0 ? nil : $0, tags: ["\($0)"]) }
    try write(notes, as: .compact)
    try load()
    #expect(try saved(as: .compact) == notes)
  }

  @Test func `a file is read and saved again and again`() throws {
    try write(Self.notes)
    for format in FileFormat.ofStores + FileFormat.ofStores {
      try Store.with(Store()) {
        try load()
        try Store.current.save(to: file("old"), as: format)
      }
    }
    try load()
    #expect(try saved() == Self.notes)
  }

  // MARK: - Writes

  @Test func `records that are changed, moved and inserted leave those of others alone`() throws {
    try write(Self.notes)
    try load()
    try change(1) { $0.text = "changed" }
    try Note.create { $0.text = "new" }
    var expected = Self.notes
    expected[0].text = "changed"
    // A column that the file lists is nil in a record that was created without it, if it can be.
    var new = Old.Note(id: 6, text: "new")
    (new.rank, new.link) = (nil, nil)
    #expect(try saved() == expected + [new])
  }

  @Test func `a deleted record has none in the file, and has them again when the deletion is undone`() throws {
    try write(Self.notes)
    try load()
    var deletion = Changeset()
    _ = try Store.current.inTransaction(&deletion) { try Store.current.table(Note.self).delete(5) }
    #expect(try saved() == Array(Self.notes.dropLast()))
    #expect(try StoreDocument(contentsOf: file("saved"))["Note"]?.rows.count == 2)
    try Store.current.apply(deletion.inverted)
    #expect(try saved() == Self.notes)
    // So has a record that is inserted with the id.
    try Store.current.table(Note.self).delete(1)
    try Note.insert(contentsOf: [Note(id: 1, text: "a")])
    #expect(try saved().sorted { $0.id < $1.id } == Self.notes)
  }

  @Test func `snapshots and branches have those of their time`() throws {
    try write(Self.notes)
    try load()
    let (snapshot, branch) = (Store.current.snapshot(), Store.current.fork())
    try write([Old.Note(id: 1, text: "a", rank: 9)], to: "other")
    try load("other")
    #expect(try saved() == [Old.Note(id: 1, text: "a", rank: 9)])
    #expect(try saved(snapshot) == Self.notes)
    #expect(try saved(branch) == Self.notes)
    try branch.table(Note.self).delete(2)
    #expect(try saved(branch).map(\.id) == [1, 5])
  }

  @Test func `a load that is rolled back leaves them as they were`() throws {
    struct Stop: Error {}
    try write(Self.notes)
    try write([Old.Note(id: 1, text: "a", rank: 9)], to: "other")
    try load()
    #expect(throws: Stop.self) {
      try Store.current.inTransaction {
        try load("other")
        throw Stop()
      }
    }
    #expect(try saved() == Self.notes)
    try Store.current.inTransaction {
      #expect(throws: Stop.self) {
        try Store.current.inTransaction {
          try load("other")
          throw Stop()
        }
      }
      #expect(try saved() == Self.notes)
      try change(2) { $0.text = "z" }
    }
    #expect(try saved().map(\.rank) == [3, nil, nil])
    try Store.current.inTransaction {
      try load("other")
      try change(1) { $0.text = "z" }
    }
    #expect(try saved() == [Old.Note(id: 1, text: "z", rank: 9)])
  }

  // MARK: - Loads

  @Test func `a load replaces them, whatever records it changes`() throws {
    try write(Self.notes)
    try load()
    let count = Store.current.commitCount
    // None, one, and several.
    for change in 0...2 {
      var others = Self.notes
      for index in others.indices { others[index].rank = 100 + change }
      for index in 0..<change { others[index].text = "changed" }
      try write(others, to: "other")
      try load("other")
      #expect(try saved() == others)
    }
    #expect(Store.current.commitCount == count + 2)
    try Note.save(to: file("notes.json"))
    try Store.current.load(from: file("old"), models: [Note.self], unknownColumns: .ignore)
    #expect(try saved().map(\.rank) == [nil, nil, nil] && saved().map(\.tags) == [["none"], ["none"], ["none"]])
    try Note.load(from: file("notes.json"))
    #expect(try saved().map(\.rank) == [102, 102, 102])
    // A file of a whole store in which the model had no records.
    try Store().save(to: file("none.json"))
    try load("none.json")
    try Note.insert(contentsOf: [Note(id: 1)])
    #expect(try saved()[0].rank == nil)
  }

  @Test func `a model that has the column again takes the values`() throws {
    try write(Self.notes)
    try load()
    try change(1) { $0.text = "changed" }
    try Store.current.save(to: file("between"))
    try Store.current.load(from: file("between"), models: [Note.self])
    let other = Store()
    try other.load(from: file("between"), models: [Old.Note.self])
    #expect(other.table(Old.Note.self).first?.rank == 3)
    // They are not kept besides.
    try other.save(to: file("after"))
    #expect(try StoreDocument(contentsOf: file("after"))["Note"]?.columns.count == 6)
  }

  @Test func `a document that is kept is written back as it was`() throws {
    let text = #"""
      {"format": "MotionModel", "version": 1, "models": {"Note": {"columns": ["id"], "rows": [
      {"id": 1, "style": {"colour": {"red": 1.50, "name": null}, "sizes": [1, [2]]}}, {"id": 2, "style": null}, {"id": 3}]}}}
      """#
    try Data(text.utf8).write(to: file("old.json"))
    try load("old.json")
    try Store.current.save(to: file("new.json"))
    let (old, new) = (try StoreDocument(contentsOf: file("old.json")), try StoreDocument(contentsOf: file("new.json")))
    #expect(new["Note"]?.rows.map { $0["style"] } == old["Note"]?.rows.map { $0["style"] })
    #expect(new["Note"]?.columns.map(\.isListed) == [true, true, false])
  }

  @Test func `a value that could not be written again is refused, and so is a name in XML`() throws {
    let json = String(repeating: "[", count: 501) + "1" + String(repeating: "]", count: 501)
    let text =
      #"{"format": "MotionModel", "version": 1, "models": {"Note": {"columns": ["id"], "rows": [{"id": 1, "x": "#
    try Data((text + json + "}]}}}").utf8).write(to: file("deep.json"))
    let error = #expect(throws: FileError.self) { try load("deep.json") }
    #expect(
      error.map { "\($0)" } == """
        Record 1 of Note in the file deep.json cannot be read: Note cannot take the value for its column "x": expected a value \
        that can be read again from a file, found an array nested more than 500 deep.
        """)
    try Data((text.replacing("\"x\"", with: "\"\\u0001\"") + "1}]}}}").utf8).write(to: file("odd.json"))
    try load("odd.json")
    #expect(
      throws: FileError.unwritable(file: "odd", reason: "an XML property list cannot have a name of a column of Note.")
    ) {
      try Store.current.save(to: file("odd"), as: .xml)
    }
    for format in [FileFormat.json, .jsonLines, .binary, .compact] {
      try Store.current.save(to: file("odd"), as: format)
      #expect(try StoreDocument(contentsOf: file("odd"))["Note"]?.rows[0]["\u{1}"] == 1)
    }
  }

  @Test func `any edits keep what an oracle keeps`() throws {
    var random = TestSeed.generator(14_010)
    for _ in 0..<12 {
      try Store.with(Store()) {
        var oracle: [Int: Old.Note] = [:]
        for step in 0..<25 {
          let id = random.number(1...12)
          switch random.number(0...4) {
          case 0:
            try change(id) { $0.text = "\(step)" }
            oracle[id]?.text = "\(step)"
          case 1:
            try Store.current.table(Note.self).delete(id)
            oracle[id] = nil
          case 2:
            let id = try Note.create { $0.text = "\(step)" }.id
            oracle[id] = Old.Note(id: id, text: "\(step)")
          default:
            let notes = (1...12).filter { _ in random.chance(50) }.map { id in
              Old.Note(id: id, text: "\(step)", rank: random.chance(50) ? step : nil, tags: ["\(step)"])
            }
            let format = random.pick(FileFormat.ofStores)
            try write(notes, as: format)
            try load()
            oracle = Dictionary(uniqueKeysWithValues: notes.map { ($0.id, $0) })
          }
          let notes = try saved(as: random.pick(FileFormat.ofStores))
          let expected = oracle.values.sorted { $0.id < $1.id }
          try #require(notes.sorted { $0.id < $1.id } == expected, "seed \(TestSeed.current), step \(step)")
        }
      }
    }
  }
}
