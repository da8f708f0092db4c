@testable import MotionModel
import MotionModelTestSupport
import Testing

/// Scans by several threads, beside each other and a writer.
@Suite struct ScanConcurrencyTests {
  @Test func `scans by several threads see one commit, and find what one thread finds`() throws {
    let store = Store(notificationCenter: nil)
    (store.pageRule, store.scanWidth, store.leastWideScan) = (.byUse, 3, 0)
    let table = store.table(Parcel.self)
    try table.insert(
      contentsOf: (0..<40_000).map { number in
        var item = Parcel()
        (item.shelf, item.rank, item.isSold) = (10, number % 7, number % 2 == 0)
        return item
      })
    let wrong = Collector<String>()
    onThreads(3) { thread in
      for step in 0..<shortened(40) {
        if thread == 0 {
          // What one half of these records loses, the other half gets.
          let first = (step * 977) % 39_900
          _ = try? table.records.where(\.id > first && \.id <= first + 100).updateAll {
            $0.shelf += $0.id % 2 == 0 ? 1 : -1
          }
        } else if let text = Self.difference(in: store.snapshot(), step) {
          wrong.add(text)
        }
      }
    }
    #expect(wrong.values.isEmpty)
  }

  /// Returns a description of a wrong result; nil if the result is right.
  private static func difference(in snapshot: Store, _ step: Int) -> String? {
    let records = snapshot.table(Parcel.self).records
    let sold = records.where(\.isSold == true)
    if records.sum(\.shelf) != 400_000 { return "the sum of all" }
    if sold.count != 20_000 || sold.ids != stride(from: 1, to: 40_000, by: 2).map(\.self) { return "the ids of some" }
    if records.where(\.rank == step % 7).count != (step % 7 < 2 ? 5_715 : 5_714) { return "a count" }
    if sold.group(by: \.shelf).count().values.reduce(0, +) != 20_000 { return "the groups" }
    if sold.sum(\.shelf) + records.where(\.isSold == false).sum(\.shelf) != 400_000 { return "the sums of halves" }
    return sold.maximum(\.rank) as Int? == 6 ? nil : "the greatest"
  }
}
