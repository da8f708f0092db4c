import Foundation
import MotionModel
import MotionModelTestSupport
import RegexBuilder
import Testing

@Suite(.ownStore) struct TextConditionTests {
  private func names(_ finder: Finder<Todo>) -> [String] { finder.pluck(\.name) }

  private func insert(_ names: String...) throws { try Todo.insert(contentsOf: names.map { Todo($0) }) }

  @Test func `a regular expression matches anywhere unless it is anchored`() throws {
    try insert("dog 12", "12", "a dog", "DOG", "")
    #expect(names(Todo.where(\.name).matches(/\d+/)) == ["dog 12", "12"])
    #expect(names(Todo.where(\.name).matches(/^\d+$/)) == ["12"])
    #expect(names(Todo.where(\.name).matches(/dog/.ignoresCase())) == ["dog 12", "a dog", "DOG"])
    #expect(names(Todo.where { !$0.name.matches(/dog/) }) == ["12", "DOG", ""])
    #expect(names(Todo.where(\.name).matches(/x*/)).count == 5)
    #expect(names(Todo.where(\.name).matches(try Regex("d.g$"))) == ["a dog"])
  }

  @Test func `a string longer than the limit is not matched`() throws {
    let hostile = String(repeating: "a", count: 200)
    try insert("ab", hostile, "ééb", "abbbbb")
    // Without the limit, matching the second string would take longer than the age of the universe.
    #expect(names(Todo.where(\.name).matches(/(a+)+b/, limit: 6)) == ["ab", "abbbbb"])
    #expect(names(Todo.where(\.name).matches(/(a+)+b/, limit: 5)) == ["ab"])
    #expect(names(Todo.where(\.name).matches(/^.*b$/, limit: 3)) == ["ab", "ééb"])
    #expect(names(Todo.where(\.name).matches(/^(?>a+)b/)) == ["ab", "abbbbb"])
  }

  @Test func `a regular expression matches neither nil nor a string for which it throws`() throws {
    struct Failure: Error {}
    try Todo.insert(contentsOf: [Todo("a", assignedTo: "bob"), Todo("b"), Todo("c", assignedTo: "")])
    #expect(names(Todo.where(\.assignedTo).matches(/b?/)) == ["a", "c"])
    #expect(names(Todo.where { !$0.assignedTo.matches(/b?/) }) == ["b"])
    let failing = Regex {
      TryCapture(".") { _ -> Int? in throw Failure() }
    }
    #expect(Todo.where(\.name).matches(failing).isEmpty)
  }

  @Test func `many threads may use a regular expression at once`() throws {
    try Todo.insert(contentsOf: (0..<1_000).map { Todo("todo \($0)") })
    let finder = Todo.where(\.name).matches(/\ \d*7$/)
    let counts = Collector<Int>()
    let store = Store.current
    DispatchQueue.concurrentPerform(iterations: 8) { _ in Store.with(store) { counts.add(finder.count) } }
    #expect(counts.values == Array(repeating: 100, count: 8))
  }

  @Test(
    arguments: [
      ("50%", [#"50%"#]), (#"50\%"#, ["50%"]), (#"5_\%"#, ["50%"]), ("%50%", ["50%", "x50y"]), (#"a\_b"#, ["a_b"]),
      ("a_b", ["a_b", "acb", #"a\b"#]), (#"a\\b"#, [#"a\b"#]), ("", [""]), ("%", nil), ("_", ["é", "👍🏽"]), (#"a\b"#, []),
      (#"\"#, []), ("%%b", ["a_b", "acb", #"a\b"#]),
    ] as [(String, [String]?)])
  func `a pattern matches the whole string, and a backslash escapes`(pattern: String, expected: [String]?) throws {
    let all = ["50%", "x50y", "a_b", "acb", #"a\b"#, "", "é", "👍🏽"]
    try Todo.insert(contentsOf: all.map { Todo($0) })
    #expect(names(Todo.where(\.name).like(pattern)) == expected ?? all)
  }

  @Test func `nil in lists of strings, case-sensitive and case-insensitive`() throws {
    for text in ["Bob", "bob", nil, "eve"] { try Todo.create { $0.assignedTo = text } }
    func ids(_ isIn: Bool, _ list: [String?], _ isExact: Bool) -> [Int] {
      isIn
        ? Todo.where(\.assignedTo).in(list, caseSensitive: isExact).ids
        : Todo.where(\.assignedTo).notIn(list, caseSensitive: isExact).ids
    }
    #expect(ids(true, ["BOB", nil], false) == [1, 2, 3] && ids(false, ["BOB", nil], false) == [4])
    #expect(ids(true, ["bob", nil], true) == [2, 3] && ids(false, ["bob", nil], true) == [1, 4])
    #expect(ids(true, ["BOB"], false) == [1, 2] && ids(false, ["BOB"], false) == [3, 4])
    #expect(ids(true, [], false) == [] && ids(false, [], false) == [1, 2, 3, 4])
    #expect(ids(true, [nil], false) == [3] && ids(false, [nil], true) == [1, 2, 4])
    #expect(Todo.where(\.assignedTo).notIn([nil, "eve"]).ids == [1, 2])
    #expect(Todo.where(\.assignedTo).in(["bob", "eve", "bob"]).ids == [2, 4])
  }
}
