import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// What is said of files that cannot be read, and what to do with them.
@Suite(.ownStore) struct FaultyFilesTests {
  private func refusal(_ bytes: [UInt8], as format: FileFormat? = nil) -> String? {
    #expect(throws: FileError.self) { try Todo.load(from: .data(Data(bytes)), as: format) }?.description
  }

  @Test(
    arguments: [
      (
        Array("SQLite format 3\0\u{10}".utf8),
        "it is a database of SQLite, so open it with a SQLiteAdapter, or copy its tables to another file."
      ),
      ([0x1F, 0x8B, 8, 0], "it is compressed with gzip, so decompress it first."),
      (
        [0x50, 0x4B, 3, 4, 20],
        "it is a ZIP archive, as documents of spreadsheets are, so unpack it, or export the sheet as CSV."
      ),
      ([0xFF, 0xFE, 0x7B, 0], "it is text in UTF-16, so save it as UTF-8."),
      ([0xFE, 0xFF, 0, 0x7B], "it is text in UTF-16, so save it as UTF-8."),
    ] as [([UInt8], String)], [nil] + FileFormat.allCases)
  func `a file of another program is named, with what to do`(
    file: (bytes: [UInt8], reason: String), format: FileFormat?
  ) {
    #expect(refusal(file.bytes, as: format) == "The file in memory cannot be read: \(file.reason)")
  }

  private static func list(_ content: String) -> String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n<dict>\n\(content)\n</dict>\n</plist>\n"
  }

  private static func place(_ place: String, _ format: String) -> String {
    "The file in memory cannot be read as \(format) \(place): correct it there, or take a copy that is whole."
  }

  @Test(
    arguments: [
      (FileFormat.xml, list(" <key>a</key><set/>"), place("at line 4, column 14", "an XML property list")),
      (.xml, list("<key>a</key>\n  <integer>1.0</integer>"), place("at line 5, column 15", "an XML property list")),
      (.xml, list("<key>a</key><key>b</key>"), place("at line 4, column 13", "an XML property list")),
      (
        .xml, list("<key>a</key><true/>\n<key>a</key><false/>"),
        place("at line 5, column 13, where a key comes a second time", "an XML property list")
      ),
      (
        .xml, list("").replacing("UTF-8", with: "ISO-8859-1"),
        place("at line 1, column 1, where it names another encoding than UTF-8", "an XML property list")
      ),
      (
        .xml, String(list("<key>a</key>").dropLast(17)),
        "The file in memory is damaged or incomplete: it begins as an XML property list but cannot be read to its end."
      ),
      (.json, "[{\"id\": 1,\n \"id\": 2}]", place("at line 2, column 9, where a key comes a second time", "JSON")),
      (.json, "{\"id\": 1}\n{\"id\": 2}\n", "The file in memory is not JSON but JSON Lines."),
      (.jsonLines, "{\"id\": 1}\n{\"id\": }\n", place("at line 2, column 8", "JSON Lines")),
      (
        .jsonLines, "{\"id\": 1}\n{\"id\": 2, \"id\": 3}\n",
        place("at line 2, column 18, where a key comes a second time", "JSON Lines")
      ),
    ])
  func `a fault of a text has its place and its reason`(format: FileFormat, text: String, sentence: String) {
    #expect(refusal(Array(text.utf8), as: format) == sentence)
  }

  @Test func `a model that comes twice in JSON Lines, and a key in a binary list, are no damage`() {
    let section = #"{"model": "Todo", "columns": ["id"], "nextNumber": 1, "count": 0}"#
    let head = #"{"format": "MotionModel Lines", "version": 1, "scope": "models", "models": 2}"#
    let lines = [head, section, section].map { $0 + "\n" }.joined()
    #expect(
      refusal(Array(lines.utf8), as: .jsonLines) == Self.place("where a model comes a second time", "JSON Lines"))
    // A dictionary of two keys, both of which are the string "a", with a Boolean each.
    let objects: [[UInt8]] = [[0xD2, 1, 1, 2, 2], [0x51, 0x61], [0x09]]
    var (bytes, offsets) = (Array("bplist00".utf8), [UInt8]())
    for object in objects {
      offsets.append(UInt8(bytes.count))
      bytes += object
    }
    let table = UInt8(bytes.count)
    bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1]
    bytes += [0, 0, 0, 0, 0, 0, 0, 3] + [UInt8](repeating: 0, count: 8) + [0, 0, 0, 0, 0, 0, 0, table]
    #expect(
      refusal(bytes, as: .binary) == Self.place("where a key comes a second time", "a binary property list"))
  }

  @Test(arguments: ["", "\u{FEFF}"]) func `lines of another program are known`(mark: String) throws {
    let text = mark + "{\"id\": 1, \"name\": \"Sweep\"}\n\n {\"id\": 2, \"name\": \"Mow\"}\n"
    try Todo.load(from: .data(Data(text.utf8)))
    #expect(Todo.pluck(\.name) == ["Sweep", "Mow"])
    // One object alone may be either.
    #expect(try Todo(from: .string("{\"id\": 3, \"name\": \"Rest\"}\n")).name == "Rest")
  }
}
