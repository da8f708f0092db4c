import Foundation
import MotionModelTestSupport
import Testing

@testable import MotionModel

/// Files that are written and read with a coding.
@Suite(.ownStore, .temporaryFolder) struct CodingFilesTests {
  private let file = TemporaryFolder.current.appending(path: "todos")

  private struct Page: Model {
    var id = 0
    var text = ""
    static let schema = Schema<Page> { Column(\.text) }
  }

  /// Formats that hold several models.
  private static let formats: [FileFormat] = [.json, .jsonLines, .xml, .binary, .compact]

  /// Content of several pieces.
  private func fill(_ count: Int = 1_000) throws {
    try Page.insert(contentsOf: (0..<count).map { Page(text: "page \($0) " + String(repeating: "x", count: 300)) })
  }

  private func contains(_ text: String) throws -> Bool {
    try Data(contentsOf: file).range(of: Data(text.utf8)) != nil
  }

  @Test(arguments: formats) func `a store and a model are saved and loaded`(format: FileFormat) throws {
    try fill(300)
    let pages = Page.all.map(\.text)
    for coding: any ByteCoding in [Scrambling(), RunLengths()] {
      try Store.current.save(to: file, as: format, coding: coding)
      #expect(try !contains("page 1 xxxxxx"))
      let other = Store()
      let changes = try other.load(from: file, as: format, models: [Page.self], coding: coding).changes
      #expect(changes.changes(of: Page.self).count == 300 && other.table(Page.self).pluck(\.text) == pages)
      #expect(try Store.current.load(from: file, as: format, coding: coding).changes.isEmpty)
      try Page.save(to: file, as: format, coding: coding)
      #expect(try Page.load(from: file, as: format, coding: coding).changes.isEmpty)
    }
  }

  @Test func `the coding is remembered with the place, and the format by the content`() throws {
    try fill(3)
    try Page.save(to: file, as: .compact, coding: Scrambling())
    try Page.last?.delete()
    try Page.load()
    #expect(Page.count == 3)
    try Page.save()
    #expect(try !contains("page 1 xxx"))
    try Store.current.save(to: file, coding: RunLengths())
    try Store.current.save()
    try Store.current.load()
    let other = Store()
    try other.load(from: file, models: [Page.self], coding: RunLengths())
    try other.load()
    #expect(other.table(Page.self).count == 3)
    // Another place has no coding.
    let plain = TemporaryFolder.current.appending(path: "plain.json")
    try other.save(to: plain)
    #expect(try String(contentsOf: plain, encoding: .utf8).contains("page 1 xxx"))
  }

