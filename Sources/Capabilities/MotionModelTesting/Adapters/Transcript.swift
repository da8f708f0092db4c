package import MotionModel

/// What a test has seen, in words that do not depend on the adapter.
package struct Transcript {
  private(set) var lines: [String] = []

  /// Adds a value, or the error that getting it throws.
  package mutating func note<Value>(_ what: String, _ value: () throws -> Value) {
    let found: String
    do { found = "\(try value())" } catch { found = "throws \(error)" }
    lines.append("\(what): \(found)".replacing(/<[A-Za-z.]*Adapter>/, with: ""))
  }

  /// Runs `body`, which may throw.
  package mutating func attempt(_ what: String, _ body: () throws -> Void) {
    note(what) {
      try body()
      return "done"
    }
  }
}

extension String {
  /// The text without the lock versions of changed records, which are random numbers in a database.
  var maskingVersions: String { replacing(/(version[^0-9a-z]{1,6})[1-9][0-9]*/) { "\($0.1)n" } }
}

/// The models of the tests, for one adapter.
package struct TestModels<Adapter: StorageAdapter> {
  package typealias Project = TestProject<Adapter>
  package typealias Todo = TestTodo<Adapter>
  package typealias Tag = TestTag<Adapter>
  package typealias Tagging = TestTagging<Adapter>
  package typealias Note = TestNote<Adapter>

  package let store: Store

  /// Adds all records to a transcript.
  package func noteAll(in transcript: inout Transcript) {
    transcript.note("projects") { try Project.order(by: \.id).all }
    transcript.note("todos") { try Todo.order(by: \.id).all }
    transcript.note("tags") { try Tag.order(by: \.id).all }
    transcript.note("taggings") { try Tagging.order(by: \.todoID).order(by: \.tagID).all.map { ($0.todoID, $0.tagID) } }
    transcript.note("notes") { try Note.order(by: \.id).all }
    transcript.note("commits") { store.commitCount }
  }
}
