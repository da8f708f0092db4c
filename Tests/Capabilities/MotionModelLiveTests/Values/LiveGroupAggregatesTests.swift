import MotionModel
import MotionModelLive
import MotionModelTestSupport
import MotionModelTransactions
import Testing

@Suite(.ownStore)
struct LiveGroupAggregatesTests {
  @Test func `a change says which groups came, went and changed`() throws {
    try Store.current.table(Todo.self).insert(contentsOf: [
      Todo("a", priority: 1), Todo("b", priority: 1), Todo("c", priority: 2),
    ])
    let live = Todo.group(by: \.priority).live(.count)
    let changes = Collector<LiveGroupsChange<Int, Int>>()
    let observation = live.onChange { changes.add($0) }
    try Store.current.transaction {
      _ = try Todo.where(\.name).eq("b").updateAll { $0.priority = 3 }
      _ = try Todo.where(\.name).eq("c").deleteAll()
    }
    let change = try #require(changes.values.first)
    #expect(change.insertions == [3: 1])
    #expect(change.deletions == [2: 1])
    #expect(change.updates.mapValues { [$0.before, $0.after] } == [1: [2, 1]])
    _ = try Todo.where(\.name).eq("b").updateAll { $0.location = "Yard" }
    #expect(changes.values.count == 1)
    #expect(live.value == [1: 1, 3: 1])
    withExtendedLifetime(observation) {}
  }

  @Test func `several aggregates of each group are kept together`() throws {
    let live = Todo.group(by: \.assignedTo).live(.count, .maximum(\.priority))
    try Todo.create(Todo("a", priority: 3, assignedTo: "bob"))
    try Todo.create(Todo("b", priority: 4))
    #expect(live.value.mapValues { "\($0)" } == ["bob": "(1, Optional(3))", nil: "(1, Optional(4))"])
  }

  @Test func `records whose key does not equal itself are groups of their own`() throws {
    let live = Reading.group(by: \.value).live(.sum(\.small))
    let told = Collector<Int>()
    let observation = live.onChange { told.add($0.insertions.count, $0.deletions.count) }
    var readings = [Reading(small: 1, value: .nan), Reading(small: 2, value: .nan), Reading(small: 3, value: 1)]
    for index in readings.indices { try readings[index].save() }
    #expect(live.value.values.sorted() == [1, 2, 3])
    try readings[0].delete()
    #expect(live.value.values.sorted() == [2, 3])
    #expect(told.values == [1, 0, 1, 0, 1, 0, 0, 1])
    withExtendedLifetime(observation) {}
  }

  @Test(arguments: [false, true]) func `a sum of groups that are computed again is not told either if it does not fit`(
    isRestricted: Bool
  ) throws {
    let groups =
      isRestricted
      ? Reading.group(by: \.value).having(.count) { $0 > 0 }
      : Reading.records.group(by: { (reading: Reading) in reading.value })
    let live = groups.live(.sum(\.small))
    #expect(live.plan != .followsChanges)
    let told = Collector<String>()
    let observation = live.onChange { change in
      told.add("\(change.insertions) \(change.deletions) \(change.updates.mapValues { "\($0.before) \($0.after)" })")
    }
    try Reading.create(Reading(small: 100))
    let second = try Reading.create(Reading(small: 100))
    try Reading.create(Reading(small: 5, value: 1))
    try second.delete()
    try Reading.where(\.value == 1).deleteAll()
    #expect(live.value == [0: 100])
    #expect(told.values == ["[0.0: 100] [:] [:]", "[1.0: 5] [:] [:]", "[:] [1.0: 5] [:]"])
    observation.cancel()
  }
}
