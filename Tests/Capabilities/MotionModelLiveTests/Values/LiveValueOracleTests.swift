import MotionModel
import MotionModelLive
import MotionModelTestSupport
import Testing

/// Random finders and random commits: after each, a live value is what its finder answers, and was told of exactly that.
struct LiveValueOracleTests {
  @Test(arguments: 0..<shortened(40)) func `live values are those of their finders after each commit`(part: Int) throws
  {
    var random = TestSeed.generator(part)
    let store = Store(notificationCenter: nil)
    var commits = RandomCommits(TestSeed.generator(part + 1000), undoing: store)
    for _ in 0..<random.pick([0, 5, 40]) { try commits.commit(to: store) }
    var watched = (0..<8).map { _ in Self.randomWatched(in: store, using: &random) }
    for step in 0..<60 {
      try commits.commit(to: store)
      let faults = watched.flatMap(\.faults)
      try #require(faults.isEmpty, "seed \(TestSeed.current), part \(part), step \(step): \(faults)")
      if random.chance(20) { watched[random.number(0...7)] = Self.randomWatched(in: store, using: &random) }
    }
    watched = []
    #expect(store.liveRouter.count == 0)
  }

  @Test(arguments: 0..<20) func `values that nobody follows are right whenever they are read`(part: Int) throws {
    var random = TestSeed.generator(part + 4000)
    let store = Store(notificationCenter: nil)
    var commits = RandomCommits(TestSeed.generator(part + 5000), undoing: store)
    for _ in 0..<random.pick([0, 10]) { try commits.commit(to: store) }
    let finder = Finder<Todo>.random(in: store, using: &random)
    let values = [
      Self.isRight(finder, .count), Self.isRight(finder, .sum(\.priority)), Self.isRight(finder, .maximum(\.name)),
      Self.isRight(finder, .average(\.priority)), Self.isRight(finder.group(by: \.priority), .count),
      Self.isRight(finder.group(by: \.assignedTo), .minimum(\.name)),
    ]
    for step in 0..<80 {
      try commits.commit(to: store)
      if random.chance(70) { continue }
      for (number, isRight) in values.enumerated() where random.chance(70) {
        try #require(isRight(), "seed \(TestSeed.current), part \(part), step \(step), value \(number): \(finder)")
      }
    }
  }

  /// Returns a test whether a live aggregate, which is opened now, has the value of its finder.
  private static func isRight<Value: Equatable>(_ finder: Finder<Todo>, _ aggregate: Aggregate<Todo, Value>)
    -> () -> Bool
  {
    let live = finder.live(aggregate)
    return { live.value == finder.aggregate(aggregate) }
  }

  private static func isRight<Key, Value: Equatable>(
    _ groups: GroupedFinder<Todo, Key>, _ aggregate: Aggregate<Todo, Value>
  ) -> () -> Bool {
    let live = groups.live(aggregate)
    return { live.value == groups.aggregate(aggregate) }
  }

  private static func randomWatched(in store: Store, using random: inout SplitMix64) -> any WatchedLive {
    let finder = Finder<Todo>.random(in: store, using: &random)
    let direction = random.pick(OrderDirection.allCases)
    let nils = random.pick(NilOrder.allCases)
    switch random.number(0...15) {
    case 0, 1: return WatchedValue.record(random.number(1...12), of: store.table(Todo.self))
    case 2: return WatchedValue.aggregate(finder, .count, isSame: ==)
    case 3: return WatchedValue.aggregate(finder, .exists, isSame: ==)
    case 4: return WatchedValue.aggregate(finder, .sum(\.priority), isSame: ==)
    case 5: return WatchedValue.aggregate(finder, .average(\.priority), isSame: ==)
    case 6: return WatchedValue.aggregate(finder, .minimum(\.name), isSame: ==)
    case 7: return WatchedValue.aggregate(finder, .maximum(\.assignedTo), isSame: ==)
    case 8: return WatchedValue.groups(finder.group(by: \.assignedTo), .count, isSame: ==)
    case 9: return WatchedValue.groups(finder.group(by: \.priority), .maximum(\.name), isSame: ==)
    case 10: return WatchedValue.groups(finder.group(by: \.priority, \.name), .average(\.priority), isSame: ==)
    case 11: return WatchedValue.groups(finder.group { $0.name + "!" }, .sum(\.priority), isSame: ==)
    case 12:
      return WatchedValue.groups(finder.group(by: \.name).having(.count) { $0 > 1 }, .count, isSame: ==)
    case 13: return WatchedSections(finder, by: \.assignedTo, direction, nils: nils)
    case 14: return WatchedSections(finder, by: \.priority, direction, nils: nils)
    default: return WatchedSections(finder, by: \.name, direction, nils: nils)
    }
  }
}
