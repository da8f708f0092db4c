import Foundation
import MotionModel
import MotionModelSearch
import MotionModelTestSupport
import MotionModelTransactions

/// The threads that read.
extension Storm {
  func findByID(_ random: inout SplitMix64) {
    for _ in 0..<100 {
      let id = random.number(1...900)
      if let item = store.table(Item.self).find(id) { expect(item.id == id, "another record was found by id") }
    }
  }

  /// Checks that finders with indexes find what a search without them finds.
  func find(_ random: inout SplitMix64) {
    let snapshot = store.snapshot()
    let items = snapshot.table(Item.self).records
    let (rank, word) = (random.number(0...19), random.pick(Item.words))
    let queries: [(Finder<Item>, (Item) -> Bool)] = [
      (items.where(\.rank == rank), { $0.rank == rank }), (items.where(\.rank < rank), { $0.rank < rank }),
      (items.where(\.name).contains(word), { word.isEmpty || $0.name.contains(word) }),
      (items.where(\.tags).contains(word).finder, { $0.tags.contains(word) }),
      (items.where(\.isDone == false && \.rank >= rank), { !$0.isDone && $0.rank >= rank }),
      (items.where(\.initial == "r" && \.rank == rank), { $0.initial == "r" && $0.rank == rank }),
      (items.where { !$0.isDone && $0.name.count > 6 }, { !$0.isDone && $0.name.count > 6 }),
      (items.where { $0.rank * 2 - 3 > rank }, { $0.rank * 2 - 3 > rank }),
      (items.where { $0.tags.count == $0.rank }, { $0.tags.count == $0.rank }),
      (items.search("re"), { $0.hasWord(from: "re") }),
      (items.search("\"long enough\" -red"), { $0.hasWord(from: "enough") && !$0.hasWord(from: "red", isWhole: true) }),
      (items.search("own ecla"), { $0.hasWord(from: "own", isWhole: true) && $0.hasWord(from: "éclair") }),
    ]
    let all = items.all
    for (finder, test) in queries { expect(finder.ids == all.filter(test).map(\.id), "\(finder)") }
    expect(
      items.order(by: \.rank).limit(9).all.map(\.rank) == all.map(\.rank).sorted().prefix(9).map(\.self), "an order")
    expect(
      items.order(by: { $0.name.count }).pluck(\.name.count) == all.map(\.name.count).sorted(), "a computed order")
    let best = items.search("re").order(by: .rank)
    expect(best.limit(9).ids == best.ids.prefix(9).map(\.self), "the best of a search")
    let groups = items.group(by: \.rank, \.isDone).having(.count) { $0 > 1 }.aggregate(.count, .maximum(\.name))
    let expected = Dictionary(grouping: all) { GroupKey($0.rank, $0.isDone) }.filter { $1.count > 1 }
    expect(
      groups.mapValues(\.0) == expected.mapValues(\.count)
        && groups.mapValues(\.1) == expected.mapValues { $0.map(\.name).max() }, "groups")
    // Without the snapshot, the state may change between two calls, but each result is that of a single state.
    expect(store.table(Account.self).records.sum(\.balance) == 0, "money")
    expect(store.table(Item.self).records.where(\.rank == rank).all.allSatisfy { $0.rank == rank }, "a rank")
  }

  func keepSnapshot(_ random: inout SplitMix64) throws {
    let snapshot = store.snapshot()
    let items = snapshot.table(Item.self).records.all.map(\.code)
    Thread.sleep(forTimeInterval: Double(random.number(0...20)) / 1_000)
    check(snapshot, "in a snapshot")
    expect(snapshot.table(Item.self).records.all.map(\.code) == items, "a snapshot has changed")
  }

  func saveAndLoad(_ random: inout SplitMix64) throws {
    let url = folder.appending(path: "store.json")
    try store.save(to: url)
    let loaded = Store(notificationCenter: nil)
    try loaded.load(from: url, models: [Account.self, Item.self])
    check(loaded, "after loading")
    try FileManager.default.removeItem(at: url)
  }

  // MARK: - Observing

  struct Observers {
    let observations: [StoreObservation]
    let tokens: [Any]
    let commits: Collector<Int>
    let queue: DispatchQueue

    /// Checks that the observers were notified of all commits, in order.
    func end(_ storm: Storm) {
      queue.sync {}
      let ids = commits.values
      storm.expect(zip(ids, ids.dropFirst()).allSatisfy { $0 + 1 == $1 }, "commits out of order")
      storm.expect(!ids.isEmpty, "no commit was told")
      withExtendedLifetime((observations, tokens)) {}
    }
  }

  func observe() -> Observers {
    let (queue, commits) = (DispatchQueue(label: "commits"), Collector<Int>())
    let observations = [
      store.observeCommits(on: queue) { commits.add($0.id) },
      store.observeCommits { [store] changeset in
        _ = changeset.changes(of: Item.self).count + store.table(Item.self).records.count
      },
    ]
    guard let center = store.notificationCenter else {
      return Observers(observations: [], tokens: [], commits: commits, queue: queue)
    }
    var tokens: [Any] = [
      center.addObserver(forName: nil, object: nil, queue: nil) { _ = ($0.object as? Item)?.name.count }
    ]
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      tokens.append(center.addObserver(for: RecordsDidChange<Item>.self) { _ = $0.records.map(\.name).count })
    }
    return Observers(observations: observations, tokens: tokens, commits: commits, queue: queue)
  }
}
