import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTool
import Testing

/// The commands that print what a file has.
@Suite(.temporaryFolder) struct ReadingTests {
  init() throws { try SampleStore.write("todos.json") }

  @Test func `info lists the models`() throws {
    #expect(
      ToolRun("info", "@todos.json")
        == .prints(
          """
          todos.json: json, \(try Data(contentsOf: ToolRun.url("todos.json")).count) bytes

          model    version  records  columns  next number
          Project        1        1        2            2
          Todo           1        3       12            4
          """))
  }

  @Test(arguments: ["info", "cat", "check"]) func `a keyed archive is refused`(command: String) throws {
    let object: NSDictionary = ["name": "Ann"]
    let archive = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: false)
    try archive.write(to: ToolRun.url("ann.binary"))
    let sentence =
      "The file ann.binary cannot be read: it is a keyed archive, so let the program that wrote it save a property list."
    let run = ToolRun(command, "@ann.binary")
    #expect(run.status != .success && (run.output + run.errors).contains(sentence), "\(run)")
  }

  @Test func `cat prints a model as a table`() {
    #expect(
      ToolRun("cat", "@todos.json", "Todo", "-c", "id,name,assignedTo,priority,dueDate,tags")
        == .prints(
          """
          id  name                      assignedTo  priority  dueDate                 tags
           1  Paint the door            bob                3  2012-09-15T10:20:30Z    ["home", "urgent"]
           2  犬の散歩                  nil               -1  nil                     []
           3  Tab\\tand "quotes", comma                    12  1970-01-01T00:00:00.5Z  []
          """))
  }

  @Test func `cat prints all models, each below its name`() {
    #expect(
      ToolRun("cat", "@todos.json").output.hasPrefix(
        """
        Project
        id  name
         1  House

        Todo
        id  name
        """))
  }

  @Test func `cat prints a model as JSON, with null for what has no value`() {
    #expect(
      ToolRun("cat", "@todos.json", "Todo", "--json", "-c", "id,name,assignedTo,dueDate")
        == .prints(
          #"""
          [
          {"id": 1, "name": "Paint the door", "assignedTo": "bob", "dueDate": "2012-09-15T10:20:30Z"},
          {"id": 2, "name": "犬の散歩", "assignedTo": null, "dueDate": null},
          {"id": 3, "name": "Tab\tand \"quotes\", comma", "assignedTo": "", "dueDate": "1970-01-01T00:00:00.5Z"}
          ]
          """#))
  }

  @Test func `cat prints all models as one object of JSON`() throws {
    let output = ToolRun("cat", "@todos.json", "--json").output
    let object = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: [Any]])
    #expect(object.mapValues(\.count) == ["Project": 1, "Todo": 3])
  }

  @Test func `cat prints a model as comma-separated values`() {
    #expect(
      ToolRun("cat", "@todos.json", "Todo", "--csv", "-c", "id,name,assignedTo,tags")
        == .prints(
          """
          id,name,assignedTo,tags
          1,Paint the door,bob,"[""home"", ""urgent""]"
          2,犬の散歩,,"[]"
          3,"Tab\tand ""quotes"", comma","","[]"
          """))
  }

  @Test func `query prints the records that meet a condition, in an order`() {
    #expect(
      ToolRun("query", "@todos.json", "Todo", "priority < 10", "--order", "priority", "--columns", "priority,name")
        == .prints(
          """
          priority  name
                -1  犬の散歩
                 3  Paint the door
          """))
    #expect(ToolRun("query", "@todos.json", "Todo", "dueDate < 2000-01-01", "--count") == .prints("1"))
    #expect(ToolRun("query", "@todos.json", "Todo", "assignedTo == nil", "--count") == .prints("1"))
    #expect(
      ToolRun("query", "@todos.json", "Todo", "done", "--offset=1", "--csv", "-cid") == .prints("id", status: .finding))
    #expect(
      ToolRun("query", "@todos.json", "Todo", "-o", "id descending", "-n1", "--offset", "1", "--csv", "-c", "id")
        == .prints("id\n2"))
  }

  @Test func `query points at a mistake`() {
    #expect(
      ToolRun("query", "@todos.json", "Todo", "priority > && done")
        == .fails(
          .usage,
          """
          motionmodel query: The condition cannot be read at character 12: expected a value, found &&.
            priority > && done
                       ^
          """))
  }

  @Test func `get prints records by their ids`() {
    #expect(
      ToolRun("get", "@todos.json", "Todo", "2", "-c", "id,name,assignedTo")
        == .prints(
          """
          id          2
          name        犬の散歩
          assignedTo  nil
          """))
    #expect(
      ToolRun("get", "@todos.json", "Project", "1", "--json") == .prints("[\n{\"id\": 1, \"name\": \"House\"}\n]"))
    #expect(
      ToolRun("get", "@todos.json", "Project", "7", "-8")
        == .fails(.finding, "motionmodel get: There is no Project with the id 7, -8."))
  }

  @Test func `stats prints figures of columns`() {
    #expect(
      ToolRun("stats", "@todos.json", "Todo", "-c", "priority,assignedTo,dueDate,tags")
        == .prints(
          """
          column      values  nil  distinct                   least              greatest               mean  shortest  longest
          priority         3    0         3                      -1                    12  4.666666666666667
          assignedTo       2    1         2                                           bob                            0        3
          dueDate          2    1         2  1970-01-01T00:00:00.5Z  2012-09-15T10:20:30Z
          tags             3    0         2                      []    ["home", "urgent"]                            0        2
          """))
  }

  @Test(arguments: ["todos.json", "todos.jsonl", "todos.motionmodel", "todos.plist", "todos.xml"])
  func `all formats print the same`(_ name: String) throws {
    try SampleStore.write(name)
    for arguments in [["cat"], ["cat", "--json"], ["info", "--json"]] {
      let (command, options) = (arguments[0], Array(arguments.dropFirst()))
      let expected = options.isEmpty ? ToolRun(command, "@todos.json") : ToolRun(command, "@todos.json", options[0])
      #expect((options.isEmpty ? ToolRun(command, "@\(name)") : ToolRun(command, "@\(name)", options[0])) == expected)
    }
  }

  @Test func `a file on standard input is read like any other`() throws {
    let text = try ToolRun.text(of: "todos.json")
    #expect(ToolRun("query", "-", "Project", "--count", input: text) == .prints("1"))
    #expect(
      ToolRun("info", "-", input: "{\"format\"")
        == .fails(
          .file,
          "motionmodel info: The file on standard input is damaged or incomplete: it begins as JSON but cannot be read to its end."
        ))
  }

  @Test func `records of a file that names no model have the name of the file`() throws {
    try Data("{\"id\": 1, \"name\": \"x\"}\n{\"id\": 2}\n".utf8).write(to: ToolRun.url("rows.jsonl"))
    #expect(ToolRun("query", "@rows.jsonl", "rows", "name == nil", "--csv") == .prints("id,name\n2,"))
    #expect(ToolRun("convert", "@rows.jsonl", "@rows.json") == ToolRun(status: .success))
    #expect(ToolRun("get", "@rows.json", "rows", "1", "--csv") == .prints("id,name\n1,x"))
    #expect(
      ToolRun("cat", "-", "Records", "--csv", "--from", "jsonl", input: "{\"id\": 1}\n{\"id\": 2}")
        == .prints("id\n1\n2"))
  }

  @Test func `numbers and dates of a file without types are ordered as such`() throws {
    let rows = "id,price,due,code\n9,10,2024-01-01T00:00:00Z,010\n10,9.5,2024-01-01T00:00:00.5Z,9\n11,,,10\n"
    try Data(rows.utf8).write(to: ToolRun.url("rows.csv"))
    for (order, ids) in [
      ("id", "9\n10\n11"), ("price", "10\n9\n11"), ("due descending", "10\n9\n11"), ("code", "9\n11\n10"),
    ] {
      #expect(ToolRun("query", "@rows.csv", "rows", "-o", order, "--csv", "-c", "id") == .prints("id\n\(ids)"))
    }
  }

  /// What one column has, what conditions, orders and figures take it for, and its records in order.
  struct Typed: Sendable, CustomTestStringConvertible {
    let values: [String]
    let isNumber: Bool
    let order: [Int]
    var testDescription: String { "\(values)" }
  }

  @Test(arguments: [
    Typed(values: ["10.00", "9.50", "100.25"], isNumber: true, order: [1, 0, 2]),
    Typed(values: ["10", "-9.5", "1e2", "1000.0"], isNumber: true, order: [1, 0, 2, 3]),
    Typed(values: ["0.5", ".25", "0", "-0.00", "NaN", "Infinity"], isNumber: true, order: [2, 3, 1, 0, 5, 4]),
    Typed(values: ["12345678901234567890.5", "3", "1e300"], isNumber: true, order: [1, 0, 2]),
    Typed(values: ["10", "", "9"], isNumber: true, order: [2, 0, 1]),
    Typed(values: ["7", "08", "10"], isNumber: false, order: [1, 2, 0]),
    Typed(values: ["+8", "10", "9"], isNumber: false, order: [0, 1, 2]),
    Typed(values: ["10", "9", "n/a"], isNumber: false, order: [0, 1, 2]),
    Typed(values: ["10", "9", " 8"], isNumber: false, order: [2, 0, 1]),
    Typed(values: ["1,5", "10", "9"], isNumber: false, order: [0, 1, 2]),
    Typed(values: ["1_000", "0x1F", "1."], isNumber: false, order: [1, 2, 0]),
  ])
  func `conditions, orders and figures take a column for the same`(typed: Typed) throws {
    let rows = typed.values.enumerated().map { "\($0),\"\($1)\"".replacing("\"\"", with: "") }
    try Data("id,total\n\(rows.joined(separator: "\n"))\n".utf8).write(to: ToolRun.url("money.csv"))
    let order = ToolRun("query", "@money.csv", "money", "-o", "total", "--csv", "-c", "id")
    #expect(order == .prints("id\n\(typed.order.map { "\($0)" }.joined(separator: "\n"))"))
    let stats = ToolRun("stats", "@money.csv", "money", "--json", "-c", "total").output
    let least = typed.values[typed.order[0]]
    #expect(stats.contains("\"least\": \"\(least)\""), "\(stats)")
    #expect(stats.contains("\"mean\"") == typed.isNumber)
    let condition = ToolRun("query", "@money.csv", "money", "total > -1000", "--count")
    let refusal = "expected a string in quotation marks, found a whole number"
    #expect(typed.isNumber ? condition.status == .success : condition.errors.contains(refusal), "\(condition)")
    #expect(ToolRun("query", "@money.csv", "money", "total > 9.75").status != .usage || !typed.isNumber)
  }

  @Test func `the greatest of decimals is the greatest number, as the file has it`() throws {
    try Data("id,total\n1,10.00\n2,9.50\n3,100.25\n".utf8).write(to: ToolRun.url("money.csv"))
    #expect(
      ToolRun("query", "@money.csv", "money", "--order", "total descending", "-n1", "--csv")
        == .prints("id,total\n3,100.25"))
    #expect(ToolRun("query", "@money.csv", "money", "total > 9.75", "--count") == .prints("2"))
    #expect(ToolRun("query", "@money.csv", "money", "total in [10, 9.5]", "--count") == .prints("2"))
    #expect(ToolRun("query", "@money.csv", "money", "total == id", "--count").status == .finding)
    let line = ToolRun("stats", "@money.csv", "money", "-c", "total").output.split(separator: "\n")[1]
    #expect(line.split(separator: " ") == ["total", "3", "0", "3", "9.50", "100.25", "39.916666666666664"])
  }

  @Test func `Booleans, dates and UUIDs of a file without types are such in conditions, too`() throws {
    let rows = "id,done,due,key\n1,true,2024-01-02,AB29FC40-CA47-1067-B31D-00DD010662DA\n2,false,2024-01-01,\n"
    try Data(rows.utf8).write(to: ToolRun.url("rows.csv"))
    for (condition, ids) in [
      ("done", "1"), ("!done", "2"), ("done == false", "2"), ("due == 2024-01-01", "2"),
      ("due > 2024-01-01T12:00:00Z", "1"),
      ("key == ab29fc40-ca47-1067-b31d-00dd010662da", "1"), ("done && due > 2024-01-01", "1"),
    ] {
      #expect(
        ToolRun("query", "@rows.csv", "rows", condition, "--csv", "-c", "id") == .prints("id\n\(ids)"), "\(condition)")
    }
  }

  @Test func `the type of a column can be said`() throws {
    try Data("id,total,zip\n1,n/a,01234\n2,10,9\n3,9.5,10\n".utf8).write(to: ToolRun.url("rows.csv"))
    func ids(_ words: String...) -> String {
      ToolRun(["query", "@rows.csv", "rows"] + words + ["--csv", "-c", "id"]).output
    }
    #expect(ids("-o", "total") == "id\n2\n3\n1\n")
    #expect(ids("-o", "total", "-t", "total=number") == "id\n3\n2\n1\n")
    #expect(ids("total > 9.75", "--types", "total=number") == "id\n2\n")
    #expect(ids("(total + 0) > 9.75") == "id\n2\n")
    #expect(ids("total == nil", "--types", "total=number") == "id\n1\n")
    #expect(ids("-o", "zip", "--types", "zip=number,total=number") == "id\n2\n3\n1\n")
    #expect(ids("zip == \"9\"") == "id\n2\n")
    #expect(ids("id == \"2\"", "--types", "id=text") == "id\n2\n")
    let stats = ToolRun("stats", "@rows.csv", "rows", "-c", "total", "--types", "total=number", "--json").output
    #expect(stats.contains("\"values\": 3") && stats.contains("\"least\": \"9.5\"") && stats.contains("\"mean\": 9.75"))
    for (text, error) in [
      (
        "total",
        "total is neither auto nor of the form COLUMN=TYPE, with number, decimal, date, boolean, uuid or text."
      ),
      (
        "id=text,total=money",
        "total=money is neither auto nor of the form COLUMN=TYPE, with number, decimal, date, boolean, uuid or text."
      ),
      ("totl=number", "There is no column totl: did you mean total?"),
    ] {
      let run = ToolRun("query", "@rows.csv", "rows", "--types", text)
      #expect(run == .fails(.usage, "motionmodel query: \(error)\nSee motionmodel query --help."))
    }
    try SampleStore.write("todos.json")
    let typed = ToolRun("query", "@todos.json", "Todo", "--types", "name=number")
    #expect(typed.errors.hasPrefix("motionmodel query: name has a type in the file: String."))
  }

  @Test func `a file that is missing, damaged or of another kind is an error`() throws {
    #expect(ToolRun("cat", "@none.json") == .fails(.file, "motionmodel cat: There is no file none.json."))
    try Data("{\"format\": \"MotionModel\", \"version\": 1".utf8).write(to: ToolRun.url("cut.json"))
    #expect(
      ToolRun("cat", "@cut.json")
        == .fails(
          .file,
          "motionmodel cat: The file cut.json is damaged or incomplete: it begins as JSON but cannot be read to its end."
        ))
    try Data("hello".utf8).write(to: ToolRun.url("note.txt"))
    #expect(ToolRun("cat", "@note.txt").status == .file)
  }

  @Test func `colours are used on a terminal alone, unless asked for`() {
    let plain = ToolRun("cat", "@todos.json", "Project")
    #expect(ToolRun("cat", "@todos.json", "Project", isTerminal: true).output.contains("\u{1B}[1mid"))
    #expect(ToolRun("cat", "@todos.json", "Project", isTerminal: true, environment: ["NO_COLOR": "1"]) == plain)
    #expect(ToolRun("cat", "@todos.json", "Project", isTerminal: true, environment: ["TERM": "dumb"]) == plain)
    #expect(ToolRun("cat", "@todos.json", "Project", "--color", "never", isTerminal: true) == plain)
    #expect(ToolRun("cat", "@todos.json", "Project", "--color=always").output.contains("\u{1B}["))
  }

  @Test func `what would command a terminal is escaped in a table`() throws {
    let store = Store(notificationCenter: nil)
    try store.table(Project.self).create { $0.name = "\u{1B}[31mred\u{7}\u{202E}\n" }
    try store.save(to: ToolRun.url("bad.json"))
    #expect(
      ToolRun("cat", "@bad.json", "Project")
        == .prints(
          #"""
          id  name
           1  \u{1B}[31mred\u{07}\u{202E}\n
          """#))
  }

  @Test func `get prints the value of a key`() throws {
    let store = try SampleStore.make()
    store[Key("settings", default: ["": 0])] = ["size": 12]
    store[Key("user", default: "")] = "bob"
    try SampleStore.write(store, to: "values.json")
    #expect(
      ToolRun("get", "@values.json", "KeyedValue", "settings")
        == .prints(
          """
          key    settings
          value  {"size": 12}
          """))
    #expect(ToolRun("get", "@values.json", "KeyedValue", "user", "--json").output.contains(#""value": "bob""#))
    #expect(ToolRun("get", "@values.json", "KeyedValue", "none").status == .finding)
  }
}
