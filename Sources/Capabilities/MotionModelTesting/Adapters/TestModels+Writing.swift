import MotionModel
import MotionModelTransactions

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
}
