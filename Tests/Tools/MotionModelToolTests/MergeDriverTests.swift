import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

@testable import MotionModelTool

/// Versions of a file that git merges.
@Suite(.temporaryFolder) struct MergeDriverTests {
  private func document(_ rows: StoreDocument.Rows, next: Int = 10) -> StoreDocument {
    let columns: [StoreDocument.Column] = [
      .init("id", type: "Int"), .init("name", type: "String"), .init("priority", type: "Int"),
    ]
    return StoreDocument(models: [StoreDocument.Table("Todo", columns: columns, rows: rows, nextNumber: next)]).sorted()
  }

  private func write(_ name: String, _ rows: StoreDocument.Rows, next: Int = 10, as format: FileFormat = .json) throws {
    try document(rows, next: next).write(to: ToolRun.url(name), as: format)
  }

  private func rows(_ name: String, as format: FileFormat = .json) throws -> [[String: AttributeValue]] {
    try StoreDocument(contentsOf: ToolRun.url(name), as: format).models[0].rows.map(\.attributes)
  }

  private static let base: StoreDocument.Rows = [
    ["id": 1, "name": "Paint", "priority": 1], ["id": 2, "name": "Walk", "priority": 2],
    ["id": 3, "name": "Read", "priority": 3],
  ]

  @Test(arguments: [FileFormat.json, .jsonLines, .compact, .binary, .csv])
  func `what the sides changed in different columns and records is merged`(_ format: FileFormat) throws {
    let name =
      "todos.\(format == .jsonLines ? "jsonl" : format == .binary ? "plist" : format == .compact ? "motionmodel" : format.rawValue)"
    try write("O", Self.base, as: format)
    try write(
      "A",
      [
        ["id": 1, "name": "Paint!", "priority": 1], ["id": 2, "name": "Walk", "priority": 2],
        ["id": 3, "name": "Read", "priority": 3], ["id": 4, "name": "Ours", "priority": 4],
      ], as: format)
    try write(
      "B",
      [
        ["id": 1, "name": "Paint", "priority": 9], ["id": 3, "name": "Read", "priority": 3],
        ["id": 5, "name": "Theirs", "priority": 5],
      ], next: 12, as: format)
    #expect(ToolRun("merge-driver", "@O", "@A", "@B", name) == ToolRun(status: .success))
    let merged = try rows("A", as: format).map { row in
      row.mapValues { "\($0)" }.sorted { $0.key < $1.key }.map(\.value).joined(separator: " ")
    }
    #expect(merged == ["1 Paint! 9", "3 Read 3", "4 Ours 4", "5 Theirs 5"])
  }

