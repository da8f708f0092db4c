import Foundation
import MotionModelStorage
import MotionModelTestSupport
import MotionModelValues
import Testing

@testable import MotionModel

@Suite(.ownStore, .temporaryFolder) struct CompactFileTests {
  private let file = TemporaryFolder.current.appending(path: "todos.motionmodel")

  private struct Note: Model {
    var id = 0
    var text = ""
    var rank: Int?
    static let schema = Schema<Note> {
      Column(\.text)
      Column(\.rank)
    }
  }

  /// Another model of the same name, with other types of columns.
  private enum Later {
    struct Note: Model {
      var id = ""
      var text: String?
      var rank = 7.5
      var added = "new"
      static let schema = Schema<Note> {
        Column(\.text)
        Column(\.rank)
        Column(\.added, default: "default")
      }
    }
  }

  private static func bytes(_ body: (inout CompactFileWriter) -> Void) -> [UInt8] {
    var writer = CompactFileWriter()
    body(&writer)
    return writer.takeBytes()
  }

  private func message(_ body: () throws -> Void) -> String? {
    do throws(any Error) {
      try body()
      return nil
    } catch { return "\(error)" }
  }

  @Test(arguments: FileFormat.ofStores) func `records without a column that the file does not list keep its default`(
    format: FileFormat
  ) throws {
    struct Label: Model {
      var id = 0
      var colour: String? = "red"
      var size: Int? = 7
      static let schema = Schema<Label> {
        Column(\.colour)
        Column(\.size)
      }
    }
    var labels = StoreDocument.Table(
      "Label", columns: ["id", "colour", "size"],
      rows: [["id": 1], ["id": 2, "colour": "blue", "size": 1], ["id": 3, "colour": .null, "size": 2]])
    labels.columns[1].isListed = false
    try StoreDocument(models: [labels], isWholeStore: false).write(to: file, as: format)
    try Store.current.load(from: file, as: format, models: [Label.self])
    #expect(Label.pluck(\.colour) == ["red", "blue", nil] && Label.pluck(\.size) == [nil, 1, 2])
    let list = try [Label](from: .file(file), as: format)
    #expect(list.map(\.colour) == ["red", "blue", nil])
  }

  // MARK: - The format

  @Test func `the bytes of a file are those that the decision shows`() throws {
    try Note.insert(contentsOf: [Note(text: "a", rank: 300), Note(text: "bc")])
    try Note.save(to: file)
    let bytes = try [UInt8](Data(contentsOf: file))
    var expected = BinaryWriter()
    CompactBlock.signature.withUnsafeBytes { expected.write($0) }
    expected.write(.file) { $0.write(["format": "MotionModel", "version": 1, "scope": "models", "models": 1]) }
    expected.write(.section) {
      $0.write([
        "model": "Note", "version": 1, "columns": ["id", "text", "rank"],
        "types": ["id": "Int", "text": "String", "rank": "Int?"], "fingerprint": "df94bce01535f7e9", "nextNumber": 3,
        "count": 2,
      ])
    }
    let columns: [[UInt8]] = [
      [2, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1],
      [8, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0x61, 0x62, 0x63],
      [0x82, 0b01, 0x2C, 1, 0, 0, 0, 0, 0, 0, 1, 0],
    ]
    expected.write(.rows) { $0.write(fixed: UInt32(2)) }
    for column in columns { expected.write(.column) { writer in column.withUnsafeBytes { writer.write($0) } } }
    expected.write(.end) { _ in }
    #expect(bytes == expected.bytes)
  }

  @Test func `many rows are written in groups, and read again`() throws {
    for count in [1, 1023, 1024, 1025, 5000] {
      try Store.with(Store()) {
        try Note.insert(contentsOf: (0..<count).map { Note(text: "\($0)", rank: $0 % 3 == 0 ? nil : $0 - 5) })
        let notes = Note.all.map { [$0.text, "\($0.rank ?? -99)"] }
        try Note.save(to: file)
        try Store.with(Store()) {
          try Note.load(from: file)
          #expect(Note.all.map { [$0.text, "\($0.rank ?? -99)"] } == notes)
          #expect(try Note.create().id == count + 1)
        }
      }
    }
  }

  @Test func `rows that are written and read one by one are the same`() throws {
    let rows: [[AttributeValue?]] = (0..<1030).map {
      [.int(Int64($0 + 1)), $0 % 2 == 0 ? Optional.none : "\($0)", .null]
    }
    let bytes = Self.bytes { writer in
      writer.begin(FileHead(.models), models: 1)
      writer.begin(FileSection(model: "Note", columns: ["id", "text", "rank"], nextNumber: 1, count: rows.count))
      for row in rows { writer.write(row.placed, at: nil) }
      writer.endSection()
      writer.end()
    }
    let found = try bytes.withUnsafeBytes { bytes in
      var reader = try CompactFileReader(ByteWindow(bytes), name: "todos")
      let section = try #require(try reader.nextSection())
      var (row, found) = (FileRow(section), [[AttributeValue?]]())
      while try reader.readRow(into: &row) {
        found.append((0..<3).map { row[$0] })
        row.removeAll()
      }
      #expect(try reader.nextSection() == nil)
      return found
    }
    #expect(found == rows)
  }

