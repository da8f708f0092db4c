import Foundation
import MotionModel
import MotionModelTesting
import MotionModelTransactions

extension TestModels {
  /// Two projects with todos, tags and notes.
  private func fill() throws {
    let projects = try Project.insert(contentsOf: [Project("a"), Project("b")])
    for number in 0..<6 {
      let todo = try projects[number % 2].todos.create { ($0.name, $0.priority) = ("todo \(number)", number) }
      for tag in ["x", "y", "z"].prefix(number % 4) {
        var tag = try Tag.find(tag) ?? Tag(tag)
        try todo.tags.append(&tag)
      }
    }
    try Note.insert(contentsOf: (0..<4).map { Note("note \($0)", of: $0 == 3 ? nil : projects[$0 % 2]) })
  }

  func relate(_ transcript: inout Transcript) {
    transcript.attempt("fill") { try fill() }
    transcript.note("children") { try Project.all.map { try $0.todos.order(by: \.priority).ids } }
    transcript.note("counted") { try Project.all.map { ($0.todoCount, try $0.todos.count) } }
    transcript.note("parents") { try Todo.all.map { try $0.project?.name } }
    transcript.note("refined") { try Project.all.map { try $0.todos.where(\.priority > 2).count } }
    transcript.note("through") { try Todo.all.map { try $0.tags.order(by: \.id).ids } }
    transcript.note("notes") { try Project.all.map { try $0.notes.ids } }
    transcript.note("of notes") { try Note.all.map { try $0.project?.name } }
    transcript.note("by the parent") { try Todo.where { $0.project.name == "a" }.order(by: \.id).ids }
    transcript.note("by children") { try Project.where { $0.todos.any { $0.priority > 4 } }.ids }
    transcript.note("by their number") { try Project.where { $0.todos.count > 2 }.ids }
    transcript.note("by none") { try Todo.where { $0.tags.isEmpty }.order(by: \.id).ids }
    transcript.note("ordered") { try Todo.order(by: { $0.tags.count }, .descending).order(by: \.id).ids }
    transcript.note("by notes") { try Project.where { $0.notes.any { $0.words == "note 1" } }.ids }
    transcript.note("the first by an order") { try Project.all.map { try $0.urgent?.name } }
    transcript.note("by the first") { try (0..<6).map { n in try Project.where { $0.urgent.priority == n }.ids } }
    transcript.note("by the first with others") {
      try Project.where { $0.urgent.matches { $0.priority > 4 && $0.isDone == false } && $0.urgent.exists }.ids
    }
    transcript.note("ordered by the first") { try Project.order(by: { $0.urgent.priority }, .descending).ids }
    transcript.note("through the first") { try Project.all.map { try $0.urgentTags.order(by: \.id).ids } }
    transcript.note("by records through the first") { try Project.where { $0.urgentTags.count > 0 }.ids }
    transcript.note("included through the first") {
      let projects = try Project.order(by: \.id).including(\.urgent).including(\.urgentTags).all
      return projects.map { project, todo, tags in (project.id, todo.map { $0.id }, tags.map(\.id)) }
    }
    transcript.note("included") {
      let projects = Project.order(by: \.id).including(\.todos) {
        $0.order(by: \.priority, .descending).limit(2).including(\.tags).including(\.project)
      }
      return try projects.all.map { ($0.name, $1.map { ($0.name, $1.map(\.id), $2?.id) }) }
    }
    transcript.note("included in memory") {
      try Project.including(\.notes) { $0.including(\.project) }.all.map { ($0.id, $1.map { ($0.words, $1?.name) }) }
    }
    transcript.note("included to parents") {
      let taggings = Tagging.order(by: \.todoID).order(by: \.tagID).including(\.tag)
      let first = try taggings.including(\.todo) { $0.including(\.project) }.first
      return (first?.1?.id, first?.2?.0.name, first?.2?.1?.name)
    }
    transcript.note("moved") {
      let project = try Project.require(2)
      var todo = try Todo.require(1)
      try project.todos.append(&todo)
      return try (Project.all.map(\.todoCount), todo)
    }
    transcript.note("replaced") { try Todo.require(4).tags.replace(with: [Tag("x"), Tag("new")]).map(\.id) }
    transcript.note("removed") { try Todo.require(4).tags.removeAll() }
    transcript.note("the first replaced") {
      let project = try Project.require(1)
      try project.create(\.urgent) { ($0.name, $0.priority) = ("first", 9) }
      return try (project.todos.order(by: \.id).pluck(\.name), project.urgent?.name)
    }
    transcript.note("nested") {
      var project = try Project.require(1)
      try project.update { $0.name = "A" }
      return try (project.todoCount, project.todos.where(\.name == "todo 2").first?.name)
    }
    transcript.note("a stranger's parent") { try Todo.create { ($0.name, $0.projectID) = ("orphan", 99) } }
    transcript.note("a moved stranger") {
      var todo = try Todo.require(2)
      try todo.update { $0.projectID = 99 }
    }
  }

  func depend(_ transcript: inout Transcript) {
    transcript.attempt("fill") { try fill() }
    transcript.note("counted") { try Project.order(by: \.id).pluck(\.todoCount) }
    transcript.note("touched") {
      let before = try Project.require(1).updatedAt
      var todo = try Project.require(1).todos.first
      try todo?.update { $0.priority += 1 }
      let after = try Project.require(1).updatedAt
      return before.map { before in after.map { $0 > before } }
    }
    transcript.note("touched by a note") {
      let before = try Project.require(1).updatedAt
      var note = try Project.require(1).notes.first
      try note?.update { $0.words = "changed" }
      return try Project.require(1).updatedAt == before
    }
    transcript.note("restricted") { try Tag.require("x").destroy() }
    transcript.note("deleted") { try Todo.require(3).destroy() }
    transcript.note("counted") { try Project.order(by: \.id).pluck(\.todoCount) }
    transcript.note("needed") { try Project.delete(1) }
    transcript.note("destroyed") { try Project.require(1).destroy() }
    transcript.note("nullified") { try Note.order(by: \.id).pluck(\.projectID) }
    transcript.note("taggings") { try Tagging.count }
    transcript.note("all of them") { try Todo.where(\.priority > 1).destroyAll() }
    transcript.note("kept up") { try Project.order(by: \.urgency).pluck(\.title, \.openCount, \.nextDate, \.tagCount) }
    transcript.note("rebuilt") { try Project.rebuildDerived() }
  }
}
