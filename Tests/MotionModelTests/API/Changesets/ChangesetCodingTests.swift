import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// The positions of records in a changeset from outside, which may be any number.
@Suite(.ownStore) struct ChangesetCodingTests {
  private func changeset(_ changes: String) throws -> Changeset {
    let text = """
      {"version": 1, "id": 1, "date": 0, "parts": [{"model": "Project", "isBulk": false, "changes": [\(changes)]}]}
      """
    return try JSONDecoder().decode(Changeset.self, from: Data(text.utf8), configuration: [Project.self])
  }

  @Test func `records keep their positions in a table most of whose records were deleted`() throws {
    let store = Store.current
    try Project.insert(contentsOf: (0..<2_000).map { number in Project.new { $0.name = "\(number)" } })
    let all = Changeset.difference(from: Store(), to: store)
    try Project.where(\.id < 1_990).deleteAll()
    let rest = Changeset.difference(from: Store(), to: store)
    let replica = Store()
    let data = try JSONEncoder().encode(rest)
    try replica.apply(JSONDecoder().decode(Changeset.self, from: data, configuration: [Project.self]))
    #expect(replica.table(Project.self).records.pluck(\.id) == Array(1_990...2_000))
    #expect(all.count == 2_000)
  }

  @Test func `a record at a distant position is found and scanned, and others can follow it`() throws {
    let far = 1 << 30 - 1
    try Store.current.apply(changeset(#"{"new": {"id": 1, "name": "far"}, "position": \#(far)}"#))
    try Project.create { $0.name = "behind" }
    #expect(Project.pluck(\.name) == ["far", "behind"])
    #expect(Project.where(\.name == "behind").first?.id == 2)
    #expect("\(Changeset.difference(from: Store(), to: Store.current))" == "Project: 2 inserted")
  }

  @Test(arguments: [1 << 30, .max]) func `a record at a position out of range is moved to the end`(position: Int) throws
  {
    try Project.create { $0.name = "one" }
    try Store.current.apply(changeset(#"{"new": {"id": 2, "name": "two"}, "position": \#(position)}"#))
    try Project.create { $0.name = "three" }
    #expect(Project.pluck(\.name) == ["one", "two", "three"])
    try Store.current.apply(
      changeset(
        #"{"old": {"id": 1, "name": "one"}, "new": {"id": 1, "name": "1"}, "position": \#(position), "origin": 0}"#))
    #expect(Project.pluck(\.name) == ["two", "three", "1"])
  }

  @Test(arguments: [#""position": -1"#, #""position": 0, "origin": -1"#])
  func `a negative position is refused`(position: String) {
    #expect(throws: DecodingError.self) { try changeset(#"{"new": {"id": 2, "name": "two"}, \#(position)}"#) }
  }
}
