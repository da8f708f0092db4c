import MotionModel
import MotionModelTesting
import MotionModelTransactions

/// A record with a required parent in which nothing changes with it.
struct TestBadge<Adapter: StorageAdapter>: Model, Equatable {
  var id = 0
  var projectID = 0

  struct Relations: ModelRelations { let project = BelongsTo<TestProject<Adapter>>(\.projectID, required: true) }

  init() {}
  init(of project: TestProject<Adapter>) { projectID = project.id }
}

private struct Mistake: Error {}

extension TestModels {
  typealias Badge = TestBadge<Adapter>

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
}
