import MotionModelValues
import MotionModelTestSupport
import Testing

@Suite struct InflectorHostileTests {
  private let inflector = Inflector.english.adding(acronym: "GraphQL").adding(acronym: "AAAAAAAAAB")

  private func useAll(_ text: String) -> [String] {
    [
      inflector.pluralize(text), inflector.singularize(text), inflector.humanize(text), inflector.titleize(text),
      inflector.underscore(text), inflector.camelize(text), inflector.camelize(text, firstUppercase: false),
      inflector.tableize(text), inflector.classify(text), inflector.foreignKey(text),
    ]
  }

  /// An algorithm that compares each pair of characters would take minutes. Without optimisation, a tenth of the text is enough
  /// to notice it.
  @Test(
    arguments: [
      "s", "ies", "A", "aB", "AAb", "__A", ".", "::", "a'", "APIs", "GraphQL", "GraphQ", "ID", "1", "a!",
      "e\u{301}\u{316}",
      "\u{301}\u{316}", "İ", "🎉", "\r\n", "person", "xes",
    ])
  func `all forms of a long repetitive string are computed quickly`(pattern: String) {
    let length = Allocations.areOptimised ? 100_000 : 10_000
    #expect(useAll(String(repeating: pattern, count: length / pattern.utf8.count)).count == 10)
  }

  @Test(arguments: ["", "a", "IDs", "ID", "IDe", "Graph", ":", "a.", "a'", "a/", "API_", "person"])
  func `all forms of a letter with fifty thousand accents are computed quickly`(start: String) {
    let letter = "e" + String(repeating: "\u{301}\u{316}", count: 25_000)
    for text in [start + letter, start + letter + "s", start + letter.dropFirst() + "ID"] {
      #expect(useAll(text).count == 10)
    }
  }

  @Test func `all forms of any string can be computed`() {
    var generator = TestSeed.generator(212)
    let parts =
      Array("aAbBsSeExXyYiIdD_-. /:'’1!éİßǅ名🎉\u{301}\u{200D}\r\n").map(String.init) + ["ID", "ies", "man", "people"]
    for _ in 0..<3_000 {
      let text = (0..<generator.number(0...9)).map { _ in generator.pick(parts) }.joined()
      let underscored = inflector.underscore(text)
      #expect(useAll(text).count == 10)
      #expect(inflector.underscore(underscored) == underscored, "of \(text.debugDescription)")
      #expect(inflector.pluralize(text).isEmpty == text.isEmpty)
      #expect(inflector.singularize(text).isEmpty == text.isEmpty)
    }
  }
}
