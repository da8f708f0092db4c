import Foundation
import Testing

@testable import MotionModel

/// Which records are found again in damaged files, and of which model.
@Suite struct RecoveredDocumentTests {
  private static let whole = StoreDocument(models: [
    TableDocument("A", columns: ["id", "name"], rows: [], nextNumber: 5),
    TableDocument(
      "B", columns: ["id", "name"], rows: [["id": 1, "name": "b1"], ["id": 2, "name": "b2"]], nextNumber: 3),
    TableDocument("C", columns: ["id", "name"], rows: [["id": 1, "name": "c1"]], nextNumber: 2),
  ])

  private func text(_ format: FileFormat) throws -> String {
    String(decoding: try Self.whole.data(as: format), as: UTF8.self)
  }

  private func recovered(_ text: String, _ format: FileFormat) throws -> RecoveredDocument {
    try RecoveredDocument(Data(text.utf8), as: format, name: "shop")
  }

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

  @Test func `rows on the line of their beginning are read`() throws {
    let start = try #require(text(.json).range(of: "\"rows\": []"))
    let other = try text(.json).replacingCharacters(in: start, with: "\"rows\": [{\"id\": 4, \"name\": \"a4\"}, 5]")
    let recovered = try recovered(other, .json)
    #expect(content(recovered) == ["A: a4", "B: b1 b2", "C: c1"] && recovered.losses.count == 1)
  }

  @Test func `behind a damaged end of a model, the next one begins with its name`() throws {
    let damaged = try text(.json).replacing("\n]\n},\n\"C\"", with: "\n?\n},\n\"C\"")
    let recovered = try recovered(damaged, .json)
    #expect(content(recovered) == ["A:", "B: b1 b2", "C: c1"])
    #expect(recovered.losses.count == 1 && !recovered.document.isWholeStore)
  }

  @Test func `one damaged line of JSON loses no record on another line`() throws {
    let lines = try text(.json).split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.isEmpty {
      var damaged = lines
      damaged[index] = "?"
      let recovered = try recovered(damaged.joined(separator: "\n"), .json)
      let expected = ["b1", "b2", "c1"].filter { !line.contains("\"\($0)\"") }
      let found = recovered.document.models.flatMap { $0.rows.map { "\($0["name"] ?? .null)" } }
      #expect(found == expected && recovered.losses.count <= 2, "line \(index + 1)")
      #expect(!recovered.losses.isEmpty && !recovered.document.isWholeStore, "line \(index + 1)")
    }
  }

  @Test func `behind a damaged beginning of the models or of rows, records keep their model`() throws {
    for line in ["\"models\": {", "\"rows\": []", "\"rows\": ["] {
      let damaged = try text(.json).replacing(line + "\n", with: "?\n")
      #expect(try content(recovered(damaged, .json)) == ["A:", "B: b1 b2", "C: c1"], "\(line)")
    }
    let last = StoreDocument(models: [TableDocument("A", columns: ["id"], nextNumber: 5)])
    let damaged = try String(decoding: last.data(as: .json), as: UTF8.self).replacing("\"rows\": []", with: "?")
    #expect(try recovered(damaged, .json).document.models == last.models)
  }