  @Test func `a conflict leaves both records between markers, with all else merged, and either side can be loaded`()
    throws
  {
    try write("O", Self.base)
    try write("A", [["id": 1, "name": "Ours", "priority": 1], ["id": 2, "name": "Walk", "priority": 7]])
    try write(
      "B",
      [
        ["id": 1, "name": "Theirs", "priority": 5], ["id": 2, "name": "Walk", "priority": 2],
        ["id": 3, "name": "Read!", "priority": 3],
      ])
    #expect(
      ToolRun("merge-driver", "@O", "@A", "@B", "todos.json")
        == .fails(
          .finding,
          """
          Conflict in Todo 1 name: ours "Ours", theirs "Theirs".
          Conflict in Todo 3: ours deleted, theirs changed.
          """))
    let text = try ToolRun.text(of: "A")
    #expect(
      text.hasSuffix(
        """
        "rows": [
        <<<<<<< ours
        {"id": 1, "name": "Ours", "priority": 5},
        {"id": 2, "name": "Walk", "priority": 7}
        =======
        {"id": 1, "name": "Theirs", "priority": 5},
        {"id": 2, "name": "Walk", "priority": 7},
        {"id": 3, "name": "Read!", "priority": 3}
        >>>>>>> theirs
        ]
        }
        }
        }

        """), "\(text)")
    #expect(throws: FileError.self) { try StoreDocument(contentsOf: ToolRun.url("A"), as: .json) }
    // Taking one side of each conflict gives a file.
    for side in ["ours", "theirs"] {
      let resolved = try StoreDocument(Data(Self.resolved(text, side).utf8), as: .json)
      #expect(
        resolved.models[0].rows.map { $0["name"] }
          == (side == "ours" ? ["Ours", "Walk"] : ["Theirs", "Walk", "Read!"]))
    }
  }

  /// Takes one side of each conflict.
  private static func resolved(_ text: String, _ side: String) -> String {
    var current: String?
    var lines: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      switch line {
      case "<<<<<<< ours": current = "ours"
      case "=======" where current == "ours": current = "theirs"
      case ">>>>>>> theirs": current = nil
      default: if current == nil || current == side { lines.append(line) }
      }
    }
    return lines.joined(separator: "\n")
  }

  @Test(arguments: 0..<40) func `random edits merge as column by column, and conflicts have both sides`(_ run: Int)
    throws
  {
    var random = TestSeed.generator(run)
    typealias Table = [Int: [String: Int]]
    func edited(_ table: Table, new: ClosedRange<Int>) -> Table {
      var table = table
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        let id = Int.random(in: 1...8, using: &random)
        switch Int.random(in: 0...3, using: &random) {
        case 0: table[id] = nil
        case 1: table[Int.random(in: new, using: &random)] = ["a": 1, "b": 1]
        default: table[id]?[Bool.random(using: &random) ? "a" : "b"] = Int.random(in: 2...3, using: &random)
        }
      }
      return table
    }
    let base = Table(uniqueKeysWithValues: (1...8).map { ($0, ["a": 0, "b": 0]) })
    let (ours, theirs) = (edited(base, new: 20...29), edited(base, new: 30...39))
    for (name, table) in [("O", base), ("A", ours), ("B", theirs)] {
      var rows: StoreDocument.Rows = []
      for (id, values) in table {
        rows.append(
          StoreDocument.Row(values.mapValues { AttributeValue.int(Int64($0)) }.merging(["id": .int(Int64(id))]) { $1 }))
      }
      let columns: [StoreDocument.Column] = [
        .init("id", type: "Int"), .init("a", type: "Int"), .init("b", type: "Int"),
      ]
      try StoreDocument(models: [StoreDocument.Table("Todo", columns: columns, rows: rows)]).sorted()
        .write(to: ToolRun.url(name), as: .json)
    }
    // The oracle, in which each side wins.
    var (expected, hasConflicts): ([String: Table], Bool) = (["ours": [:], "theirs": [:]], false)
    for id in Set(ours.keys).union(theirs.keys) {
      let (old, own, other) = (base[id], ours[id], theirs[id])
      if let own, let other, let old {
        for side in ["ours", "theirs"] {
          expected[side]?[id] = own.merging(other) {
            $0 == $1 || $1 == 0 ? $0 : $0 == 0 ? $1 : side == "ours" ? $0 : $1
          }
        }
        hasConflicts = hasConflicts || own.contains { $1 != other[$0] && $1 != old[$0] && other[$0] != old[$0] }
      } else if let kept = own ?? other {
        if old == nil {
          for side in ["ours", "theirs"] { expected[side]?[id] = kept }
        } else if kept != old {
          hasConflicts = true
          expected[own == nil ? "theirs" : "ours"]?[id] = kept
        }
      }
    }
    let result = ToolRun("merge-driver", "@O", "@A", "@B", "todos.json")
    #expect(result.status == (hasConflicts ? .finding : .success), "seed \(TestSeed.current), run \(run)")
    let text = try ToolRun.text(of: "A")
    for side in ["ours", "theirs"] {
      let document = try StoreDocument(Data(Self.resolved(text, side).utf8), as: .json)
      var table: Table = [:]
      for row in document.models[0].rows {
        guard case .int(let id)? = row["id"], case .int(let a)? = row["a"], case .int(let b)? = row["b"] else {
          continue
        }
        table[Int(id)] = ["a": Int(a), "b": Int(b)]
      }
      #expect(table == expected[side], "\(side), seed \(TestSeed.current), run \(run)")
      #expect(document.sorted() == document)
    }
  }

  @Test func `files that cannot be merged are left as they are`() throws {
    func fails(_ status: ToolStatus, _ path: String, _ reason: String) throws {
      let before = try Data(contentsOf: ToolRun.url("A"))
      let run = ToolRun("merge-driver", "@O", "@A", "@B", path)
      #expect(run.status == status && run.errors.hasPrefix("motionmodel merge-driver: \(reason)"), "\(run)")
      #expect(try Data(contentsOf: ToolRun.url("A")) == before)
    }
    for name in ["O", "A", "B"] { try write(name, Self.base) }
    try fails(.usage, "todos", "The name todos says no format: name one with --from.")
    try Data("{".utf8).write(to: ToolRun.url("B"))
    try fails(.file, "todos.json", "The file todos.json is damaged or incomplete")
    try Data().write(to: ToolRun.url("B"))
    try fails(.file, "todos.json", "The file todos.json cannot be read: One of its versions is empty.")
  }

  @Test func `JSON of another program is merged in its form, with a record on each line`() throws {
    func write(_ name: String, _ text: String) throws { try Data(text.utf8).write(to: ToolRun.url(name)) }
    try write("O", #"[{"id": 1, "b": 2, "a": {"x": 1}}]"#)
    try write("A", #"[{"id": 1, "b": 3, "a": {"x": 1}}]"#)
    try write("B", #"[{"id": 1, "b": 2, "a": {"x": 2}}, {"id": 2, "c": 0.1}]"#)
    #expect(ToolRun("merge-driver", "@O", "@A", "@B", "todos.json") == ToolRun(status: .success))
    #expect(
      try ToolRun.text(of: "A") == """
        [
        {"id": 1, "b": 3, "a": {"x": 2}},
        {"id": 2, "c": 0.1}
        ]

        """)
    try write("A", #"[{"id": 1, "b": 3}]"#)
    try write("B", #"[{"id": 1, "b": 4}]"#)
    #expect(
      ToolRun("merge-driver", "@O", "@A", "@B", "todos.json")
        == .fails(.finding, "Conflict in todos 1 b: ours 3, theirs 4."))
    #expect(
      try ToolRun.text(of: "A") == """
        [
        <<<<<<< ours
        {"id": 1, "b": 3}
        =======
        {"id": 1, "b": 4}
        >>>>>>> theirs
        ]

        """)
  }

  @Test func `a compact file with conflicts stays ours`() throws {
    try write("O", Self.base, as: .compact)
    try write("A", [["id": 1, "name": "Ours", "priority": 1]], as: .compact)
    try write("B", [["id": 1, "name": "Theirs", "priority": 1]], as: .compact)
    let before = try Data(contentsOf: ToolRun.url("A"))
    #expect(ToolRun("merge-driver", "@O", "@A", "@B", "todos.motionmodel").status == .finding)
    #expect(try Data(contentsOf: ToolRun.url("A")) == before)
  }

  @Test func `a file that both sides added is merged without a base`() throws {
    try Data().write(to: ToolRun.url("O"))
    try write("A", [["id": 1, "name": "One", "priority": 1]])
    try write("B", [["id": 1, "name": "One", "priority": 1], ["id": 2, "name": "Two", "priority": 2]])
    #expect(ToolRun("merge-driver", "@O", "@A", "@B", "todos.json") == ToolRun(status: .success))
    #expect(try rows("A").map { $0["name"] } == ["One", "Two"])
  }

  @Test func `an unsorted file keeps its order`() throws {
    for (name, rows) in [("O", Self.base), ("A", Self.base), ("B", Self.base)] { try write(name, rows) }
    var document = document(Self.base)
    document.models[0].rows.reverse()
    try document.write(to: ToolRun.url("A"), as: .json)
    #expect(ToolRun("merge-driver", "@O", "@A", "@B", "todos.json") == ToolRun(status: .success))
    #expect(try rows("A").map { $0["id"] } == [3, 2, 1])
  }
}
