import Foundation
import MotionModel
import MotionModelTransactions
import MotionModelValidation

extension TestModels {
  func write(_ transcript: inout Transcript) {
    transcript.note("create") { try Project.create { $0.name = "a" } }
    transcript.note("create from attributes") { try Project.create(attributes: ["name": "b"]) }
    transcript.note("insert") { try Project.insert(contentsOf: ["c", "d", "e"].map { Project($0) }) }
    transcript.note("save") {
      var project = try Project.require(2)
      project.name = "B"
      try project.save()
      return project
    }
    transcript.note("save what is the same") {
      var project = try Project.require(2)
      try project.save()
      return project
    }
    transcript.note("update") {
      var project = try Project.require(3)
      try project.update { $0.name = "C" }
      return try (project, project.hasChanges)
    }
    transcript.note("another id") {
      var project = try Project.require(3)
      try project.update { $0.id = 9 }
    }
    transcript.note("an old copy") {
      try Project.delete(4)
      var project = Project("x")
      project.id = 4
      try project.save()
    }
    transcript.note("upsert") {
      var project = Project("e")
      try store.table(Project.self).upsert(&project, on: \.name)
      return project
    }
    transcript.note("increment") {
      var tag = try Tag.create { ($0.id, $0.weight) = ("t", 1) }
      try tag.update { $0.weight = 2 }
      return tag
    }
    transcript.note("update all") { try Project.where(\.id > 1).updateAll { $0.name += "!" } }
    transcript.note("first or create") { try Project.where(\.name == "new").firstOrCreate().id }
    transcript.note("first or create") { try Project.where(\.name == "new").firstOrCreate().id }
    transcript.note("delete") { try (Project.delete(1), Project.delete(1)) }
    transcript.note("delete all") { try Project.where(\.name).contains("!").deleteAll() }
    transcript.note("in the end") { try (Project.count, Project.ids) }
  }

  func beUnique(_ transcript: inout Transcript) {
    transcript.note("first") { try Project.create { $0.name = "a" } }
    transcript.note("the same") { try Project.create { $0.name = "a" } }
    transcript.note("taken id") { try Project.create { ($0.id, $0.name) = (1, "b") } }
    transcript.note("id of one's own") { try Project.create { ($0.id, $0.name) = (20, "b") } }
    transcript.note("the next") { try Project.create { $0.name = "c" }.id }
    transcript.note("together") { try Project.insert(contentsOf: [Project("d"), Project("d")]) }
    transcript.note("shifted") {
      try Project.updateAll { $0.name = ["a": "b", "b": "c", "c": "a"][$0.name] ?? $0.name }
    }
    transcript.note("made alike") { try Project.updateAll { $0.name = "z" } }
    transcript.note("a string") { try Tag.create { $0.id = "one" } }
    transcript.note("the same text") { try Tag.create { $0.id = "one" } }
    transcript.note("undone") {
      try store.transaction { transaction in
        try Project.create { $0.name = "e" }
        transaction.rollback()
      }
    }
    transcript.note("no id again") { try Project.create { $0.name = "e" }.id }
    transcript.note("deleted") {
      try Project.delete(22)
      return try Project.create { $0.name = "f" }.id
    }
  }

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
