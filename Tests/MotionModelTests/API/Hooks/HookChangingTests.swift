import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

@Suite(.store) struct HookChangingTests {
  @Test(arguments: ["beforeValidation", "aroundSave", "beforeSave", "beforeCreate"])
  func `the changes of a hook before the write are stored and returned to the caller`(hook: String) throws {
    let probe = HookProbe([hook: { chore, _ in chore.priority = 7 }])
    var chore = Chore("Dishes")
    try probe.run { try chore.save() }
    #expect(chore.priority == 7 && Chore.all == [chore])
  }

  @Test func `the changes of an around hook after proceed are neither stored nor returned`() throws {
    let probe = HookProbe(["aroundSave ends": { chore, _ in chore.priority = 7 }])
    var chore = Chore("Dishes")
    try probe.run { try chore.save() }
    #expect(chore.priority == 0 && Chore.all == [chore])
  }

  @Test func `a hook may set the id of a new record, but not that of a stored one`() throws {
    let probe = HookProbe(["beforeSave": { chore, context in chore.id = context.operation == .create ? 40 : 41 }])
    var chore = Chore("Dishes")
    try probe.run { try chore.save() }
    #expect(chore.id == 40)
    let before = chore
    let refusal = probe.failure { try chore.update { $0.priority = 1 } }
    #expect(refusal as? StoreError == .readOnlyColumn(model: "Chore", column: "id", id: "40"))
    #expect(chore == before && Chore.all == [before])
    var other = Chore("Other")
    #expect(probe.failure { try other.save() } as? StoreError == .idTaken(model: "Chore", id: "40"))
    #expect(other == Chore("Other"))
  }

  @Test func `a hook sees the operation, the store and the record as it was stored`() throws {
    let seen = Collector<String>()
    let store = Store.current
    let look: HookProbe.Action = { chore, context in
      #expect(context.store === store && !context.isPreview)
      seen.add("\(context.operation) \(context.stored?.name ?? "nil") \(chore.name)")
    }
    try HookProbe(["beforeSave": look, "beforeDelete": look, "beforeDestroy": look]).run {
      var chore = try Chore.create { $0.name = "one" }
      try chore.update { $0.name = "two" }
      try chore.destroy()
      try Chore.create { $0.name = "three" }.delete()
    }
    #expect(
      seen.values == [
        "create nil one", "update one two", "destroy two two", "destroy two two", "create nil three",
        "delete three three",
      ])
  }

  @Test func `a hook can see that an operation is a preview`() throws {
    struct Undo: Error {}
    let seen = Collector<Bool>()
    let probe = HookProbe(["beforeSave": { _, context in seen.add(context.isPreview) }])
    try probe.run {
      try Store.current.inTransaction {
        #expect(throws: Undo.self) {
          try Store.current.inTransaction(isPreview: true) {
            try Chore.create { $0.name = "one" }
            throw Undo()
          }
        }
        try Chore.create { $0.name = "two" }
      }
    }
    #expect(seen.values == [true, false])
    #expect(!probe.log.values.contains { $0.hasPrefix("afterRollback") })
  }

  @Test func `a record that a hook writes again is returned as it is stored`() throws {
    let probe = HookProbe([
      "afterCreate": { chore, _ in try Chore.where(\.id == chore.id).updateAll { $0.priority += 1 } }
    ])
    var chore = Chore("Dishes")
    try probe.run { try chore.save() }
    #expect(chore.priority == 1 && Chore.all == [chore] && Store.current.commitCount == 1)
  }

  /// A model without hooks around its steps.
  private struct Errand: Model {
    @TaskLocal static var seen = Collector<Int>()
    var id = 0
    var steps = 0
    static let schema = Schema<Errand> { Column(\.steps) }
    static let hooks: Hooks<Errand> = [
      .afterCreate("count") { errand, _ in try Errand.where(\.id == errand.id).updateAll { $0.steps += 1 } },
      .afterSave("look") { errand, _ in Errand.seen.add(errand.steps) },
    ]
  }

  @Test func `a hook after saving has the record as a hook after creating has left it`() throws {
    let seen = Collector<Int>()
    let errand = try Errand.$seen.withValue(seen) { try Errand.create() }
    // The write of the hook runs the hook after saving, too.
    #expect(seen.values == [1, 1] && errand.steps == 1)
  }

  @Test func `a record that cannot be written is refused before any hook runs`() throws {
    var chore = try Chore.create { $0.name = "Dishes" }
    let probe = HookProbe()
    #expect(probe.failure { try chore.insert() } as? StoreError == .idTaken(model: "Chore", id: "1"))
    let snapshot = Store.current.snapshot().table(Chore.self)
    #expect(probe.failure { try snapshot.save(&chore) } as? StoreError == .readOnlyStore)
    try Chore.withoutHooks { _ = try chore.delete() }
    let gone = StoreError.recordGone(model: "Chore", id: "1")
    #expect(probe.failure { try chore.save() } as? StoreError == gone)
    #expect(probe.failure { try chore.increment(\.priority) } as? StoreError == gone)
    var new = Chore()
    #expect(probe.failure { try new.increment(\.priority) } as? StoreError == .notSaved(model: "Chore"))
    #expect(probe.log.values == [])
  }
}
