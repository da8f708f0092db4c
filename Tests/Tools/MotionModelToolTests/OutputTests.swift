import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelValues
import Testing

@testable import MotionModelTool

/// Tables and widths.
@Suite(.temporaryFolder) struct OutputTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("犬の散歩", 8), ("한국", 4), ("👍", 2), ("👨‍👩‍👧", 2), ("❤️", 2), ("❤", 1),
    ("\u{200B}", 0), ("ａ", 2), ("אב", 2), ("a\tb", 2),
  ])
  func `a string has the width of its characters on a terminal`(_ text: String, _ width: Int) {
    #expect(text.displayWidth == width)
  }

  @Test func `a table is as wide as its first rows need, and goes on behind them`() throws {
    let store = Store(notificationCenter: nil)
    let names = (1...PrintedTable.sampleSize).map { "name \($0)" } + ["a name that is longer than all before"]
    try store.table(Project.self).insert(
      contentsOf: names.map { name in
        var project = Project()
        project.name = name
        return project
      })
    try store.save(to: ToolRun.url("many.json"))
    let lines = ToolRun("cat", "@many.json", "Project").output.split(separator: "\n")
    #expect(lines.count == names.count + 1)
    #expect(lines[0] == "  id  name")
    #expect(lines[1] == "   1  name 1")
    #expect(lines[1000] == "1000  name 1000")
    #expect(lines[1001] == "1001  a name that is longer than all before")
  }

  /// What a terminal obeys, or what changes the order of what follows; and what it only shows.
  private static let commands = "\u{1B}]0;x\u{7} \u{9B}2J \u{7F} \u{202E}gpj\u{2066} \u{200F}\u{61C} \u{85}\u{2028}\r\0"
  private static let letters = "é 犬 👍 \u{200D} \u{FEFF} \u{AD}"

  private func isHarmless(_ output: String) -> Bool {
    output.unicodeScalars.allSatisfy { $0 == "\n" || !$0.commandsTerminal }
  }

  /// Writes a file in which names and values are commands, and returns the values.
  private func writeCommands() throws -> [AttributeValue] {
    let text = AttributeValue.string(Self.commands + Self.letters)
    let values: [AttributeValue] = [text, .array([text]), .dictionary(["k" + Self.commands: text])]
    let model = StoreDocument.Table(
      "M" + Self.commands,
      rows: StoreDocument.Rows(values.enumerated().map { ["id": .int(Int64($0)), "c" + Self.commands: $1] }))
    try StoreDocument(models: [model]).write(to: ToolRun.url("odd.json"))
    return values
  }

  @Test func `JSON that is printed has the same values, and commands no terminal`() throws {
    let values = try writeCommands()
    for isTerminal in [false, true] {
      let output = ToolRun("cat", "@odd.json", "--json", isTerminal: isTerminal).output
      #expect(isHarmless(output) && output.contains("犬 👍"))
      guard case .success(.array(let rows)) = JSONFormat.read(output) else {
        Issue.record("not JSON: \(output)")
        continue
      }
      let read = rows.map { row -> AttributeValue? in
        if case .dictionary(let members) = row { members["c" + Self.commands] } else { nil }
      }
      #expect(read == values)
    }
  }

  @Test(arguments: [
    ["cat", "@odd.json", "--csv"], ["cat", "@odd.json"], ["cat", "@odd.json", "--json"], ["info", "@odd.json"],
    ["info", "@odd.json", "--json"], ["stats", "@odd.json", "M", "--json"], ["stats", "@odd.json", "M"],
    ["query", "@odd.json", "M", "id >= 0", "--csv"], ["get", "@odd.json", "M", "0", "1"],
    ["get", "@odd.json", "M", "0", "--json"], ["diff", "@odd.json", "@none.json", "--json"],
    ["diff", "@odd.json", "@none.json"], ["convert", "@odd.json", "-", "--to", "csv"],
    ["convert", "@odd.json", "-", "--to", "tsv"], ["convert", "@odd.json", "-", "--to", "json"],
    ["convert", "@odd.json", "-", "--to", "xml"], ["get", "@odd.json", "M", "\u{1B}[2J"],
    ["cat", "@odd.json", "Nobody"], ["cat", "@\u{1B}.json"], ["query", "@odd.json", "M", "\u{202E} == 1"],
  ]) func `nothing that is printed commands a terminal`(words: [String]) throws {
    _ = try writeCommands()
    try StoreDocument(models: [StoreDocument.Table("M" + Self.commands)]).write(to: ToolRun.url("none.json"))
    let run = ToolRun(
      words.map { $0 == "M" ? "M" + Self.commands : $0 } + ["--color", "never"],
      isTerminal: true)
    #expect(isHarmless(run.output) && isHarmless(run.errors), "\(run)")
    #expect(!(run.output + run.errors).isEmpty)
  }

  @Test func `CSV in a file or a pipe is exact`() throws {
    _ = try writeCommands()
    let output = ToolRun("cat", "@odd.json", "--csv").output
    #expect(output.contains(Self.commands + Self.letters))
    #expect(ToolRun("convert", "@odd.json", "@odd.csv").status == .success)
    #expect(try ToolRun.text(of: "odd.csv") == output)
  }

  @Test(arguments: ["compact", "plist"]) func `bytes are not printed on a terminal`(format: String) throws {
    try SampleStore.write("todos.json")
    let words = ["convert", "@todos.json", "-", "--to", format]
    let run = ToolRun(words, isTerminal: true)
    #expect(run.status == .usage && run.output.isEmpty)
    #expect(!ToolRun(words).output.isEmpty)
  }

  @Test func `cells that spreadsheets run are counted`() throws {
    let texts = [
      "=1+2", "+49 30", "-2+3+cmd|' /C calc'!A0", "@SUM(A1)", "\t=1", "\r=1", "-5", "+5.5", "1", "", "a=1", " =1", "–",
    ]
    let model = StoreDocument.Table(
      "Cell", rows: StoreDocument.Rows(texts.enumerated().map { ["id": .int(-Int64($0)), "=text": .string($1)] }))
    try StoreDocument(models: [model]).write(to: ToolRun.url("cells.json"))
    let warning =
      "7 cells of the CSV begin with =, +, - or @, which spreadsheets run as formulas: import such columns as text.\n"
    #expect(ToolRun("cat", "@cells.json", "--csv").errors == warning)
    #expect(ToolRun("convert", "@cells.json", "-", "--to", "csv").errors == warning)
    for name in ["cells.csv", "cells.tsv"] {
      #expect(ToolRun("convert", "@cells.json", "@\(name)").errors == warning)
    }
    #expect(ToolRun("convert", "@cells.csv", "@back.json", "--force").errors.isEmpty)
    for words in [["cat", "@cells.json", "--json"], ["convert", "@cells.json", "-"], ["cat", "@cells.json"]] {
      #expect(ToolRun(words).errors.isEmpty)
    }
    #expect(ToolRun("query", "@cells.json", "Cell", "id == 0", "-c", "id", "--csv").errors.isEmpty)
  }

  @Test func `values of all kinds are printed`() throws {
    let values: [AttributeValue] = [
      true, 3, .uint(.max), 2.5, .double(.nan), .double(-.infinity), .decimal(Decimal(string: "12.50") ?? 0), "a", "",
      .date(Date(timeIntervalSince1970: 0)), .uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))),
      .data(Data([1, 2])), [1, "b", nil], ["a": 1],
    ]
    let model = StoreDocument.Table(
      "Value",
      rows: StoreDocument.Rows(values.enumerated().map { ["id": .int(Int64($0)), "value": $1] } + [["id": 99]]))
    try StoreDocument(models: [model]).write(to: ToolRun.url("values.motionmodel"))
    #expect(
      ToolRun("cat", "@values.motionmodel", "Value", "--csv")
        == .prints(
          """
          id,value
          0,true
          1,3
          2,18446744073709551615
          3,2.5
          4,NaN
          5,-Infinity
          6,12.5
          7,a
          8,""
          9,1970-01-01T00:00:00Z
          10,00000000-0000-0000-0000-000000000001
          11,AQI=
          12,"[1, ""b"", null]"
          13,"{""a"": 1}"
          99,
          """))
    let table = ToolRun("cat", "@values.motionmodel", "Value").output.split(separator: "\n").map(String.init)
    #expect(table[12] == "11  2 bytes")
    #expect(table[13] == #"12  [1, "b", null]"#)
    #expect(table[15] == "99  nil")
  }
}
