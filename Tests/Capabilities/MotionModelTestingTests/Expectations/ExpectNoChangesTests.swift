import MotionModel
import MotionModelTesting
import MotionModelValidation
import Testing

@Suite(.store(.clock())) struct ExpectNoChangesTests {
  @Test func `a block that changes nothing is no issue`() throws {
    try Cover.create()
    #expect(expectNoChanges { Cover.count } == 1)
    var todo = try Todo.sample.create()
    #expect(throws: RecordInvalid.self) { try expectNoChanges { try todo.update { $0.name = "" } } }
  }

  @Test func `changes that cancel each other out are none`() throws {
    try expectNoChanges { try Cover.create().delete() }
  }

  @Test func `columns may change`() throws {
    var todo = try Todo.sample.create()
    ManualClock.current.advance(by: 1)
    try expectNoChanges(ignoring: ["priority", "updatedAt"]) { try todo.update { $0.priority = 1 } }
  }

  @Test func `a change is an issue at the call`() {
    let line = #line + 1
    let issues = recordedIssues { _ = try expectNoChanges { try Cover.create() } }
    #expect(
      issues == [
        RecordedIssue(
          text: """
            The changes of the store are not as expected.
            found:    + Cover 1
            All that was found, to paste:
            + Cover 1
            """, line: line)
      ])
  }

  @Test func `an asynchronous block must change nothing either`() async throws {
    await expectNoChanges { await Task.yield() }
    let issues = await recordedIssues {
      try await expectNoChanges {
        await Task.yield()
        try Cover.create()
      }
    }
    #expect(issues.count == 1)
  }
}
