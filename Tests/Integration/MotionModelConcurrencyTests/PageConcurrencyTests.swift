@testable import MotionModel
import MotionModelTestSupport
import Testing

@Suite struct PageConcurrencyTests {
  @Test func `threads that make the same pages find the same, while a thread writes`() throws {
    let store = Store(notificationCenter: nil)
    store.pageRule = .byUse
    store.packedColumnLimit = 60_000
    var random = TestSeed.generator(2_400)
    try store.table(Parcel.self).insert(contentsOf: (0..<4_000).map { _ in Parcel.random(&random) })
    let wrong = Collector<String>()
    onThreads(4) { thread in
      var random = TestSeed.generator(2_410 + thread)
      for step in 0..<60 {
        if thread == 0 {
          Self.write(store, &random)
          if step % 20 == 19 { store.packedColumnLimit = 60_000 - step }
        } else if let text = Self.difference(in: store.snapshot(), &random) {
          wrong.add(text)
        }
      }
    }
    #expect(wrong.values.isEmpty, "seed \(TestSeed.current)")
  }

  private static func write(_ store: Store, _ random: inout SplitMix64) {
    let table = store.table(Parcel.self)
    let first = random.number(1...3_900)
    _ = try? table.records.where(\.id >= first && \.id < first + 60).updateAll {
      ($0.shelf, $0.rank) = ($0.shelf + 1, nil)
    }
  }

  /// Returns a description of a wrong result; nil if the result is right.
  private static func difference(in snapshot: Store, _ random: inout SplitMix64) -> String? {
    let (shelf, rank) = (random.number(0...9), random.number(0...5))
    let table = snapshot.table(Parcel.self)
    let finder = random.chance(50) ? table.records.where(\.shelf < shelf) : table.records.where(\.rank == rank)
    let all = table.all
    let expected = all.filter { finder.description.contains("shelf") ? $0.shelf < shelf : $0.rank == rank }
    if table.sum(\.shelf) != all.reduce(0, { $0 + $1.shelf }) { return "the sum of all" }
    let isRight = finder.count == expected.count && finder.sum(\.shelf) == expected.reduce(0) { $0 + $1.shelf }
    return isRight ? nil : "\(finder): \(finder.plan)"
  }
}
