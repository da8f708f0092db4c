import MotionModel
import MotionModelTesting
import MotionModelValidation
import Testing

@Suite(.store) struct ExpectInvalidTests {
  @Test func `a broken rule is no issue`() {
    expectInvalid(Todo(), on: \.name, .blank)
    expectInvalid(Todo.new { $0.name = "Do" }, on: \.name, .tooShort)
    expectInvalid(Todo.new { $0.name = "Do" }, at: "name", .tooShort)
    expectInvalid(Todo.new { $0.name = "Wait" }, at: "", "stuck")
  }

  @Test func `a record that breaks no rule is an issue at the call`() {
    let line = #line + 1
    let issues = recordedIssues { expectInvalid(Todo.new { $0.name = "Dog" }, on: \.name, .tooShort) }
    #expect(
      issues == [
        RecordedIssue(
          text: #"Todo was expected to break the rule tooShort on "name", and breaks none."#, line: line)
      ])
  }

  @Test func `a record that breaks another rule is an issue, which names its rules and no value`() {
    let todo = Todo.new { ($0.name, $0.priority) = ("Do", 77) }
    #expect(
      recordedIssues {
        expectInvalid(todo, on: \.name, .tooLong)
        expectInvalid(todo, at: "tags[0].color", .blank)
        expectInvalid(todo, at: "", .invalid)
      }
      .map(\.text) == [
        """
        Todo was expected to break the rule tooLong on "name", and breaks name: tooShort(count: 3); \
        priority: lessOrEqual(other: 9) [warning].
        """,
        """
        Todo was expected to break the rule blank on "tags[0].color", and breaks name: tooShort(count: 3); \
        priority: lessOrEqual(other: 9) [warning].
        """,
        """
        Todo was expected to break the rule invalid as a whole, and breaks name: tooShort(count: 3); \
        priority: lessOrEqual(other: 9) [warning].
        """,
      ])
  }

  @Test func `a warning makes no record invalid`() {
    let todo = Todo.new { ($0.name, $0.priority, $0.projectID) = ("Dog", 77, 1) }
    #expect(recordedIssues { expectInvalid(todo, on: \.priority, .lessOrEqual) }.count == 1)
    #expect(recordedIssues { expectValid(todo) }.isEmpty)
  }

  @Test func `a valid record is expected`() {
    #expect(recordedIssues { expectValid(Todo.new { $0.name = "Dog" }) }.isEmpty)
    let line = #line + 1
    let issues = recordedIssues { expectValid(Todo.new { $0.name = "Do" }) }
    #expect(
      issues == [
        RecordedIssue(
          text: "Todo was expected to break no rule, and breaks name: tooShort(count: 3).", line: line)
      ])
  }

  @Test func `rules look up the records of the store that is passed`() throws {
    let other = Store()
    try User.sample.create(in: other)
    let user = User.new { $0.name = "User 1" }
    expectInvalid(user, on: \.name, .taken, in: other)
    expectInvalid(user, at: "name", .taken, in: other)
    expectValid(user)
    #expect(recordedIssues { expectValid(user, in: other) }.count == 1)
  }
}

private struct User: Validatable {
  var id = 0
  var name = ""

  static let schema = Schema<User> { Column(\.name) }
  static let validations = Validations<User> { Uniqueness(\.name) }
  static let sample = Factory<User> { $0.name = "User \($1)" }
}
