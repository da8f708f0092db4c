import MotionModel
import MotionModelTesting
import MotionModelTransactions

extension TestModels {
  /// Finds single records, and saves, restores and touches them.
  func useSingleRecords(_ transcript: inout Transcript) {
    transcript.note("none") { try Notice.sole() }
    transcript.note("notices") {
      let levels = [3, 1, 2, 1, 5]
      return try Notice.insert(contentsOf: levels.enumerated().map { Notice("n\($0)", $1, isOld: $0 == 3) })
    }
    findSingleRecords(&transcript)
    changeSingleRecords(&transcript)
    touchSingleRecords(&transcript)
    transcript.note("all that are not old") {
      try (Notice.updateAll { $0.level += 10 }, Notice.where(\.level > 13).deleteAll())
    }
    transcript.note("in the end") { try Notice.unscoped().order(by: \.id).all }
  }

  private func findSingleRecords(_ transcript: inout Transcript) {
    transcript.note("the default scope") {
      try (
        Notice.count, Notice.order(by: \.level).ids, Notice.where(\.level == 1).ids,
        Notice.where(\.level == 1).or(\.level == 2).ids, Notice.find(4)?.isOld, store.table(Notice.self).records.count
      )
    }
    transcript.note("without it") {
      try (Notice.unscoped().count, Notice.where(\.level == 1).unscoped().ids, Notice.unscoped().pluck(\.level))
    }
    transcript.note("only one") { try Notice.where(\.level == 1).sole() }
    transcript.note("several") { try Notice.sole() }
    transcript.note("picked") {
      let highest = Notice.order(by: \.level, .descending)
      return try (highest.pick(\.text), highest.pick(\.text, \.level), Notice.where(\.level == 77).pick(\.text))
    }
    transcript.note("many") { try (Notice.limit(2).count > 1, Notice.where(\.level == 1).limit(2).count > 1) }
    transcript.note("in a list") { try Notice.order(by: \.level, in: [2, 1]).order(by: \.text, .descending).ids }
    transcript.note("taken back") { try Notice.where(\.level == 1 && \.text == "n0").without(\.level).ids }
    transcript.note("with a scope") {
      try Notice.where(\.level > 1).and(Notice.order(by: \.text, .descending).limit(2)).ids
    }
    transcript.note("completed") { try (Notice.create { $0.level = 4 }.text, Notice.where(\.level == 6).firstOrNew()) }
  }

  private func changeSingleRecords(_ transcript: inout Transcript) {
    transcript.note("restored") {
      var notice = try Notice.require(1)
      (notice.text, notice.level) = ("changed", 8)
      try notice.restore(\.text)
      return notice
    }
    transcript.note("saved, and what was changed") {
      var notice = try Notice.require(1)
      notice.level = 8
      let change = try notice.saveReturningChange()
      let again = try notice.saveReturningChange()
      return (change?.old, change?.new, change?.columns.map(\.column), again == nil)
    }
    transcript.note("created, and what was changed") {
      var notice = Notice("last", 0)
      let change = try notice.saveReturningChange()
      return (change?.kind, change?.old, change?.new == notice)
    }
    transcript.note("refused at the commit") {
      var notice = try Notice.require(1)
      try store.transaction {
        try Notice.create { $0.level = 7 }
        try notice.update { $0.level = 99 }
      }
    }
    transcript.note("added, taken away and switched, with rules and hooks") {
      let project = try Project.create { $0.name = "sums" }
      var todo = try project.todos.create { $0.name = "one" }
      try todo.increment(\.priority, by: 3)
      try todo.decrement(\.priority)
      try todo.toggle(\.isDone)
      let stored = try Todo.require(todo.id)
      try project.destroy()
      return (todo, stored)
    }
    transcript.note("more at the commit") {
      var notice = try Notice.require(1)
      try notice.update { $0.level = 50 }
      return try (notice, Tag.order(by: \.id).ids)
    }
  }

  private func touchSingleRecords(_ transcript: inout Transcript) {
    transcript.note("touched") {
      var notice = try Notice.require(2)
      notice.text = "not saved"
      try notice.touch()
      return try (notice, Notice.require(2), Tag.order(by: \.id).ids)
    }
    transcript.note("nothing touched") {
      var notice = Notice("x", 1)
      try notice.touch()
    }
    transcript.note("children") {
      let project = try Project.create { $0.name = "a" }
      var todo = try project.todos.create { $0.name = "one" }
      let before = try Project.require(project.id)
      try store.withoutTouching(Project.self) {
        try todo.update { $0.priority = 3 }
        try project.todos.create { $0.name = "two" }
      }
      let after = try Project.require(project.id)
      try todo.update { $0.priority = 4 }
      let touched = try Project.require(project.id)
      return (before.updatedAt == after.updatedAt, after.todoCount, after.updatedAt == touched.updatedAt)
    }
  }
}
