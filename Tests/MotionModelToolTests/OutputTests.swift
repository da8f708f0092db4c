import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

@testable import MotionModelTool

/// Tables, widths and progress.
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
    let names = (1...TextTable.sampleSize).map { "name \($0)" } + ["a name that is longer than all before"]
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

  @Test func `progress is printed on a terminal alone, and removed`() {
    func errors(isTerminal: Bool) -> String {
      var bytes: [UInt8] = []
      let console = Console(
        output: { _ in },
        errors: { part in bytes += part }, input: { Data() }, terminals: .init(errors: isTerminal))
      var progress = Progress("Testing", console)
      for count in 0...250_000 { progress.update(count) }
      progress.end()
      return String(decoding: bytes, as: UTF8.self)
    }
    #expect(errors(isTerminal: true) == "\rTesting: 100000 records\rTesting: 200000 records\r\u{1B}[K")
    #expect(errors(isTerminal: false) == "")
  }

  @Test func `values of all kinds are printed`() throws {
    let values: [AttributeValue] = [
      true, 3, .uint(.max), 2.5, .double(.nan), .double(-.infinity), .decimal(Decimal(string: "12.50") ?? 0), "a", "",
      .date(Date(timeIntervalSince1970: 0)), .uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))),
      .data(Data([1, 2])), [1, "b", nil], ["a": 1],
    ]
    let model = ModelDocument(
      "Value", rows: RowDocuments(values.enumerated().map { ["id": .int(Int64($0)), "value": $1] } + [["id": 99]]))
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
