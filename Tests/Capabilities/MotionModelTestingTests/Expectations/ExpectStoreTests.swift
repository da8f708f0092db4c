import MotionModel
import MotionModelTesting
import Testing

@Suite(.store(.clock(), .ids())) struct ExpectStoreTests {
  @Test func `the expected records are no issue`() throws {
    expectStore(equals: "")
    try Todo.sample.create()
    expectStore(
      equals: """

        Project 1: name "Project 1"
        Todo 1: name "Todo 1"

        """, ignoring: ["todoCount", "projectID", "updatedAt"])
  }

  @Test func `the store that is passed is compared`() throws {
    let other = Store()
    try Tag.create()
    expectStore(other, equals: "")
  }

  @Test func `other records are an issue at the call`() throws {
    try Cover.sample.create(count: 2)
    let line = #line + 1
    let issues = recordedIssues { expectStore(equals: "Cover 1\nCover 3") }
    #expect(
      issues == [
        RecordedIssue(
          text: """
            The records of the store are not as expected.
                      Cover 1
            expected: Cover 3
            found:    Cover 2
            All that was found, to paste:
            Cover 1
            Cover 2
            """, line: line)
      ])
  }
}