  @Test func `another coding, none and a needless one are errors, and change nothing`() throws {
    try fill(3)
    try Store.current.save(to: file, as: .json, coding: Scrambling())
    let plain = TemporaryFolder.current.appending(path: "plain.json")
    try Store.current.save(to: plain)
    let before = Store.current.snapshot()
    for (file, coding, error) in [
      (file, nil, FileError.otherCoding(file: "todos", expected: nil, found: "scrambling")),
      (file, RunLengths(), .otherCoding(file: "todos", expected: "runs", found: "scrambling")),
      (plain, RunLengths(), .otherCoding(file: "plain.json", expected: "runs", found: nil)),
      (
        file, Scrambling(key: 1),
        .notDecoded(
          file: "todos", coding: "scrambling", piece: 0, reason: "The key is another one, or the piece was changed.")
      ),
    ] as [(URL, (any ByteCoding)?, FileError)] {
      let store = Store()
      #expect(throws: error) { try store.load(from: file, models: [Page.self], coding: coding) }
      #expect(throws: error) { try Page.load(from: file, coding: coding) }
    }
    #expect(Changeset.difference(from: before, to: Store.current).isEmpty)
    #expect(
      FileError.otherCoding(file: "plain.json", expected: "runs", found: nil).description
        == "The file plain.json is not encoded, though the coding runs was passed: load it without one, and save it with it."
    )
  }

  @Test(arguments: formats) func `another key of a coding that does not notice it is named as a possible reason`(
    format: FileFormat
  ) throws {
    func masking(_ key: UInt8) -> AnyCoding {
      AnyCoding(name: "masking", encoding: { $0.map { $0 ^ key } }, decoding: { $0.map { $0 ^ key } })
    }
    try fill(3)
    try Store.current.save(to: file, as: format, coding: masking(1))
    let error = #expect(throws: FileError.self) { try Store.current.load(from: file, as: format, coding: masking(2)) }
    #expect(
      error?.description == """
        Piece 0 of the file todos cannot be decoded with masking: what comes out is not \(format.name), perhaps because the \
        key is another one.
        """)
    #expect(throws: FileError.self) { try StoreDocument(contentsOf: file, coding: masking(2)) }
    #expect(Page.count == 3)
  }

  @Test func `a damaged piece changes nothing, and a coding that refuses leaves the old file`() throws {
    try fill()
    try Store.current.save(to: file, as: .compact, coding: Scrambling())
    var bytes = try Data(contentsOf: file)
    let whole = bytes
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: file)
    let before = Store.current.snapshot()
    let error = #expect(throws: FileError.self) { try Store.current.load(from: file, coding: Scrambling()) }
    #expect(error?.description.hasPrefix("The encoded file todos is damaged or incomplete at piece ") == true)
    #expect(Changeset.difference(from: before, to: Store.current).isEmpty)
    try whole.write(to: file)
    struct Reason: Error {}
    let refusing = AnyCoding(encoding: { piece in
      if piece.count < 1 << 18 { throw Reason() }
      return piece
    })
    #expect(throws: FileError.self) { try Store.current.save(to: file, coding: refusing) }
    #expect(try Data(contentsOf: file) == whole)
    #expect(try FileManager.default.contentsOfDirectory(atPath: TemporaryFolder.current.path) == ["todos"])
  }

  @Test(arguments: [1, 7, 4_096]) func `a coded file is read in pieces of any size`(size: Int) throws {
    try fill(200)
    for format in Self.formats {
      try Page.save(to: file, as: format, coding: Scrambling())
      let report = try ByteWindow.$pieceSize.withValue(size) { try Page.load(from: file, coding: Scrambling()) }
      #expect(report.changes.isEmpty, "\(format)")
    }
  }

  @Test(arguments: FileFormat.allCases) func `lists, records and data are encoded, too`(format: FileFormat) throws {
    try fill(3)
    let (pages, coding) = (Page.all.map(\.text), Scrambling())
    let data = try Page.data(as: format, coding: coding)
    #expect(data.starts(with: CodedFile.signature))
    #expect(try [Page](from: .data(data), as: format, coding: coding).map(\.text) == pages)
    #expect(throws: FileError.otherCoding(file: "in memory", expected: nil, found: "scrambling")) {
      try [Page](from: .data(data), as: format)
    }
    let plain = try Page.data(as: format)
    #expect(throws: FileError.otherCoding(file: "in memory", expected: "scrambling", found: nil)) {
      try [Page](from: .data(plain), as: format, coding: coding)
    }
    #expect(try Page.load(from: .data(data), as: format, coding: coding).changes.isEmpty)
    try Page.all.save(to: file, as: format, coding: coding)
    var read: [String] = []
    try Page.read(from: .file(file), as: format, coding: coding) { read.append($0.text) }
    #expect(read == pages)
    try Page(text: "one").save(to: file, as: format, coding: coding)
    #expect(try Page(from: .file(file), as: format, coding: coding).text == "one")
    let all = try [Page](from: .data(data), as: format, coding: coding)
    let again = try all.data(as: format, coding: coding)
    #expect(try again != data && [Page](from: .data(again), as: format, coding: coding).map(\.text) == pages)
  }
}
