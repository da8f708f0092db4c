import MotionModel
import MotionModelTesting
import Testing

@Suite(.store) struct ExpectPlanTests {
  @Test func `the expected plan of a finder, a table or related records is no issue`() throws {
    let project = try Project.full.create()
    expectPlan(Todo.where(\.projectID == project.id), "index projectID (2 rows of 2)")
    expectPlan(Store.current.table(Todo.self), "scan (2 rows of 2)")
    expectPlan(project.todos, "index projectID (2 rows of 2)")
  }

  @Test func `another plan is an issue at the call`() {
    let line = #line + 1
    let issues = recordedIssues { expectPlan(Todo.where(\.name == "Dog"), "index name (0 rows of 0)") }
    #expect(
      issues == [
        RecordedIssue(
          text: """
            The plan of "Todo where name == "Dog"" is not as expected.
            expected: index name (0 rows of 0)
            found:    scan (0 rows of 0), test name == "Dog"
            All that was found, to paste:
            scan (0 rows of 0), test name == "Dog"
            """, line: line)
      ])
  }
}
