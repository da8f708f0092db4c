import Foundation
import Testing

@testable import MotionModel

/// Which records are found again in damaged files, and of which model.
@Suite struct RecoveredDocumentTests {
  private static let whole = StoreDocument(models: [
    StoreDocument.Table("A", columns: ["id", "name"], rows: [], nextNumber: 5),
    StoreDocument.Table(
      "B", columns: ["id", "name"], rows: [["id": 1, "name": "b1"], ["id": 2, "name": "b2"]], nextNumber: 3),
    StoreDocument.Table("C", columns: ["id", "name"], rows: [["id": 1, "name": "c1"]], nextNumber: 2),
  ])

  private func content(_ recovered: RecoveredDocument) -> [String] {
    recovered.document.models.map { model in
      model.name + ":" + model.rows.map { " \($0["name"].map { "\($0)" } ?? "nil")" }.joined()
    }
  }

  /// Where the blocks of a file begin, with what they say to be.
  private func blocks(_ data: Data) -> [(start: Int, kind: UInt8)] {
    var (start, blocks) = (CompactBlock.signature.count, [(start: Int, kind: UInt8)]())
    while start < data.count {
      blocks.append((start, data[start + 4]))
      start += CompactBlock.headerSize + Int(data[start + 8]) + Int(data[start + 9]) << 8
    }
    return blocks
  }

  private static let formats: [FileFormat] = [.json, .jsonLines, .compact]

  @Test(arguments: formats) func `a file without damage is as it was, with models without records`(
    format: FileFormat
  ) throws {
    let data = try Self.whole.data(as: format)
    let recovered = try RecoveredDocument(data, as: format, name: "shop")
    #expect(recovered.losses == [] && recovered.document.isWholeStore)
    #expect(content(recovered) == ["A:", "B: b1 b2", "C: c1"])
    #expect(try recovered.document.data(as: format) == data)
  }

  @Test func `behind a damaged section of the compact format, records are not those of the model before`() throws {
    var data = try Self.whole.data(as: .compact)
    let section = try #require(blocks(data).last { $0.kind == 2 })
    data[section.start + 4] = 3
    let recovered = try RecoveredDocument(data, as: .compact, name: "shop")
    #expect(content(recovered) == ["A:", "B: b1 b2"])
    #expect(recovered.losses.count == 2 && !recovered.document.isWholeStore)
  }

  @Test func `a block that says falsely to be the end does not end the file`() throws {
    var data = try Self.whole.data(as: .compact)
    let group = try #require(blocks(data).first { $0.kind == 3 })
    data[group.start + 4] = 5
    let recovered = try RecoveredDocument(data, as: .compact, name: "shop")
    #expect(content(recovered) == ["A:", "B:", "C: c1"] && recovered.losses.count == 1)
  }

  @Test func `a file that is cut off between two parts is not a whole store`() throws {
    let data = try Self.whole.data(as: .compact)
    let end = try #require(blocks(data).last { $0.kind == 2 }?.start)
    let recovered = try RecoveredDocument(data[..<end], as: .compact, name: "shop")
    #expect(content(recovered) == ["A:", "B: b1 b2"] && !recovered.document.isWholeStore)
    #expect(recovered.losses == ["The file ends before its content does."])
  }

  @Test(arguments: [FileFormat.json, .jsonLines])
  func `text is corrected where the error says, and not repaired`(format: FileFormat) throws {
    let text = String(decoding: try Self.whole.data(as: format), as: UTF8.self)
    let damaged = Data(text.replacing("\"b1\"", with: "?").utf8)
    let error = #expect(throws: FileError.self) { try RecoveredDocument(damaged, as: format, name: "shop") }
    let line = text[..<(try #require(text.range(of: "\"b1\"")).lowerBound)].count { $0 == "\n" } + 1
    #expect(error.map { "\($0)".contains("line \(line)") } == true)
  }

  // MARK: - Names and versions

  /// Throws unless all formats can have what was recovered.
  private func expectWritable(_ document: StoreDocument) throws {
    for format in FileFormat.allCases where format.holdsSeveralModels {
      let again = try StoreDocument(document.data(as: format))
      let names = Set(document.models.map(\.name))
      #expect(again.models.count == document.models.count && Set(again.models.map(\.name)) == names, "\(format)")
      #expect(names.allSatisfy { again[$0]?.rows.count == document[$0]?.rows.count }, "\(format)")
    }
  }

  @Test func `records of a model without a name are kept under another one`() throws {
    var writer = CompactFileWriter()
    writer.begin(FileHead(.store), models: 1)
    let position = writer.byteCount
    var section = FileSection(model: "", columns: ["id", "name"], nextNumber: 2)
    section.count = 1
    writer.begin(section)
    writer.write([(0, 1), (1, "a1")], at: nil)
    writer.endSection()
    writer.end()
    let recovered = try RecoveredDocument(Data(writer.takeBytes()), name: "shop")
    #expect(content(recovered) == ["Unnamed\(position): a1"])
    #expect(recovered.losses == ["At byte \(position), a part of the file cannot be read."])
    try expectWritable(recovered.document)
  }

  @Test func `records of another program have a model without a name of its own`() throws {
    let data = Data("{\"format\": \"mp3\", \"version\": 5}\n{\"format\": \"wav\"}\n".utf8)
    let recovered = try RecoveredDocument(data, as: .jsonLines, name: "shop")
    #expect(recovered.losses == [] && recovered.document.models.map(\.name) == ["Unnamed"])
    #expect(recovered.document.models.map(\.rows.count) == [2])
  }

  @Test(arguments: formats) func `a file in a newer version of the format is not read as one of this version`(
    format: FileFormat
  ) throws {
    var data = try Self.whole.data(as: format)
    if format == .compact {
      var writer = BinaryWriter()
      writer.write(.file) { $0.write(["format": "MotionModel", "version": 2, "scope": "store", "models": 0]) }
      data = Data(CompactBlock.signature + writer.takeBytes())
    } else {
      data = Data(String(decoding: data, as: UTF8.self).replacing("\"version\": 1", with: "\"version\": 2").utf8)
    }
    #expect(throws: FileError.newer(file: "shop", version: 2)) {
      try RecoveredDocument(data, as: format, name: "shop")
    }
  }
}
