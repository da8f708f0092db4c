import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// Bytes that no store has written, though their checksum is right.
struct HostileCommitTests {
  private let models: [any Model.Type] = [Todo.self, Project.self, AllTypes.self]

  private func empty() -> StoredRecords { StoredRecords(of: models, unknown: .keep) }

  /// Returns the bytes of a commit with some records of each model.
  private func commit(_ random: inout SplitMix64) throws -> [UInt8] {
    let store = Store(notificationCenter: nil)
    try store.table(Project.self).create { $0.name = "House" }
    try store.table(Todo.self).insert(contentsOf: (0..<random.pick([2, 40])).map { Todo("\($0)") })
    try store.table(AllTypes.self).insert(contentsOf: (1...2).map { AllTypes.random($0, using: &random) })
    var encoder = empty().encoder
    return try encoder.encode(.difference(from: Store(notificationCenter: nil), to: store))
  }

  @Test func `a commit that is cut off anywhere is refused, and is whole otherwise`() throws {
    var random = TestSeed.generator(6_600)
    for _ in 0..<2 {
      let bytes = try commit(&random)
      var records = empty()
      #expect(try records.apply(bytes).count == Store(snapshotOf: records).table(Todo.self).count + 3)
      for count in 0..<bytes.count {
        var cut = empty()
        #expect(throws: CommitFault.self, "seed \(TestSeed.current), \(count) bytes") {
          try cut.apply(Array(bytes.prefix(count)))
        }
      }
    }
  }

  @Test func `a changed byte never ends the process`() throws {
    var random = TestSeed.generator(6_601)
    let bytes = try commit(&random)
    for position in bytes.indices {
      var changed = bytes
      changed[position] = random.pick([0, 1, 127, 128, 255, changed[position] ^ 1])
      var records = empty()
      _ = try? records.apply(changed)
      var reader = CommitReader()
      _ = try? reader.read(changed).parts.map { part in part.changes.map { part.values(of: $0).count } }
    }
  }

  @Test func `numbers beyond all bounds are refused without reading on`() {
    let huge: [UInt8] = Array(repeating: 255, count: 8) + [127]  // 2^63 - 1
    let head: [UInt8] = [1] + Array(repeating: 0, count: 8) + [0]
    let model: [UInt8] = [1, 7] + Array("Project".utf8) + [2, 2] + Array("id".utf8) + [4] + Array("name".utf8)
    let bodies: [[UInt8]] = [
      huge,  // models
      [1, 7] + Array("Project".utf8) + huge,  // columns
      [0] + huge,  // parts
      model + [1] + huge,  // the number of a model
      model + [1, 0, 0] + huge,  // changes
      model + [1, 0, 4] + huge + huge,  // places
      model + [1, 0, 0, 0] + huge + [1, 0, 0, 0],  // the place of packed rows
      model + [1, 0, 0, 0, 0, 255, 255, 255, 255],  // packed rows
      model + [1, 0, 0, 2, 4] + huge,  // the place of a record
    ]
    for (number, body) in bodies.enumerated() {
      var records = empty()
      #expect(throws: CommitFault.self, "body \(number)") { try records.apply(head + body) }
    }
  }

  @Test func `a model without a name, and columns of one name, are refused`() throws {
    func commit(_ model: String, _ columns: [String]) -> [UInt8] {
      func text(_ text: String) -> [UInt8] { [UInt8(text.utf8.count)] + Array(text.utf8) }
      return [1] + Array(repeating: 0, count: 8) + [0, 1] + text(model) + [UInt8(columns.count)] + columns.flatMap(text)
        + [0]
    }
    for (model, columns) in [("", ["id"]), ("Project", ["id", "name", "id"]), ("Project", [])] {
      var reader = CommitReader()
      #expect(throws: CommitReader.Malformed.self) { try reader.read(commit(model, columns)) }
    }
    var reader = CommitReader()
    #expect(try reader.read(commit("Project", ["id", "name"])).id == 1 && reader.models.map(\.name) == ["Project"])
  }

  @Test func `a record without an id is refused`() throws {
    // Its column "id" has another name. A program that generates bytes has found it.
    let text = "AAAAAMXIYy3CAAEHUHJvamVjdAICaXMEbmFtZQEAAgICBAACAAMBAggFSG91c2U="
    var records = empty()
    let bytes = try [UInt8](#require(Data(base64Encoded: text)))
    #expect(throws: CommitFault.self) { try records.apply(bytes) }
  }
}
