import Foundation
import MotionModel
import MotionModelTransactions

private struct Mistake: Error {}

extension TestModels {
  func transact(_ transcript: inout Transcript) {
    transcript.attempt("project") { try Project.create { $0.name = "a" } }
    transcript.note("own writes") {
      try store.transaction { _ in
        let project = try Project.create { $0.name = "b" }
        try project.todos.create { ($0.name, $0.priority) = ("one", 1) }
        try project.todos.create { ($0.name, $0.priority) = ("two", 2) }
        try Todo.where(\.priority == 1).updateAll { $0.priority = 5 }
        try Project.delete(1)
        return try (
          Project.ids, Todo.order(by: \.priority).pluck(\.name), Todo.where(\.priority > 2).count, Project.find(1),
          Project.find(2)?.todoCount, Todo.order(by: \.name, .descending).limit(1).ids,
          Project.where(\.name == "a").isEmpty
        )
      }
    }
    transcript.note("thrown out of") {
      try store.transaction { _ in
        try Project.create { $0.name = "c" }
        try Todo.updateAll { $0.priority = 8 }
        throw Mistake()
      }
    }
    transcript.note("as before") { try (Project.ids, Todo.pluck(\.priority)) }
    transcript.note("inside one another") {
      try store.transaction { _ in
        try Project.create { $0.name = "d" }
        try? store.transaction { _ in
          try Project.create { $0.name = "e" }
          try Todo.where(\.name == "one").deleteAll()
          throw Mistake()
        }
        return try (Project.order(by: \.id).pluck(\.name), Todo.count, Project.require(2).todoCount)
      }
    }
    transcript.note("rolled back in the middle") {
      try store.transaction { transaction in
        try Todo.deleteAll()
        let none = try Todo.count
        transaction.rollback()
        let all = try Todo.count
        try Todo.where(\.name == "two").updateAll { $0.priority = 3 }
        return (none, all)
      }
    }
    transcript.note("a preview") {
      let preview = store.preview { try Project.require(2).destroy() }
      return (preview.changeset.description, try Project.count)
    }
    transcript.note("previews of a record with a required parent") {
      let project = try Project.require(2)
      let badges = [Badge(of: project), Badge()]
      return badges.map { badge in
        let preview = store.preview {
          var badge = badge
          try badge.save()
        }
        return (preview.isPossible, preview.errors.map { "\($0)" })
      }
    }
    transcript.note("a preview that leaves a record without its parent") {
      let project = try Project.require(2)
      try Badge.create { $0.projectID = project.id }
      let preview = store.preview {
        try Todo.deleteAll()
        try Project.delete(2)
      }
      let result = (preview.isPossible, preview.errors.map { "\($0)" })
      try Badge.deleteAll()
      return result
    }
    transcript.note("saved after it was found") {
      try store.transaction { _ in
        guard var todo = try Todo.find(2), var other = try Todo.find(1) else { return "missing" }
        (todo.priority, other.priority) = (61, 62)
        try todo.save()
        try? store.transaction { _ in
          var (again, another) = (todo, other)
          again.priority = 63
          try again.save()
          try another.save()
          throw Mistake()
        }
        let before = try Todo.order(by: \.id).pluck(\.priority)
        try other.save()
        try Todo.delete(2)
        try todo.insert()
        return try "\(before) \(Todo.order(by: \.id).pluck(\.priority))"
      }
    }
    transcript.note("found by id after writes") {
      try store.transaction { _ in
        let todo = try Todo.require(1)
        try Todo.delete(1)
        let none = try Todo.find(1)
        try? store.transaction { _ in
          var again = todo
          try again.insert()
          try Todo.where(\.id == 2).deleteAll()
          throw Mistake()
        }
        return try (none, Todo.find(1), Todo.find(2)?.name, Todo.where(\.id).in([1, 2]).pluck(\.name))
      }
    }
    transcript.note("a refused commit") {
      try store.transaction { _ in
        try Project.create { $0.name = "f" }
        try Project.delete(2)
      }
    }
  }

