import Foundation
import MotionModel
import MotionModelLive
import MotionModelTestSupport
import MotionModelTransactions
import Testing

/// Numbers of many kinds.
struct Reading: Model, Equatable {
  var id = 0
  var place = 0
  var small: Int8 = 0
  var large: UInt64 = 0
  var value = 0.0
  var share: Float?
  var price = Decimal(0)
  var twice: Int { Int(small) * 2 }

  static let schema = Schema<Reading> {
    Column(\.place)
    Column(\.small)
    Column(\.large)
    Column(\.value)
    Column(\.share)
    Column(\.price)
  }

  init() {}

  init(small: Int8 = 0, value: Double = 0) { (self.small, self.value) = (small, value) }
}

@Suite(.ownStore)
struct LiveAggregateTests {
  @Test func `several aggregates are kept together`() throws {
    let live = Todo.live(.count, .sum(\.priority), .maximum(\.name))
    try Todo.create(Todo("a", priority: 3))
    try Todo.create(Todo("b", priority: 4))
    #expect(live.value == (2, 7, "b"))
    let told = Collector<String>()
    let observation = live.onChange { told.add("\($0.before) \($0.after)") }
    try Todo.where(\.name).eq("b").deleteAll()
    try Project.create { $0.name = "House" }
    #expect(told.values == [#"(2, 7, Optional("b")) (1, 3, Optional("a"))"#])
    withExtendedLifetime(observation) {}
  }

  @Test(arguments: 0..<20) func `sums, means and extremes of numbers are those of the numbers that are there`(part: Int)
    throws
  {
    var random = TestSeed.generator(part)
    let readings = Store.current.table(Reading.self)
    let (small, large) = (readings.live(.average(\.small)), readings.live(.sum(\.large)))
    let (value, share, price) = (
      readings.live(.sum(\.value)), readings.live(.sum(\.share)), readings.live(.sum(\.price))
    )
    let (least, most) = (readings.live(.minimum(\.value)), readings.live(.maximum(\.share)))
    let mean = readings.live(.average(\.value))
    for _ in 0..<60 {
      try Store.current.transaction {
        for _ in 0..<random.number(1...4) {
          if random.chance(40), let id = random.pickAny(readings.records.ids) {
            try readings.delete(id)
            continue
          }
          var reading = Reading(small: Int8(random.number(-128...127)))
          reading.large = UInt64(random.number(0...Int.max / 100))
          reading.value =
            random.pick([1, -1]) * Double(random.number(0...1000)) * pow(10, Double(random.number(-20...20)))
          if random.chance(3) { reading.value = random.pick([.nan, .infinity, -.infinity, 1e308, -1e308]) }
          reading.share = random.chance(30) ? nil : Float(random.number(0...1000)) / 8
          reading.price = Decimal(random.number(-100_000...100_000)) / 100
          try readings.insert(&reading)
        }
      }
      let all = readings.records.all
      #expect(small.value == readings.records.average(\.small))
      #expect(large.value == all.reduce(0) { $0 + $1.large })
      #expect(price.value == all.reduce(0) { $0 + $1.price })
      #expect(share.value == all.reduce(0) { $0 + ($1.share ?? 0) })
      let exact = Self.exactSum(all.map(\.value))
      func text(_ number: Double?) -> String { number?.isNaN == true ? "NaN" : "\(number ?? 0)" }
      #expect(text(value.value) == text(exact), "seed \(TestSeed.current), part \(part)")
      #expect(text(mean.value) == text(all.isEmpty ? nil : exact / Double(all.count)))
      #expect(least.value == readings.records.minimum(\.value))
      #expect(most.value == readings.records.maximum(\.share))
    }
  }

  /// The rounded sum of numbers, by sums that do not overlap: what an addition loses is kept as another one.
  private static func exactSum(_ numbers: [Double]) -> Double {
    if numbers.contains(where: { !$0.isFinite }) { return numbers.filter { !$0.isFinite }.reduce(0, +) }
    var partials: [Double] = []
    for number in numbers {
      // A quarter, so that no sum is too large.
      var (rest, kept) = (number / 4, [Double]())
      for partial in partials {
        let (large, small) = abs(rest) < abs(partial) ? (partial, rest) : (rest, partial)
        let sum = large + small
        let lost = small - (sum - large)
        if lost != 0 { kept.append(lost) }
        rest = sum
      }
      partials = kept + [rest]
    }
    // From the largest on. What is lost last may be a tie, which the next one decides.
    var sum = 0.0
    while let next = partials.popLast() {
      let before = sum
      sum = before + next
      let lost = next - (sum - before)
      if lost != 0 {
        if let further = partials.last, (lost < 0) == (further < 0) {
          let doubled = lost * 2
          let other = sum + doubled
          if doubled == other - sum { sum = other }
        }
        break
      }
    }
    return sum * 4
  }

