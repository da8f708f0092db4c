import MotionModel
import MotionModelTestSupport
import Testing

@Suite struct IndexConcurrencyTests {
  @Test func `indexes find what a scan finds, while threads write and add and remove indexes`() {
    let store = Store(notificationCenter: nil)
    let wrong = Collector<String>()
    onThreads(4) { thread in
      var random = TestSeed.generator(900 + thread)
      for _ in 0..<120 {
        switch thread {
        case 0: Self.write(store, &random)
        case 1: Self.changeIndexes(of: store, &random)
        default: if let text = Self.difference(in: store.snapshot(), &random) { wrong.add(text) }
        }
      }
    }
    #expect(wrong.values.isEmpty && store.violation() == nil, "seed \(TestSeed.current)")
  }

  private static func write(_ store: Store, _ random: inout SplitMix64) {
    let table = store.table(Parcel.self)
    let shelf = random.number(0...9)
    _ = try? table.insert(contentsOf: (0..<5).map { _ in Parcel.random(&random) })
    _ = try? table.records.where(\.shelf == shelf).updateAll { ($0.rank, $0.name) = (shelf % 5, $0.name + "x") }
    if table.records.count > 150 { _ = try? table.records.limit(50).deleteAll() }
  }

  private static func changeIndexes(of store: Store, _ random: inout SplitMix64) {
    let index = random.pick(parcelIndexes)()
    if (try? store.addIndex(index)) == false { _ = try? store.removeIndex(index.name, of: Parcel.self) }
  }

  /// Returns a description of a wrong result; nil if the result is right.
  private static func difference(in snapshot: Store, _ random: inout SplitMix64) -> String? {
    let (shelf, rank, name) = (random.number(0...9), random.number(0...5), random.pick(Parcel.names))
    let all = snapshot.table(Parcel.self).records
    let questions: [(Finder<Parcel>, (Parcel) -> Bool)] = [
      (all.where(\.shelf == shelf && \.rank == rank), { $0.shelf == shelf && $0.rank == rank }),
      (all.where(\.rank < rank), { $0.rank.map { $0 < rank } ?? false }),
      (all.where(\.name).contains(name), { $0.name.contains(name) || name.isEmpty }),
      (all.where(\.isSold == false && \.shelf == shelf), { !$0.isSold && $0.shelf == shelf }),
    ]
    let (finder, test) = random.pick(questions)
    let expected = all.all.filter(test).map(\.id)
    return finder.ids == expected && finder.count == expected.count ? nil : "\(finder): \(finder.plan)"
  }
}
