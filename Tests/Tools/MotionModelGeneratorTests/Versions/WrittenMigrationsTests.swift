import Testing

@testable import MotionModelGenerator

struct WrittenMigrationsTests {
  private static let steps = [
    DataModelHistory.Step(dataModelVersion: "Shop 2", model: "Task", from: 1, changes: []),
    DataModelHistory.Step(dataModelVersion: "Shop 3", model: "Todo", from: 2, changes: []),
    DataModelHistory.Step(dataModelVersion: "Shop 3", model: "User", from: 1, changes: []),
  ]

  /// The versions of the steps that a text lacks, and the line of the first diagnostic.
  private func missing(_ text: String) -> (steps: [String], line: Int?) {
    let diagnostics = WrittenMigrations(in: text).diagnostics(of: Self.steps, file: "M.swift")
    let steps = Self.steps.filter { step in diagnostics.contains { $0.message.contains(step.versions) } }
    #expect(diagnostics.count == steps.count)
    return (steps.map { "\($0.model) \($0.from)" }, diagnostics.first?.place.line)
  }

  @Test func `What the generator wrote lacks no step`() {
    let text = MigrationWriter(name: "Shop", access: .internal, typeName: "Migration").source(of: Self.steps)
    #expect(missing(text).steps == [])
  }

  @Test func `A missing step is a warning at the last one that is there`() {
    let text = """
      import MotionModel

      let all = [
        Migration("Shop 2", from: 1, to: 2, of: "Task") { _ in },
        Migration("Users", from: 1, to: 2, of: "User"),
      ]

      """
    #expect(
      WrittenMigrations(in: text).diagnostics(of: Self.steps, file: "M.swift").map(\.description) == [
        #"M.swift:5:1: warning: It has no migration of Todo from version 2 to 3, which "Shop 3" needs: add "#
          + #"Migration("Shop 3", from: 2, to: 3, of: "Todo") { … }."#
      ])
  }

  @Test(arguments: [
    ("", ["Task 1", "Todo 2", "User 1"], 1),
    ("// Mine\n\n", ["Task 1", "Todo 2", "User 1"], 1),
    // Titles, layout, and steps that change the whole file or skip versions.
    ("Migration(from: 1,\n  to: 2,\n  of:\n \"Task\")\n(from:1,to:9,inFileOf:\"Todo\")", ["User 1"], 5),
    // Another model, another version, a step back.
    (
      "(from: 1, to: 2, of: \"Todo\") (from: 2, to: 3, of: \"Task\") (from: 3, to: 1, of: \"User\")",
      ["Task 1", "Todo 2", "User 1"], 1
    ),
    // A comment by which a person says that it is elsewhere.
    ("\r\n\r\n// from: 2, to: 3, of: \"Todo\" is in Todos.swift", ["Task 1", "User 1"], 3),
    ("(from: 99999999999999999999, to: 2, of: \"Task\")", ["Task 1", "Todo 2", "User 1"], 1),
  ])
  func `Steps are found by their versions and model`(text: String, steps: [String], line: Int) {
    let found = missing(text)
    #expect(found.steps == steps && found.line == line)
  }
}
