import MotionModel
import MotionModelTestSupport
import Testing

private struct Traced: Model {
  var id = 0
  var name = ""

  static let schema = Schema<Traced> { Column(\.name) }

  static let hooks: Hooks<Traced> = [
    .afterSave("tell") { _, _ in },
    .beforeSave("trim") { _, _ in },
    .aroundSave("outer") { try $2(&$0) },
    .aroundSave("inner") { try $2(&$0) },
    .beforeCreate("number") { _, _ in },
    .aroundUpdate("time") { try $2(&$0) },
    .beforeDelete("lock") { _, _ in },
    .afterDestroy { _, _ in },
    .beforeCommit("audit") { _, _ in },
    .afterCommit("mail") { _, _ in },
  ]
}

private struct Audit: Middleware {}

@Suite(.ownStore) struct HooksDescriptionTests {
  @Test func `the order of a model's hooks can be printed`() {
    #expect(
      Traced.hooks.description == """
        create Traced
          1. aroundSave "outer" begins
          2. aroundSave "inner" begins
          3. beforeSave "trim"
          4. beforeCreate "number"
          5. the record is written
          6. afterSave "tell"
          7. aroundSave "inner" ends
          8. aroundSave "outer" ends
          9. beforeCommit "audit"
          10. commit
          11. afterCommit "mail"
        update Traced
          1. aroundSave "outer" begins
          2. aroundSave "inner" begins
          3. beforeSave "trim"
          4. aroundUpdate "time" begins
          5. the record is written
          6. aroundUpdate "time" ends
          7. afterSave "tell"
          8. aroundSave "inner" ends
          9. aroundSave "outer" ends
          10. beforeCommit "audit"
          11. commit
          12. afterCommit "mail"
        delete Traced
          1. beforeDelete "lock"
          2. the record is deleted
          3. beforeCommit "audit"
          4. commit
          5. afterCommit "mail"
        destroy Traced
          1. its dependent records are destroyed, deleted or changed
          2. beforeDelete "lock"
          3. the record is deleted
          4. afterDestroy (MotionModelTests/HooksDescriptionTests.swift:19)
          5. beforeCommit "audit"
          6. commit
          7. afterCommit "mail"
        load Traced
          1. the record is read from a file
          2. commit
          3. afterCommit "mail"
        """)
  }

  @Test func `the list of hooks can be inspected`() {
    #expect(Traced.hooks.list.map(\.kind).prefix(2) == [.after(.save), .before(.save)])
    #expect(Traced.hooks.list[0].name == "tell" && Traced.hooks.list[7].name == nil)
    #expect(!Traced.hooks.isEmpty && Todo.hooks.isEmpty && Todo.hooks.list.isEmpty)
    #expect(Todo.hooks.steps(of: .delete) == ["the record is deleted", "commit"])
  }

  @Test func `the steps show the middleware of a store`() {
    Store.current.use(Audit())
    #expect(
      Traced.hooks.steps(of: .delete, in: Store.current) == [
        "the middleware Audit, before delete", "beforeDelete \"lock\"", "the record is deleted",
        "the middleware Audit, after delete", "beforeCommit \"audit\"", "commit", "afterCommit \"mail\"",
        "the middleware Audit, after the commit",
      ])
  }

  @Test(arguments: [HookOperation.create, .update, .destroy])
  func `the described steps are those that run`(operation: HookOperation) throws {
    var chore = try Chore.create { $0.name = "Dishes" }
    let probe = HookProbe()
    try probe.run {
      switch operation {
      case .create: _ = try Chore.create { $0.name = "Other" }
      case .update: try chore.update { $0.priority = 1 }
      default: try chore.destroy()
      }
    }
    func isHook(_ step: String) -> Bool {
      ["before", "after", "around"].contains(where: step.hasPrefix) || step == "the save check"
    }
    let steps = Chore.hooks.steps(of: operation).filter(isHook).map { step in
      let name = step == "the save check" ? "saveCheck" : String(step.prefix { $0 != " " })
      return step.hasSuffix(" ends") ? name + " ends" : name
    }
    let run = probe.log.values.map { entry in
      entry.split(separator: " ").prefix(entry.contains(" ends ") ? 2 : 1).joined(separator: " ")
    }
    #expect(steps == run)
  }
}