  func applyChangesets(_ transcript: inout Transcript) {
    var commits: [Changeset] = []
    transcript.note("committed") {
      let undo = UndoHistory(of: store)
      let project = try Project.create { $0.name = "a" }
      try project.todos.create { $0.name = "one" }
      try Todo.updateAll { $0.priority = 4 }
      try Todo.deleteAll()
      var states = [try state()]
      for _ in 0..<3 {
        commits.append(try undo.undo())
        states.append(try state())
      }
      for _ in 0..<2 {
        commits.append(try undo.redo())
        states.append(try state())
      }
      return states
    }
    transcript.note("told") { commits.map(\.description) }
    transcript.note("applied") {
      guard let last = commits.last else { return "nothing" }
      try store.apply(last.inverted)
      let undone = try state()
      try store.apply(last)
      return "\(undone), \(try state())"
    }
    transcript.note("does not fit") {
      guard let first = commits.first else { return }
      try store.apply(first)
    }
    transcript.note("merged") {
      guard let last = commits.last else { return "nothing" }
      return try store.merge(last.inverted, .ours).description
    }
  }

  private func state() throws -> String {
    "\(try Project.order(by: \.id).all), \(try Todo.order(by: \.id).all)"
  }

  private static var tags: FileSource { .string(#"[{"id": "a", "weight": 7}, {"id": "new"}]"#) }
  private static var projects: FileSource { .string(#"[{"id": 1, "name": "one"}, {"name": "two", "id": 2}]"#) }

  func useFiles(_ transcript: inout Transcript) {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: url) }
    transcript.attempt("fill") { try Tag.insert(contentsOf: ["a", "b", "c"].map { Tag($0) }) }
    transcript.attempt("written") { try Tag.save(to: url) }
    transcript.attempt("changed") {
      try Tag.delete("a")
      try Tag.updateAll { $0.weight = 1 }
      try Tag.create { $0.id = "d" }
    }
    transcript.note("read") { try Tag.load(from: url).description }
    transcript.note("read again") { try Tag.load(from: url).description }
    transcript.note("merged, refused") {
      try Tag.load(from: Self.tags, policy: .merge(onConflict: .fail)).description
    }
    transcript.note("merged") { try Tag.load(from: Self.tags, policy: .merge(onConflict: .ours)).description }
    transcript.note("appended, refused") { try Tag.load(from: Self.tags, policy: .append).description }
    transcript.note("appended") { try Project.load(from: Self.projects, policy: .append).description }
    transcript.note("as text") {
      try (Tag.order(by: \.id).all.string(as: .csv), Project.order(by: \.id).all.string(as: .csv))
    }
    transcript.note("imported") {
      let rows: [[String: AttributeValue]] = [["id": "e", "weight": "1.5"], ["id": "a"], ["weight": "x"]]
      let report = try Tag.importRows(rows)
      return (report.records, report.failures)
    }
    importByMapping(in: &transcript)
  }

  /// Imports rows whose parents are found and created, twice: the second time, they update the records.
  private func importByMapping(in transcript: inout Transcript) {
    transcript.attempt("a parent") { try Project.create { $0.name = "house" } }
    let mapping: ImportMapping<Todo> = [
      .column("Task", to: \.name), .parent("Project", \.project, by: \.name, missing: .create),
      .key(\.projectID, \.name),
    ]
    for priority in ["3", "4", "10"] {
      transcript.note("imported by a mapping") {
        let rows: [[String: AttributeValue]] = [
          ["Task": "paint", "Project": "house", "priority": .string(priority)], ["Task": "", "Project": "cellar"],
          ["Task": "dig", "Project": "garden"], ["Task": "dig", "Project": "garden"],
          ["Task": "mow", "Project": "garden"],
        ]
        let report = try Todo.importRows(rows, mapping: mapping)
        return (report.description, report.records, report.rows, report.updatedRows, report.failures)
      }
      noteAll(in: &transcript)
    }
  }
}
