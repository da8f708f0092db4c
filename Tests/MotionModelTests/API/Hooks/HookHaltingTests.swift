import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

@Suite(.store) struct HookHaltingTests {
  private struct Stop: Error {}

  private static let saving = [
    "beforeValidation", "saveCheck", "afterValidation", "aroundSave", "beforeSave", "beforeUpdate", "afterUpdate",
    "afterSave", "aroundSave ends",
  ]
  private static let destroying = [
    "aroundDestroy", "beforeDestroy", "aroundDelete", "beforeDelete", "afterDelete", "aroundDelete ends",
    "afterDestroy", "aroundDestroy ends",
  ]

  @Test(arguments: saving)
  func `whichever hook of a save throws, the caller gets the error and nothing is changed`(hook: String) throws {
    var chore = try Chore.create { $0.name = "Dishes" }
    let before = chore
    let write: HookProbe.Action = { chore, _ in
      try Project.create()
      chore.priority = 8
      if hook == "beforeValidation" { throw Stop() }
    }
    let stop: HookProbe.Action = { _, _ in throw Stop() }
    let probe = HookProbe(["beforeValidation": write].merging([hook: stop]) { first, _ in first })
    expectNoChanges { #expect(probe.failure { try chore.save() } is Stop) }
    #expect(chore == before && Store.current.commitCount == 1)
  }

  @Test(arguments: destroying)
  func `whichever hook of a destroy throws, the record stays`(hook: String) throws {
    let chore = try Chore.create { $0.name = "Dishes" }
    let probe = HookProbe([
      hook: { _, _ in
        try Project.create()
        throw Stop()
      }
    ])
    expectNoChanges { #expect(probe.failure { try chore.destroy() } is Stop) }
    #expect(Store.current.commitCount == 1)
  }

  @Test func `a hook halts with a reason that reaches the caller`() throws {
    let chore = try Chore.create { $0.name = "Dishes" }
    let probe = HookProbe(["beforeDelete": { _, context in throw context.halt("The chore is locked.") }])
    let error = try #require(probe.failure { try chore.delete() } as? StoreError)
    guard case .halted("Chore", "1", .delete, let hook, "The chore is locked.") = error else {
      Issue.record("another error: \(error)")
      return
    }
    #expect(hook.hasPrefix("beforeDelete (MotionModelTests/Chore.swift:"))
    #expect(error.description == "Chore 1 cannot be deleted, because \(hook) says: The chore is locked.")
  }

  @Test func `the message of a halt names the operation and the record`() {
    func sentence(_ id: String?, _ operation: HookOperation) -> String {
      StoreError.halted(model: "Todo", id: id, operation: operation, hook: "beforeSave \"lock\"", reason: "No.")
        .localizedDescription
    }
    #expect(sentence(nil, .create) == "The Todo cannot be created, because beforeSave \"lock\" says: No.")
    #expect(sentence("3", .update) == "Todo 3 cannot be updated, because beforeSave \"lock\" says: No.")
    #expect(sentence("3", .destroy) == "Todo 3 cannot be destroyed, because beforeSave \"lock\" says: No.")
    #expect(sentence("3", .load) == "Todo 3 cannot be loaded, because beforeSave \"lock\" says: No.")
  }

  @Test func `a halt inside a hook undoes only the inner save when the hook catches it`() throws {
    let probe = HookProbe([
      "beforeSave": { chore, context in
        if chore.name == "inner" { throw context.halt("No.") }
        if chore.name == "outer" {
          #expect(throws: StoreError.self) { try Chore.create { $0.name = "inner" } }
        }
      }
    ])
    try probe.run { _ = try Chore.create { $0.name = "outer" } }
    #expect(Chore.pluck(\.name) == ["outer"])
  }

  @Test func `hooks that save recursively without end are refused`() throws {
    let probe = HookProbe(["beforeSave": { chore, _ in try chore.save() }])
    var chore = Chore("Dishes")
    #expect(probe.failure { try chore.save() } as? StoreError == .endlessHooks(model: "Chore", depth: 32))
    #expect(chore == Chore("Dishes") && Chore.isEmpty && Store.current.commitCount == 0)
    try chore.save()
    #expect(Chore.all == [chore])
  }

  @Test func `a refusal by the store undoes the writes of hooks`() throws {
    try Chore.create { $0.name = "Dishes" }
    let probe = HookProbe(["beforeCreate": { _, _ in try Project.create() }])
    let error = probe.failure { try Chore.create { $0.name = "Dishes" } }
    #expect(error as? StoreError == .notUnique(model: "Chore", columns: ["name"], id: "1"))
    #expect(Project.isEmpty && Chore.count == 1)
  }
}
