import MotionModel
import MotionModelTesting
import MotionModelTransactions

extension TestModels {
  /// Inserts many records, of which some have the keys of stored ones, by all policies.
  func insertByKeys(_ transcript: inout Transcript) {
    insertProjects(&transcript)
    insertTags(&transcript)
    insertTodos(&transcript)
  }

  /// By a unique column.
  private func insertProjects(_ transcript: inout Transcript) {
    func projects(_ names: String...) -> [Project] { names.map { Project($0) } }
    transcript.note("all new") {
      try described(Project.insert(contentsOf: projects("a", "b"), onConflict: .fail, on: \.name))
    }
    transcript.note("one stored") {
      try described(Project.insert(contentsOf: projects("c", "b"), onConflict: .fail, on: \.name))
    }
    transcript.note("ignored") {
      try described(Project.insert(contentsOf: projects("c", "b", "c"), onConflict: .ignore, on: \.name))
    }
    transcript.note("twice the same") { try described(Project.upsert(contentsOf: projects("d", "d"), on: \.name)) }
    transcript.note("replaced") { try described(Project.upsert(contentsOf: projects("a", "e"), on: \.name)) }
    transcript.note("undone") {
      try store.transaction { transaction in
        try Project.upsert(contentsOf: projects("f"), on: \.name)
        transaction.rollback()
      }
    }
    transcript.note("names") { try Project.order(by: \.id).pluck(\.name) }
  }

  /// By the id, which the records bring along.
  private func insertTags(_ transcript: inout Transcript) {
    func tags(_ weights: [(String, Double?)]) -> [Tag] {
      weights.map { id, weight in
        var tag = Tag(id)
        tag.weight = weight
        return tag
      }
    }
    transcript.note("tags") { try described(Tag.insert(contentsOf: tags([("x", 1), ("y", nil)]), onConflict: .fail)) }
    transcript.note("a taken id") {
      try described(Tag.insert(contentsOf: tags([("z", 1), ("x", 2)]), onConflict: .fail))
    }
    transcript.note("merged") {
      try described(Tag.insert(contentsOf: tags([("x", 2), ("y", 3), ("z", 4)]), onConflict: .merge(\.weight)))
    }
    transcript.note("the same again") { try described(Tag.upsert(contentsOf: tags([("x", 2), ("z", nil)]))) }
  }

  /// By two columns, of a model with rules and hooks.
  private func insertTodos(_ transcript: inout Transcript) {
    transcript.note("todos") {
      let project = try Project.require(1)
      let todos = [Todo("one", 1, in: project), Todo("two", 2, in: project)]
      return try described(Todo.insert(contentsOf: todos, onConflict: .fail, on: \.projectID, \.name))
    }
    transcript.note("merged by two columns") {
      let project = try Project.require(1)
      let todos = [Todo("two", 5, in: project), Todo("three", 3, in: project)]
      return try described(Todo.insert(contentsOf: todos, onConflict: .merge(\.priority), on: \.projectID, \.name))
    }
    transcript.note("halted") {
      let todos = [Todo("two", 10, in: try Project.require(1))]
      return try described(Todo.upsert(contentsOf: todos, on: \.projectID, \.name))
    }
    transcript.note("counted") { try Project.order(by: \.id).pluck(\.todoCount) }
  }

  private func described<Record: Model>(_ report: InsertReport<Record>) -> String {
    "\(report), \(report.outcomes.map(\.rawValue)), ids \(report.records.map { "\($0.id.attribute)" })"
  }
}