  // MARK: - Other types

  @Test func `columns of a file that says no types are cast, and new ones have their defaults`() throws {
    try Note.insert(contentsOf: [Note(text: "a", rank: 3), Note(text: "b", rank: nil)])
    try Note.save(to: file)
    var document = try StoreDocument(contentsOf: file)
    document["Note"]?.columns = ["id", "text", "rank"]
    try document.write(to: file)
    try Store.with(Store()) {
      try Later.Note.load(from: file)
      #expect(
        Later.Note.all.map { "\($0.id) \($0.text ?? "nil") \($0.rank) \($0.added)" } == [
          "1 a 3.0 default", "2 b 7.5 default",
        ])
    }
  }

  @Test func `two names of one column, and names that no column has, are refused as in other formats`() throws {
    for (columns, error) in [
      (["id", "text", "Text"], AttributeError.unknownColumn(model: "Note", column: "Text")),
      (["id", "other", "rank"], .unknownColumn(model: "Note", column: "other")),
      (["id", "rank", "text"], nil),
    ] {
      try write(
        [FileSection(model: "Note", columns: columns, nextNumber: 3, count: 2)], rows: [[1, "a", 1], [2, "b", 2]])
      let expected = error.map { FileError.row(file: "todos.motionmodel", model: "Note", row: 1, $0) }
      if let expected {
        #expect(throws: expected) { try Note.load(from: file, unknownColumns: .refuse) }
      } else {
        #expect(throws: FileError.self) { try Note.load(from: file) }
      }
    }
  }

  @Test func `a value that does not fit is named with its row, wherever it is in a group`() throws {
    let rows: [[AttributeValue?]] = (1...2000).map { [.int(Int64($0)), "a", $0 == 1500 ? "x" : 1] }
    try write([FileSection(model: "Note", columns: ["id", "text", "rank"], nextNumber: 1, count: 2000)], rows: rows)
    #expect(
      message { try Note.load(from: file) }
        == """
        Record 1500 of Note in the file todos.motionmodel cannot be read: Note cannot take the value for its column "rank": \
        expected a whole number of 64 bits, found a string that is not a number.
        """)
    try write(
      [FileSection(model: "Note", columns: ["id", "text"], nextNumber: 1, count: 1500)],
      rows: (1...1500).map { [.int($0 == 1400 ? 7 : $0), "a"] })
    #expect(throws: FileError.rowID(file: "todos.motionmodel", model: "Note", row: 1400)) {
      try Note.load(from: file)
    }
    #expect(Note.count == 0)
  }

  // MARK: - Damage

  /// Writes a file with the same rows in each section.
  private func write(_ sections: [FileSection], rows: [[AttributeValue?]]) throws {
    let bytes = Self.bytes { writer in
      writer.begin(FileHead(.models), models: sections.count)
      for section in sections {
        writer.begin(section)
        for row in rows { writer.write(row.placed, at: nil) }
        writer.endSection()
      }
      writer.end()
    }
    try Data(bytes).write(to: file)
  }

  @Test func `each changed byte and each missing end is noticed, with its place`() throws {
    try Note.insert(contentsOf: [Note(text: "a", rank: 300), Note(text: "bc")])
    try Note.save(to: file)
    let before = Note.all.map(\.text)
    let bytes = try [UInt8](Data(contentsOf: file))
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 1 << UInt8(index % 8)
      try Data(damaged).write(to: file)
      #expect(throws: FileError.self, "byte \(index)") { try Note.load(from: file, as: .compact) }
      try Data(bytes[..<index]).write(to: file)
      #expect(throws: FileError.self, "\(index) bytes") { try Note.load(from: file, as: .compact) }
    }
    #expect(Note.all.map(\.text) == before)
    try Data(bytes.dropLast(20)).write(to: file)
    #expect(
      message { try Note.load(from: file) }
        == """
        The file todos.motionmodel is damaged or incomplete: it begins as the compact format but cannot be read at byte \
        \(bytes.count - 44), where the file ends before the part that begins there.
        """)
    var damaged = bytes
    damaged[bytes.count - 20] ^= 1
    try Data(damaged).write(to: file)
    #expect(
      message { try Note.load(from: file) }?.contains("where the content does not have its checksum") == true)
  }

  @Test func `one model is read from the file of a store, in which damage to the others is noticed`() throws {
    let store = Store()
    try store.table(Note.self).insert(contentsOf: (1...2_500).map { Note(text: "note \($0)", rank: $0 % 7) })
    try store.table(Project.self).create { $0.name = "House" }
    let bytes = try store.data(as: .compact)
    #expect(try [Project](from: .data(bytes)).map(\.name) == ["House"])
    #expect(try [Note](from: .data(bytes)).map(\.text) == (1...2_500).map { "note \($0)" })
    for index in stride(from: 8, to: bytes.count, by: 211) {
      var damaged = bytes
      damaged[index] ^= 1
      #expect(throws: FileError.self, "byte \(index)") { try [Project](from: .data(damaged), as: .compact) }
    }
  }

  /// Writes blocks whose checksums are right.
  private func put(_ blocks: [(CompactBlock.Kind, [UInt8])]) throws {
    var writer = BinaryWriter()
    CompactBlock.signature.withUnsafeBytes { writer.write($0) }
    for (kind, content) in blocks {
      writer.write(kind) { writer in content.withUnsafeBytes { writer.write($0) } }
    }
    try Data(writer.bytes).write(to: file)
  }

  private func encoded(_ value: AttributeValue) -> [UInt8] {
    var writer = BinaryWriter()
    writer.write(value)
    return writer.bytes
  }

  @Test func `a file of a newer version is refused, whatever is in it`() throws {
    try put([(.file, encoded(["version": 2, "more": "things"])), (.end, [1, 2, 3])])
    #expect(throws: FileError.newer(file: "todos.motionmodel", version: 2)) { try Note.load(from: file) }
  }

  @Test func `content with the right checksums that no writer writes is refused`() throws {
    let head: (CompactBlock.Kind, [UInt8]) = (
      .file, encoded(["format": "MotionModel", "version": 1, "scope": "models", "models": 1])
    )
    func section(_ columns: AttributeValue = ["id"], count: AttributeValue = 2) -> (CompactBlock.Kind, [UInt8]) {
      (.section, encoded(["model": "Note", "columns": columns, "nextNumber": 1, "count": count]))
    }
    let ids: (CompactBlock.Kind, [UInt8]) = (.column, [2, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1])
    func rows(_ count: UInt8) -> (CompactBlock.Kind, [UInt8]) { (.rows, [count, 0, 0, 0]) }
    try put([head, section(), rows(2), ids, (.end, [])])
    try Note.load(from: file)
    #expect(Note.all.map(\.id) == [1, 2])
    for blocks in [
      [], [head], [head, (.end, [])], [section(), head], [head, head], [head, section(), (.end, [])],
      [head, section(), rows(2), (.end, [])], [head, section(), rows(3), ids, (.end, [])],
      [head, section(count: 3), rows(2), ids, (.end, [])], [head, section(count: 1), rows(2), ids, (.end, [])],
      [head, section(count: 0), (.end, [0])], [head, section(count: 0), (.end, []), (.end, [])],
      [head, section(count: -1), (.end, [])], [head, section([]), rows(2), (.end, [])],
      [head, section(["id", "id"]), rows(2), ids, ids, (.end, [])], [head, section(), rows(0), ids, (.end, [])],
      [(.file, encoded([])), (.end, [])], [(.file, encoded(["version": 0])), (.end, [])],
      [(.file, encoded(["version": 1])), (.end, [])],
      [head, section(count: .int(.max)), (.rows, [255, 255, 255, 255]), ids, (.end, [])],
      // Each of ten thousand rows without a value takes a bit, but a record takes more memory.
      [
        head, section(count: 10_000), (.rows, [0x10, 0x27, 0, 0]),
        (.column, [0x88] + [UInt8](repeating: 0, count: 1259)),
        (.end, []),
      ],
      // Columns: of an unknown kind, cut off, with more, with a strange number of bytes, with no text.
      [head, section(), rows(2), (.column, [99, 1]), (.end, [])],
      [head, section(), rows(2), (.column, []), (.end, [])],
      [head, section(), rows(2), (.column, ids.1 + [0]), (.end, [])],
      [head, section(), rows(2), (.column, [2, 1, 0, 0, 0, 0, 0, 0, 0, 3, 0, 1]), (.end, [])],
      [head, section(), rows(2), (.column, [8, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0xC3, 0xA9]), (.end, [])],
      [head, section(), rows(2), (.column, [8, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0xC3, 0x41]), (.end, [])],
      [head, section(), rows(2), (.column, [8, 255, 255, 255, 255, 255, 255, 255, 127, 1, 0, 0, 65]), (.end, [])],
    ] as [[(CompactBlock.Kind, [UInt8])]] {
      try put(blocks)
      #expect(throws: FileError.self, "\(blocks)") { try Store.current.load(from: file, models: [Note.self]) }
    }
    #expect(Note.all.map(\.id) == [1, 2])
  }
}

extension [AttributeValue?] {
  /// The values with the numbers of their columns.
  fileprivate var placed: [PlacedValue] {
    enumerated().compactMap { column, value in value.map { (column, $0) } }
  }
}
