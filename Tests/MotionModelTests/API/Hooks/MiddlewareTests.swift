import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

/// Logs its calls, and halts at one step.
private struct Recorder: Middleware {
  let name: String
  let log: Collector<String>
  var stops: String?

  func before<Record: Model>(_ step: HookStep, _ record: inout Record, _ context: HookContext<Record>) throws {
    log.add("\(name) before \(step) of \(Record.schema.modelName)")
    if stops == "before \(step)" { throw context.halt("No.") }
  }

  func after<Record: Model>(_ step: HookStep, _ record: Record, _ context: HookContext<Record>) throws {
    log.add("\(name) after \(step) of \(Record.schema.modelName)")
    if stops == "after \(step)" { throw context.halt("No.") }
  }

  func afterCommit(_ changeset: Changeset, in store: Store) { log.add("\(name) commit \(changeset)") }
  func afterRollback(_ changeset: Changeset, in store: Store) { log.add("\(name) rollback \(changeset)") }
}

private struct Silent: Middleware {}

@Suite(.store) struct MiddlewareTests {
  private let log = Collector<String>()

  @Test func `middleware runs around the saves of all models`() throws {
    Store.current.use(Recorder(name: "outer", log: log))
    Store.current.use(Recorder(name: "inner", log: log))
    Store.current.use(Silent())
    try Project.create { $0.name = "House" }
    #expect(
      log.values == [
        "outer before validation of Project", "inner before validation of Project", "inner after validation of Project",
        "outer after validation of Project", "outer before save of Project", "inner before save of Project",
        "outer before create of Project", "inner before create of Project", "inner after create of Project",
        "outer after create of Project", "inner after save of Project", "outer after save of Project",
        "inner commit Project: 1 inserted", "outer commit Project: 1 inserted",
      ])
  }

  @Test func `middleware runs outside the hooks of the model`() throws {
    Store.current.use(Recorder(name: "store", log: log))
    let add: HookProbe.Action = { [log] _, context in log.add("model \(context.operation)") }
    try HookProbe(["beforeCreate": add, "afterCreate": add]).run { _ = try Chore.create() }
    let create = log.values.filter { $0.contains("create") }
    #expect(create == ["store before create of Chore", "model create", "model create", "store after create of Chore"])
  }

  @Test(arguments: ["before save", "after save", "before create"])
  func `middleware that throws undoes the operation`(step: String) throws {
    Store.current.use(Recorder(name: "store", log: log, stops: step))
    #expect(
      throws: StoreError.halted(
        model: "Project", id: nil, operation: .create, hook: "the middleware Recorder", reason: "No.")
    ) { try Project.create() }
    #expect(Project.isEmpty)
    #expect((log.values.last == "store rollback Project: 1 inserted") == (step == "after save"))
  }

  @Test func `middleware belongs to its store`() throws {
    Store.current.use(Recorder(name: "store", log: log))
    try Store.with(Store()) { _ = try Project.create() }
    #expect(log.values == [])
    #expect(throws: StoreError.readOnlyStore) {
      try Store.with(Store.current.snapshot()) { _ = try Project.create() }
    }
    #expect(log.values == [])
  }

  @Test func `middleware runs when records are deleted and destroyed`() throws {
    let project = try Project.create()
    Store.current.use(Recorder(name: "store", log: log))
    try project.destroy()
    #expect(
      log.values == [
        "store before destroy of Project", "store before delete of Project", "store after delete of Project",
        "store after destroy of Project", "store commit Project: 1 deleted",
      ])
  }
}
