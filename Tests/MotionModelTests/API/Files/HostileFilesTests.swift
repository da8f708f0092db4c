import Foundation
import MotionModelTestSupport
import Testing

@testable import MotionModel

/// Files that are damaged, or made to do harm, are refused with an error that names them, and change nothing.
@Suite(.ownStore, .temporaryFolder) struct HostileFilesTests {
  private struct Memo: Model {
    var id = 0
    var extra: AttributeValue = 1
    var words: [String] = []
    static let schema = Schema<Memo> {
      Column(\.extra)
      Column(\.words)
    }
  }

  private let file = TemporaryFolder.current.appending(path: "hostile")

  /// Expects that the file is refused, and returns the error.
  @discardableResult
  private func refusal<Record: Model>(
    _ model: Record.Type, _ format: FileFormat, _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> FileError? {
    let commits = Store.current.commitCount
    let error = #expect(throws: FileError.self, comment, sourceLocation: sourceLocation) {
      try Record.load(from: file, as: format, unknownColumns: .refuse)
    }
    #expect(throws: FileError.self, comment, sourceLocation: sourceLocation) {
      try Record.read(from: .file(file), as: format) { _ in }
    }
    #expect(Store.current.commitCount == commits, sourceLocation: sourceLocation)
    if let error { #expect("\(error)".contains("hostile"), sourceLocation: sourceLocation) }
    return error
  }

  @Test(arguments: FileFormat.allCases) func `a file in another format is refused`(format: FileFormat) throws {
    try Memo.create()
    for other in FileFormat.allCases where other != format && (other.holdsSeveralModels || format.holdsSeveralModels) {
      try? FileManager.default.removeItem(at: file)  // a file that was refused is not written over
      try Memo.save(to: file, as: other)
      // Lines of one model look like JSON.
      if format == .jsonLines && other == .json { continue }
      let error = try refusal(Memo.self, format, "\(other)")
      #expect(error == .wrongFormat(file: "hostile", expected: format, found: other.ifShown))
    }
  }

  @Test(arguments: FileFormat.ofStores) func `a file of another model is refused`(format: FileFormat) throws {
    try Todo.create()
    try Todo.save(to: file, as: format)
    #expect(try refusal(Memo.self, format) == .otherModel(file: "hostile", expected: "Memo", found: ["Todo"]))
  }

  @Test(arguments: FileFormat.allCases) func `damage is refused, or read as something else, and never more`(
    format: FileFormat
  ) throws {
    var random = TestSeed.generator(4_400)
    try Memo.insert(contentsOf: (1...3).map { Memo(extra: ["a": [.int($0), nil, "\"\n"]], words: ["x", ""]) })
    let bytes = try Memo.data(as: format)
    for _ in 0..<200 {
      var damaged = bytes
      for _ in 0..<random.pick([1, 1, 3]) {
        damaged[random.number(0...damaged.count - 1)] = random.pick([0, 0x22, 0x5B, 0x7B, 0x2C, 0xFF, 0x39, 0x0A])
      }
      if random.chance(20) { damaged = damaged.prefix(random.number(0...damaged.count)) }
      try damaged.write(to: file)
      do { try Memo.read(from: .file(file), as: format) { _ in } } catch is FileError {}
    }
  }

  @Test(arguments: FileFormat.allCases) func `a file of nothing but zeros is refused at its beginning`(
    format: FileFormat
  ) throws {
    // The disk has no memory for them.
    try Data().write(to: file)
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: 1 << 34)
    try handle.close()
    try refusal(Memo.self, format)
  }

  @Test func `a value that is nested 100,000 deep is refused`() throws {
    let depth = 100_000
    let arrays = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let row = "{\"id\": 1, \"extra\": \(arrays)}"
    let json = """
      {"format": "MotionModel", "version": 1, "models": {"Memo": {"columns": ["id", "extra"], "rows": [\(row)]}}}
      """
    let xml = String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth)
    for (format, text) in [
      (FileFormat.json, json), (.json, "[\(row)]"), (.json, arrays), (.jsonLines, row),
      (.xml, "<?xml version=\"1.0\"?><plist version=\"1.0\">\(xml)</plist>"), (.csv, "id,words\n1,\(arrays)\n"),
    ] {
      try Data(text.utf8).write(to: file)
      try refusal(Memo.self, format)
    }
    // It is text in a column that holds any value.
    try Data("id,extra\n1,\(arrays)\n".utf8).write(to: file)
    #expect(try Memo(from: .file(file), as: .csv).extra == .string(arrays))
  }

  @Test func `thirty thousand columns take as long for each as few`() throws {
    let names = (0..<30_000).map { "c\($0)" }
    for (format, text) in [
      (FileFormat.csv, "id,\(names.joined(separator: ","))\n1,\(names.joined(separator: ","))\n"),
      (.json, "[{\"id\": 1, \(names.map { "\"\($0)\": 1" }.joined(separator: ", "))}]"),
      (.jsonLines, "{\"id\": 1, \(names.map { "\"\($0)\": 1" }.joined(separator: ", "))}"),
    ] {
      try Data(text.utf8).write(to: file)
      try refusal(Memo.self, format)
      try Memo.load(from: file, as: format, unknownColumns: .ignore)
      #expect(Memo.ids == [1])
      try Memo.deleteAll()
    }
    let twice = "id,\(names.joined(separator: ",")),c0\n"
    try Data(twice.utf8).write(to: file)
    #expect(
      try refusal(Memo.self, .csv)
        == .malformed(file: "hostile", format: .csv, place: "at line 1, where the column \"c0\" is named twice"))
  }

  @Test func `quotes that are never closed are refused in one pass`() throws {
    let text = String(repeating: "a,\"\"\n", count: 200_000)
    for (format, start) in [(FileFormat.csv, "id\n\""), (.json, "[{\"id\": \""), (.jsonLines, "{\"id\": \"")] {
      try Data((start + text).utf8).write(to: file)
      try refusal(Memo.self, format)
    }
  }

  @Test(arguments: [0, 1, 16, 1 << 31, UInt64(Int64.max) - 15, UInt64(Int64.max), .max])
  func `a length that the file does not have is refused`(length: UInt64) throws {
    try Memo.create()
    let bytes = try Memo.data(as: .compact)
    var damaged = bytes
    // The length of the first block.
    withUnsafeBytes(of: length.littleEndian) { damaged.replaceSubrange(16..<24, with: $0) }
    try damaged.write(to: file)
    try refusal(Memo.self, .compact)
  }
}

extension FileFormat {
  /// The format, if a file shows by its first bytes that it has it.
  fileprivate var ifShown: FileFormat? { holdsSeveralModels ? self : nil }
}