  @Test func `behind a damaged line about a model, records are those of no known model`() throws {
    let damaged = try text(.jsonLines).replacing("{\"model\": \"C\"", with: "?\"model\": \"C\"")
    let first = try recovered(damaged, .jsonLines)
    #expect(content(first) == ["A:", "B: b1 b2", "Unnamed7: c1"])
    #expect(first.losses.count == 1 && !first.document.isWholeStore)
    // A damaged record is one of those that the model has.
    let second = try recovered(damaged.replacing("\"b1\"", with: "\"b1\\\""), .jsonLines)
    #expect(content(second) == ["A:", "B: b2", "Unnamed7: c1"] && second.losses.count == 2)
    // A line that was broken in two does not count as two records.
    let third = try recovered(text(.jsonLines).replacing("\"b1\"", with: "\"b1\n\""), .jsonLines)
    #expect(content(third) == ["A:", "B: b2", "C: c1"] && third.losses.count == 2)
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

  @Test(arguments: formats) func `a file that is cut off between two parts is not a whole store`(
    format: FileFormat
  ) throws {
    var data = try Self.whole.data(as: format)
    switch format {
    case .json: data = data[..<(try #require(data.range(of: Data(",\n\"C\"".utf8))?.lowerBound))]
    case .jsonLines: data = data[..<(try #require(data.range(of: Data("{\"model\": \"C\"".utf8))?.lowerBound))]
    default: data = data[..<(try #require(blocks(data).last { $0.kind == 2 }?.start))]
    }
    let recovered = try RecoveredDocument(Data(data), as: format, name: "shop")
    #expect(content(recovered) == ["A:", "B: b1 b2"] && !recovered.document.isWholeStore)
    #expect(recovered.losses == ["The file ends before its content does."])
    // A record is missing.
    if format == .jsonLines {
      let lines = try self.recovered(text(format).replacing("{\"id\": 1, \"name\": \"c1\"}\n", with: ""), format)
      #expect(lines.losses == recovered.losses && !lines.document.isWholeStore)
    }
  }

  // MARK: - Names and versions

  /// The number of the first line that has a text.
  private func line(of part: String, in text: String) throws -> Int {
    let start = try #require(text.range(of: part)).lowerBound
    return text[..<start].count { $0 == "\n" } + 1
  }

  /// Throws unless all formats can have what was recovered.
  private func expectWritable(_ document: StoreDocument) throws {
    for format in FileFormat.allCases where format.holdsSeveralModels {
      let again = try StoreDocument(document.data(as: format))
      let names = Set(document.models.map(\.name))
      #expect(again.models.count == document.models.count && Set(again.models.map(\.name)) == names, "\(format)")
      #expect(names.allSatisfy { again[$0]?.rows.count == document[$0]?.rows.count }, "\(format)")
    }
  }

  @Test(arguments: [(FileFormat.json, "\"B\": {", "\"\": {"), (.jsonLines, "\"model\": \"B\"", "\"model\": \"\"")])
  func `records of a model without a name are kept under another one`(
    format: FileFormat, name: String, empty: String
  ) throws {
    let line = try line(of: name, in: text(format))
    let recovered = try recovered(text(format).replacing(name, with: empty), format)
    #expect(content(recovered) == ["A:", "Unnamed\(line): b1 b2", "C: c1"])
    #expect(recovered.losses == ["At line \(line), a part of the file cannot be read."])
    #expect(!recovered.document.isWholeStore)
    try expectWritable(recovered.document)
  }

  @Test func `records of a model without a name are kept in the compact format, too`() throws {
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

  @Test(arguments: [FileFormat.json, .jsonLines])
  func `a version that is damaged is reported, and taken to be 1`(format: FileFormat) throws {
    var document = Self.whole
    document.models[1].version = 3
    let text = String(decoding: try document.data(as: format), as: UTF8.self)
    for (part, subject) in [("\"version\": 1", "the format"), ("\"version\": 3", "B")] {
      let range = try #require(text.range(of: part))
      for damage in ["\"versiom\": 3", "\"version\": -3", "\"version\": \"x\""] {
        let recovered = try recovered(text.replacingCharacters(in: range, with: damage), format)
        #expect(
          recovered.losses == ["The version of \(subject) cannot be read, and is taken to be 1."], "\(damage)")
        #expect(!recovered.document.isWholeStore)
        #expect(recovered.document.models.map(\.version) == [1, subject == "B" ? 1 : 3, 1])
        #expect(recovered.document.models.map(\.columns.count) == [2, 2, 2])
        #expect(content(recovered) == ["A:", "B: b1 b2", "C: c1"])
      }
      if format == .jsonLines { continue }
      let line = try line(of: part, in: text)
      #expect(
        try recovered(text.replacingCharacters(in: range, with: "?"), format).losses == [
          "At line \(line), a part of \(subject == "B" ? "B" : "the file") cannot be read.",
          "The version of \(subject) cannot be read, and is taken to be 1.",
        ])
    }
  }

  @Test func `the first record of another program is no line about the file, whatever it is called`() throws {
    let recovered = try recovered("{\"format\": \"mp3\", \"version\": 5}\n{\"format\": \"wav\"}\n", .jsonLines)
    #expect(recovered.losses == [] && recovered.document.models.map(\.rows.count) == [2])
    // A first line whose format is damaged is one about the file.
    let damaged = try self.recovered(
      text(.jsonLines).replacing("MotionModel Lines", with: "MotionModelXLines"), .jsonLines)
    #expect(content(damaged) == ["A:", "B: b1 b2", "C: c1"] && damaged.losses == [])
  }

  @Test func `older files say no versions of models`() throws {
    let text = """
      {
      "format": "MotionModel",
      "version": 1,
      "scope": "store",
      "models": {
      "A": {
      "columns": ["id", "name"],
      "nextNumber": 2,
      "rows": [
      {"id": 1, "name": "a1"}
      ]
      }
      }
      }

      """
    #expect(try recovered(text, .json).losses == [])
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