  @Test func `a sum may pass its type's bounds between two commits`() throws {
    let live = Reading.live(.sum(\.small))
    var first = try Reading.create(Reading(small: 100))
    try Store.current.transaction {
      try Reading.create(Reading(small: 120))
      first.small = -100
      try first.save()
    }
    #expect(live.value == 20)
  }

  @Test func `nobody is told of a sum that its type cannot hold`() throws {
    let sum = Reading.live(.sum(\.small))
    let both = Reading.live(.count, .sum(\.small))
    let groups = Reading.group(by: \.value).live(.sum(\.small))
    let told = Collector<String>()
    let observations = [
      sum.onChange { told.add("\($0.before) \($0.after)") },
      both.onChange { told.add("\($0.before) \($0.after)") },
      groups.onChange {
        told.add("\($0.insertions) \($0.updates.mapValues { "\($0.before) \($0.after)" }) \($0.deletions)")
      },
    ]
    var first = try Reading.create(Reading(small: 100))
    let second = try Reading.create(Reading(small: 90))
    first.small = 120
    try first.save()
    try second.delete()
    #expect(sum.value == 120 && both.value == (1, 120) && groups.value == [0: 120])
    #expect(
      told.values == [
        "0 100", "(0, 0) (1, 100)", "[0.0: 100] [:] [:]",  // the first
        "100 120", "(1, 100) (1, 120)", "[:] [0.0: \"100 120\"] [:]",  // once the second is gone
      ])
    for observation in observations { observation.cancel() }
  }

  @Test func `a group with a sum that its type cannot hold may come and go`() throws {
    let groups = Reading.group(by: \.value).live(.sum(\.small))
    let told = Collector<Int>()
    let observation = groups.onChange { told.add($0.insertions.count, $0.updates.count, $0.deletions.count) }
    try Reading.insert(contentsOf: [Reading(small: 100), Reading(small: 100)])
    #expect(told.values == [])
    try Reading.deleteAll()
    #expect(groups.value == [:] && told.values == [])
    try Reading.insert(contentsOf: [Reading(small: 100), Reading(small: 1)])
    #expect(groups.value == [0: 101] && told.values == [1, 0, 0])
    observation.cancel()
  }

  #if os(macOS) || os(Linux)
    @Test func `reading a sum that its type cannot hold traps`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let live = Reading.live(.sum(\.small))
        try Reading.create(Reading(small: 100))
        try Reading.create(Reading(small: 100))
        guard Reading.count == 2 else { return }
        print(live.value)
      }
      expectSentence(
        "The live sum of \\Reading.small is 200, which Int8 cannot hold: sum a property of a wider type.", result)
    }

    @Test func `reading groups of which one has a sum that its type cannot hold traps`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let live = Reading.group(by: \.value).live(.count, .sum(\.small))
        try Reading.insert(contentsOf: [Reading(small: -100), Reading(small: -100), Reading(value: 1)])
        print(live.value)
      }
      expectSentence(
        "The live sum of \\Reading.small is -200, which Int8 cannot hold: sum a property of a wider type.", result)
    }
  #endif

  @Test func `values that are not numbers are told once`() throws {
    let live = Reading.live(.sum(\.value))
    let told = Collector<String>()
    let observation = live.onChange { told.add("\($0.before) \($0.after)") }
    let reading = try Reading.create(Reading(value: .nan))
    try Reading.create(Reading(value: 1))
    try reading.delete()
    #expect(told.values == ["0.0 nan", "nan 1.0"])
    withExtendedLifetime(observation) {}
  }

  @Test func `a computed property is computed again`() throws {
    let live = Reading.live(.sum(\.twice))
    try Reading.create(Reading(small: 3))
    #expect(live.value == 6)
    #expect(live.plan != .followsChanges)
  }

  @Test func `a finder's aggregate is that of its window`() throws {
    let live = Todo.order(by: \.priority, .descending).offset(1).limit(2).live(.sum(\.priority))
    try Store.current.table(Todo.self).insert(contentsOf: [1, 5, 3, 4].map { Todo("", priority: $0) })
    #expect(live.value == 7)
    try Todo.where(\.priority == 5).deleteAll()
    #expect(live.value == 4)
    #expect(live.plan == .followsChanges)
  }

  @Test func `a commit that a condition excludes is not examined`() throws {
    let live = (0..<100).map { Todo.where(\.projectID == $0).live(.count) }
    let before = Store.current.liveRouter.statistics
    try Todo.create { $0.projectID = 7 }
    let after = Store.current.liveRouter.statistics
    #expect((after.asked - before.asked, after.changes - before.changes) == (1, 1))
    #expect(live.map(\.value) == (0..<100).map { $0 == 7 ? 1 : 0 })
  }
}
