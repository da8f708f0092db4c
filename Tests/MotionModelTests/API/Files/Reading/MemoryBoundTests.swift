import Foundation
import MotionModelTestSupport
import Testing

@testable import MotionModel

/// Reading takes memory in proportion to the input, also if it was made to take much.
@Suite(.enabled(if: Allocations.areCounted)) struct MemoryBoundTests {
  private struct Memo: Model {
    var id = 0
    var extra: AttributeValue?
    var flag = false
    static let schema = Schema<Memo> {
      Column(\.extra)
      Column(\.flag)
    }
  }

  private static let size = 60_000

  private static func repeated(_ text: String) -> String { String(repeating: text, count: size / text.utf8.count) }

  /// A file of one record with a value.
  private static func json(_ value: String) -> String {
    """
    {"format": "MotionModel", "version": 1, "models": {"Memo": {"columns": ["id", "extra"], "rows": [
    {"id": 1, "extra": \(value)}]}}}
    """
  }

  /// Texts that take much memory for each byte.
  private static let texts: [(String, FileFormat, String)] = {
    let nested = String(repeating: "[", count: 450) + String(repeating: "]", count: 450)
    let wide = "{" + (0..<64).map { "\"\($0)\": 0" }.joined(separator: ",") + "}"
    let deep = String(repeating: #"{"":"#, count: 400) + "0" + String(repeating: "}", count: 400)
    let pair = "[\(wide), \(deep)],"
    let columns = (0..<size / 10).map { "\"c\($0)\": 0" }
    let records = (0..<size / 14).map { "{\"c\($0)\": 0}" }
    let models = (0..<size / 40).map { "\"m\($0)\": {\"columns\": [], \"rows\": []}" }
    let plist = "<?xml version=\"1.0\"?><plist version=\"1.0\">"
    let file = "<dict><key>format</key><string>MotionModel</string><key>version</key><integer>1</integer>"
    let model = "<key>models</key><dict><key>Memo</key><dict><key>columns</key><array><string>id</string></array>"
    return [
      ("empty arrays", .json, json("[\(repeated("[],"))0]")), ("numbers", .json, json("[\(repeated("0,"))0]")),
      ("nested arrays", .json, json("[\(repeated(nested + ","))0]")),
      ("wide and deep dictionaries", .json, json("[\(repeated(pair))0]")),
      ("columns", .json, "[{\(columns.joined(separator: ","))}]"), ("records", .json, "[\(repeated("{},"))0]"),
      ("records with columns of their own", .json, "[\(records.joined(separator: ","))]"),
      ("lines with columns of their own", .jsonLines, records.joined(separator: "\n")),
      ("lines", .jsonLines, repeated("{}\n")),
      (
        "models", .json, "{\"format\": \"MotionModel\", \"version\": 1, \"models\": {\(models.joined(separator: ","))}}"
      ),
      ("fields", .csv, repeated("c,")), ("lines of fields", .csv, "id,flag\n" + repeated("1,\n")),
      (
        "elements", .xml,
        "\(plist)\(file)\(model)<key>rows</key><array>\(repeated("<array/>"))</array></dict></dict></dict></plist>"
      ),
    ]
  }()

  @Test func `texts that take much memory stay within the bound`() throws {
    for (name, format, text) in Self.texts {
      try expectBound(name, Data(text.utf8), format)
    }
  }

  @Test func `compact files of many records and columns stay within it`() throws {
    for (rows, columns) in [(1_000, 300), (40, 20_000), (60_000, 1)] {
      var model = StoreDocument.Table("Memo", columns: ["id"])
      model.columns += (0..<columns).map { StoreDocument.Column("c\($0)") }
      for id in 1...rows {
        var row = StoreDocument.Row(model.rows.names, RowValues(), place: nil)
        row["id"] = .int(Int64(id))
        for column in 0..<(rows == 1_000 ? columns : 0) { row["c\(column)"] = true }
        model.rows.append(row)
      }
      try expectBound("\(rows) × \(columns)", StoreDocument(models: [model]).data(as: .compact), .compact)
    }
  }

  @Test func `a binary property list whose arrays overlap is refused before it takes memory`() throws {
    // Each array begins with a reference to the next one, which lies among its other references.
    var bytes = Array("bplist00".utf8)
    let (arrays, count) = (400, 20_000)
    var offsets: [Int] = []
    for array in 1...arrays {
      offsets.append(bytes.count)
      let next = array % arrays
      bytes += [0xAF, 0x11, UInt8(count >> 8), UInt8(count & 255), UInt8(next >> 8), UInt8(next & 255)]
    }
    bytes += [UInt8](repeating: 0, count: 2 * count)
    let table = bytes.count
    for offset in offsets { bytes += [UInt8(offset >> 8), UInt8(offset & 255)] }
    bytes += [0, 0, 0, 0, 0, 0, 2, 2]
    for number in [arrays, 0, table] { bytes += withUnsafeBytes(of: UInt64(number).bigEndian, Array.init) }
    #expect(throws: FileError.self) {
      try MemoryBound.untyped.check(bytes.count) { try StoreDocument(Data(bytes), as: .binary) }
    }
  }

  @Test func `what takes more is noticed`() throws {
    let error = #expect(throws: MemoryBound.Exceeded.self) {
      try MemoryBound.untyped.check(1_000) { _ = [UInt8](repeating: 0, count: 6 << 20) }
    }
    #expect(error.map { (6 << 20...(6 << 20) + 65_536).contains($0.peak) && $0.input == 1_000 } == true)
    #expect(throws: FileError.self) { try MemoryBound.untyped.check(1) { throw FileError.noPlace } }
    // Memory that is freed again counts, too.
    #expect(throws: MemoryBound.Exceeded.self) {
      try MemoryBound(perByte: 1, constant: 1_000).check(2_000) {
        for _ in 0..<10 { _ = [UInt8](repeating: 0, count: 4_000) }
      }
    }
    #expect(
      try MemoryBound(perByte: 1, constant: 8_000).check(0) { [UInt8](repeating: 1, count: 4_000).count } == 4_000)
  }

  private func expectBound(_ name: String, _ data: Data, _ format: FileFormat) throws {
    let reads: [(String, MemoryBound, () throws -> Void)] = [
      ("document", .untyped, { _ = try StoreDocument(data, as: format) }),
      ("repair", .untyped, { _ = try RecoveredDocument(data, as: format, name: "input") }),
      (
        "load", .records(of: MemoryLayout<Memo>.stride),
        {
          try Store(notificationCenter: nil).load(from: .data(data), as: format, models: [Memo.self], policy: .replace)
        }
      ),
    ]
    for (kind, bound, read) in reads {
      do { try bound.check(data.count, read) } catch let error as MemoryBound.Exceeded {
        Issue.record("\(name), \(kind): \(error)")
      } catch {}
      if ProcessInfo.processInfo.environment["MOTIONMODEL_PRINT"] != nil {
        let peak = Allocations.peak { try? read() }.bytes
        print("\(name) \(kind): \(data.count) bytes, \(peak / data.count) times")
      }
    }
  }
}
