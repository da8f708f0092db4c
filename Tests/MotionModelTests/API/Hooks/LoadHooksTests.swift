import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

@Suite(.store, .temporaryFolder) struct LoadHooksTests {
  @Test func `a hook may change a record that is read from a file`() throws {
    let file = TemporaryFolder.current.appending(path: "chores.json")
    try Chore.insert(contentsOf: [Chore("one"), Chore("two")])
    try Chore.save(to: file)
    try Chore.where(\.name == "two").updateAll { $0.priority = 3 }
    let probe = HookProbe([
      "afterLoad": { chore, context in
        #expect(context.operation == .load && context.stored?.name == chore.name)
        chore.priority += 10
        try Project.create { [name = chore.name] in $0.name = name }
      }
    ])
    let changeset = try probe.run { try Chore.load(from: file).changes }
    #expect(Chore.pluck(\.priority) == [10, 10] && Project.count == 2)
    #expect(changeset.id == Store.current.commitCount && changeset.count == 4)
    #expect(probe.log.values.filter { !$0.hasPrefix("afterCommit") } == ["afterLoad 1", "afterLoad 2"])
  }

  @Test func `a hook that throws or changes the id leaves the store unchanged`() throws {
    struct Stop: Error {}
    let file = TemporaryFolder.current.appending(path: "chores.json")
    try Chore.create { $0.name = "one" }
    try Store.current.save(to: file)
    try Chore.deleteAll()
    #expect(throws: Stop.self) {
      try HookProbe(["afterLoad": { _, _ in throw Stop() }]).run { _ = try Store.current.load(from: file) }
    }
    #expect(throws: StoreError.readOnlyColumn(model: "Chore", column: "id", id: "1")) {
      try HookProbe(["afterLoad": { chore, _ in chore.id = 9 }]).run { _ = try Store.current.load(from: file) }
    }
    #expect(Chore.isEmpty)
    try Chore.withoutHooks { _ = try Store.current.load(from: file) }
    #expect(Chore.count == 1)
  }
}
