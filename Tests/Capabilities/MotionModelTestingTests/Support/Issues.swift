import MotionModelTestSupport
import Testing

/// An issue that an expectation has recorded.
struct RecordedIssue: Equatable {
  let text: String
  let line: Int?
}

/// Runs a body, and returns the issues that it records; they do not fail the test.
func recordedIssues(_ body: () throws -> Void) -> [RecordedIssue] {
  let issues = Collector<RecordedIssue>()
  do {
    try withKnownIssue(isIntermittent: true) {
      try body()
    } matching: { issue in
      issues.add(RecordedIssue(issue))
      return true
    }
  } catch {
    Issue.record(error)
  }
  return issues.values
}

/// Runs an asynchronous body, and returns the issues that it records; they do not fail the test.
func recordedIssues(isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void) async
  -> [RecordedIssue]
{
  let issues = Collector<RecordedIssue>()
  do {
    try await withKnownIssue(isIntermittent: true) {
      try await body()
    } matching: { issue in
      issues.add(RecordedIssue(issue))
      return true
    }
  } catch {
    Issue.record(error)
  }
  return issues.values
}

extension RecordedIssue {
  fileprivate init(_ issue: Issue) {
    self.init(text: issue.comments.map(\.rawValue).joined(separator: "\n"), line: issue.sourceLocation?.line)
  }
}
