import MotionModelInspector
import MotionModelTestSupport
import Testing

@testable import MotionModelTool

/// How arguments are read, and what is said about mistakes in them.
@Suite(.temporaryFolder) struct ArgumentTests {
  private static let a = Parameter(name: "A", help: "", arity: .optional)
  private static let b = Parameter(name: "B", help: "")
  private static let c = Parameter(name: "C", help: "", arity: .any)
  private static let many = Option(name: "many", letter: "m", value: "X", help: "", isRepeatable: true)
  private static let command = Command(
    name: "test", summary: "", parameters: [a, b, c], options: [.limit, .json, many]
  ) { _ in .success }

  private func arguments(_ words: String...) throws -> Arguments { try Arguments(words, of: Self.command) }

  @Test func `parameters are assigned by their number`() throws {
    let one = try arguments("x")
    #expect(one[Self.a] == nil)
    #expect(one[Self.b] == "x")
    let three = try arguments("x", "y", "z", "-", "-3")
    #expect(three[Self.a] == "x")
    #expect(three[Self.b] == "y")
    #expect(three.all(Self.c) == ["z", "-", "-3"])
  }

  @Test func `options stand anywhere, in all spellings`() throws {
    let long = try arguments("--limit", "5", "x", "--json")
    #expect(try long.count(.limit) == 5)
    #expect(long.has(.json))
    #expect(try arguments("x", "--limit=5").count(.limit) == 5)
    #expect(try arguments("x", "-n5").count(.limit) == 5)
    #expect(try arguments("x", "-n", "5").count(.limit) == 5)
    #expect(try arguments("-m1", "x", "-m", "2", "--many=").all(Self.many) == ["1", "2", ""])
    #expect(try arguments("--", "--json")[Self.b] == "--json")
  }

  @Test(arguments: [
    (["x", "--limti", "5"], "There is no option --limti: did you mean --limit?"),
    (["x", "--limit"], "--limit expects a value: -n, --limit COUNT."), (["x", "--json=1"], "--json takes no value."),
    (["x", "-n5", "-n6"], "--limit is given twice."),
    (["x", "--color", "blue"], "--color expects one of auto, always, never, and got blue."),
    ([], "B is missing: motionmodel test [options] [A] B [C…]"),
    (["-z"], "There is no option -z: there is --limit, --json, --many, --color, --help."),
  ])
  func `a mistake is an error`(_ words: [String], _ message: String) {
    let error = #expect(throws: UsageError.self) { try Arguments(words, of: Self.command) }
    #expect(error?.description == message)
  }

  @Test func `a number is at least zero`() throws {
    for text in ["-1", "x", "", "99999999999999999999"] {
      let error = #expect(throws: UsageError.self) { try arguments("x", "--limit=\(text)").count(.limit) }
      #expect(error?.description == "--limit expects a whole number that is not negative, and got \(text).")
    }
  }

  @Test func `names that are misspelled are suggested`() {
    #expect(
      ToolRun("quary")
        == .fails(.usage, "motionmodel: There is no command quary: did you mean query?\nSee motionmodel --help."))
    #expect(ToolRun("frobnicate").errors.contains("there is info, cat, query"))
    #expect(Spelling.nearest(to: "Tood", in: ["Project", "Todo"]) == "Todo")
    #expect(Spelling.nearest(to: "x", in: ["Project", "Todo"]) == nil)
  }

  @Test func `arguments too many or of a model that is not there are errors`() throws {
    try SampleStore.write("todos.json")
    #expect(
      ToolRun("info", "@todos.json", "Todo", "x")
        == .fails(
          .usage,
          """
          motionmodel info: x is one argument too many: motionmodel info [options] FILE [MODEL]
          See motionmodel info --help.
          """))
    #expect(
      ToolRun("cat", "@todos.json", "Tod").errors
        == "motionmodel cat: There is no model Tod: did you mean Todo?\nSee motionmodel cat --help.\n")
    #expect(
      ToolRun("cat", "@todos.json", "--csv").errors.hasPrefix("motionmodel cat: --csv prints one model: name it."))
    #expect(
      ToolRun("cat", "@todos.json", "Todo", "--csv", "--json").errors
        .hasPrefix("motionmodel cat: --json and --csv exclude each other."))
  }
}
