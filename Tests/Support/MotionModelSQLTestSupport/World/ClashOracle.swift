package import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import Testing

/// Calls that write several records, some of which have the unique values of others, throw the errors of memory.
package enum ClashOracle {
  /// Makes random calls in a store whose records an adapter keeps, and in one in memory.
  ///
  /// - Parameter adapter: An adapter that has no records.
  package static func compare<Adapter: StorageAdapter>(_ adapter: Adapter) throws {
    let random = TestSeed.generator()
    var (kept, memory) = (ClashTwin<Adapter>([adapter], random), ClashTwin<ArrayAdapter>([], random))
    var clashes = 0
    for number in 0..<300 {
      let (found, expected) = (kept.next(), memory.next())
      if expected.contains("unique") { clashes += 1 }
      #expect(found == expected, "call \(number), MOTIONMODEL_SEED=\(TestSeed.current)")
      if found != expected { return }
    }
    #expect(clashes > 50)
  }
}

/// One of two stores in which the same calls are made. The model has hooks, so that its unique columns are compared at the end of
/// a call.
private struct ClashTwin<Adapter: StorageAdapter> {
  private let store: Store
  private var random: SplitMix64

  init(_ adapters: [any StorageAdapter], _ random: SplitMix64) {
    (store, self.random) = (Store(notificationCenter: nil, adapters: adapters), random)
  }

  /// Makes the next call, and returns what it returns or throws.
  mutating func next() -> String {
    do {
      return WorldTwin<Adapter>.words("\(try store.transaction { _ in try Store.with(store) { try calls() } })")
    } catch {
      return WorldTwin<Adapter>.words("throws \(error)")
    }
  }

  private mutating func calls() throws -> [String] {
    // What a transaction has loaded before is in its tables in another order.
    for _ in 0..<random.number(0...2) {
      if var worker = try Worker<Adapter>.find("\(random.number(0...5))") { try worker.save() }
    }
    let workers = (0..<random.number(1...4)).map { _ in
      var worker = Worker<Adapter>()
      (worker.id, worker.email) = ("\(random.number(0...5))", random.pick([nil, "a", "b", "c", "d", "e"]))
      return worker
    }
    if random.chance(25) { return ["\(try Worker<Adapter>.insert(contentsOf: workers, onConflict: .ignore).records)"] }
    return ["\(try Worker<Adapter>.upsert(contentsOf: workers).records)"]
  }
}
