import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

@Suite(.store) struct HookOrderTests {
  @Test func `the steps of a first save are in order`() throws {
    let probe = HookProbe()
    try probe.run { _ = try Chore.create { $0.name = "Dishes" } }
    #expect(
      probe.log.values == [
        "beforeValidation 0", "saveCheck 0", "afterValidation 0", "aroundSave 0", "beforeSave 0", "aroundCreate 0",
        "beforeCreate 0", "afterCreate 1", "aroundCreate ends 1", "afterSave 1", "aroundSave ends 1", "beforeCommit 1",
        "afterCommit 1 insert",
      ])
  }

  @Test func `the steps of a later save are in order`() throws {
    var chore = try Chore.create { $0.name = "Dishes" }
    let probe = HookProbe()
    try probe.run { try chore.update { $0.priority = 1 } }
    #expect(
      probe.log.values == [
        "beforeValidation 1", "saveCheck 1", "afterValidation 1", "aroundSave 1", "beforeSave 1", "aroundUpdate 1",
        "beforeUpdate 1", "afterUpdate 1", "aroundUpdate ends 1", "afterSave 1", "aroundSave ends 1", "beforeCommit 1",
        "afterCommit 1 update",
      ])
  }

  @Test func `a save that changes nothing ends after the hooks before it`() throws {
    var chore = try Chore.create { $0.name = "Dishes" }
    let probe = HookProbe()
    try probe.run { try chore.save() }
    #expect(
      probe.log.values == [
        "beforeValidation 1", "saveCheck 1", "afterValidation 1", "aroundSave 1", "beforeSave 1", "aroundUpdate 1",
        "beforeUpdate 1", "aroundUpdate ends 1", "aroundSave ends 1",
      ])
    #expect(Store.current.commitCount == 1)
  }

  @Test func `the steps of a delete are in order`() throws {
    let chore = try Chore.create { $0.name = "Dishes" }
    let probe = HookProbe()
    #expect(try probe.run { try chore.delete() })
    #expect(
      probe.log.values == [
        "aroundDelete 1", "beforeDelete 1", "afterDelete 1", "aroundDelete ends 1", "beforeCommit 1",
        "afterCommit 1 delete",
      ])
    #expect(try !probe.run { try chore.delete() })
    #expect(probe.log.values.count == 6)
  }

  @Test func `the steps of a destroy are in order`() throws {
    let chore = try Chore.create { $0.name = "Dishes" }
    let probe = HookProbe()
    #expect(try probe.run { try chore.destroy() })
    #expect(
      probe.log.values == [
        "aroundDestroy 1", "beforeDestroy 1", "aroundDelete 1", "beforeDelete 1", "afterDelete 1",
        "aroundDelete ends 1", "afterDestroy 1", "aroundDestroy ends 1", "beforeCommit 1", "afterCommit 1 delete",
      ])
    #expect(try !probe.run { try chore.destroy() })
    #expect(probe.log.values.count == 10)
  }
}
