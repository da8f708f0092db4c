import MotionModel
import MotionModelTesting

extension TestModels {
  /// Writes related records by attributes of their owners, within the limits of the relations.
  func writeAttributes(_ transcript: inout Transcript) {
    transcript.note("with children") {
      try Project.create(attributes: ["name": "a", "todos": [["name": "one"], ["name": "two", "priority": "2"]]])
    }
    transcript.note("from a form") {
      try Project.create(attributes: [
        "name": "b", "todos": ["1": ["name": "four"], "0": ["name": "three"], "2": ["name": " ", "priority": ""]],
      ])
    }
    transcript.note("changed, removed and added") {
      var project = try Project.require(1)
      try project.update(attributes: [
        "todos": [["id": 1, "name": "ONE"], ["id": 2, "_destroy": true], ["name": "five"]]
      ])
      return try (project, project.todos.order(by: \.id).pluck(\.name))
    }
    transcript.note("too many") {
      try Project.create(attributes: [
        "name": "c", "todos": [["name": "1"], ["name": "2"], ["name": "3"], ["name": "4"]],
      ])
    }
    transcript.note("of another project") {
      var project = try Project.require(1)
      try project.update(attributes: ["name": "d", "todos": [["id": 3, "name": "taken"]]])
    }
    transcript.note("refused by a rule") {
      var project = try Project.require(1)
      try project.update(attributes: ["name": "d", "todos": [["id": 1, "priority": 5], ["name": "five"]]])
    }
    transcript.note("the parent") {
      var todo = try Todo.require(3)
      try todo.update(attributes: ["priority": 4, "project": ["name": "B"]])
      return todo
    }
    transcript.note("the parent of an old copy") {
      let old = try Todo.require(3)
      var (todo, other) = (old, old)
      try todo.update(attributes: ["isDone": true])
      try other.update(attributes: ["priority": 6])
      return try (other, Todo.require(3))
    }
    writeIDs(&transcript)
  }

  private func writeIDs(_ transcript: inout Transcript) {
    transcript.note("tags") { try Tag.insert(contentsOf: ["x", "y", "z"].map { Tag($0) }) }
    for ids in [["x", "z", "x", ""], ["y"], ["y", "w"], []] as [[AttributeValue]] {
      transcript.note("tags by ids") {
        var todo = try Todo.require(1)
        try todo.update(attributes: ["tag_ids": .array(ids)])
        return try todo.tags.order(by: \.id).ids
      }
      transcript.note("their tags") { try Todo.find(1)?.tags.order(by: \.id).ids }
    }
    transcript.note("created with tags") {
      let project = try Project.require(2)
      let todo = try Todo.create(attributes: ["name": "six", "projectID": .int(Int64(project.id)), "tagIDs": ["z"]])
      return try todo.tags.ids
    }
  }
}
