import MotionModel
import MotionModelTesting
import MotionModelValidation

extension TestModels {
  /// Writes records that rules refuse, and that hooks change and halt.
  func runHooks(_ transcript: inout Transcript) {
    transcript.attempt("project") { try Project.create { $0.name = "a" } }
    guard let project = try? Project.first else { return }
    transcript.note("no name") { try Todo.create { $0.projectID = project.id } }
    transcript.note("trimmed") { try Todo.create { ($0.name, $0.projectID) = (" one ", project.id) } }
    transcript.note("taken") { try Todo.create { ($0.name, $0.projectID) = ("one", project.id) } }
    transcript.note("halted") { try Todo.create { ($0.name, $0.projectID, $0.priority) = ("two", project.id, 10) } }
    transcript.note("together") {
      try Todo.insert(contentsOf: [Todo("three", in: project), Todo("four", 10, in: project)])
    }
    transcript.note("valid ones") {
      let report = try Todo.insertValid(contentsOf: [Todo("three", in: project), Todo("", in: project)])
      return (report.records, report.failures)
    }
    transcript.note("stale") {
      var (first, second) = (try Todo.require(1), try Todo.require(1))
      try first.update { $0.priority = 1 }
      try second.update { $0.priority = 2 }
    }
    transcript.note("two columns") {
      var (first, second) = (try Todo.require(1), try Todo.require(1))
      try first.update { $0.priority = 4 }
      try second.update { $0.name = "renamed" }
      return try (second, Todo.require(1))
    }
    transcript.note("a column by name") {
      var todo = try Todo.require(1)
      (todo.name, todo.priority) = ("one", 9)
      try todo.save(only: \.name)
      return try (todo, Todo.require(1))
    }
    transcript.note("stale destroy") {
      let old = try Todo.require(1)
      var todo = old
      try todo.update { $0.priority = 3 }
      try old.destroy()
    }
    transcript.note("cannot be destroyed") {
      let todo = try Todo.create { ($0.name, $0.projectID, $0.priority) = ("kept", project.id, 7) }
      try todo.destroy()
    }
    transcript.note("nor with its parent") { try project.destroy() }
  }
}
