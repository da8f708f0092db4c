import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import Testing

/// An adapter that knows facts about columns, which are not those of its records, so that one sees which of the two are
/// used.
private struct KnowingAdapter: SummaryAnswering {
  typealias Failure = BytesAdapter.Failure

  let adapter = BytesAdapter()
  var summary: ColumnSummary?

  func read<Record: Model>(_ query: RecordQuery<Record>) throws(Failure) -> [Record] { try adapter.read(query) }

  func commit(_ changeset: Changeset) throws { try adapter.commit(changeset) }

  func summaries<Record: Model>(
    _ query: RecordQuery<Record>, of column: TableForm.Column?, _ kind: ColumnSummary.Kind, by keys: [TableForm.Column]
  ) throws(Failure) -> [GroupSummary]? {
    summary.map { [GroupSummary(key: keys.map { _ in .int(5) }, summary: $0)] }
  }
}

private struct Parcel: Model {
  typealias Adapter = KnowingAdapter

  var id = 0
  var weight: Int8 = 0
  var zone: Int?

  static let schema = Schema<Parcel> {
    Column(\.weight)
    Column(\.zone)
  }
}

/// Aggregates that an adapter computes: when its facts are used, and when the records are read.
@Suite struct SummaryAnsweringTests {
  private func finder(_ summary: ColumnSummary?) throws -> Finder<Parcel> {
    let parcels = Store(adapters: [KnowingAdapter(summary: summary)]).table(Parcel.self)
    try parcels.insert(contentsOf: [1, 2, 3].map { Parcel(weight: $0, zone: 9) })
    return parcels.records
  }

  @Test func `facts are used instead of records, also in groups`() throws {
    let finder = try finder(ColumnSummary(count: 4, value: .int(100), bound: 120))
    #expect(try (finder.sum(\.weight), finder.average(\.weight), finder.sum(\.zone)) == (100, 25, 100))
    #expect(try (finder.minimum(\.weight), finder.order(by: \.id).maximum(\.zone)) == (100, 100))
    #expect(try finder.group(by: \.zone).count() == [5: 4])
    #expect(try finder.group(by: \.zone).sum(\.weight) == [5: 100])
    let groups = finder.group(by: \.zone)
    #expect(try groups.having(.count) { $0 == 4 }.count() == [5: 4])
    #expect(try groups.having(.sum(\.weight)) { $0 == 100 }.having(.average(\.weight)) { $0 == 25 }.count() == [5: 4])
    #expect(try groups.having(.exists) { $0 }.having(.count) { $0 > 4 }.sum(\.weight) == [:])
  }

  @Test func `without facts, and for parts of the records, the records are read`() throws {
    for finder in [try finder(nil), try finder(ColumnSummary(count: 4, value: .int(100), bound: 120)).limit(9)] {
      #expect(try (finder.sum(\.weight), finder.average(\.weight), finder.maximum(\.weight)) == (6, 2, 3))
      #expect(try finder.group(by: \.zone).count() == [9: 3])
    }
  }

  @Test func `a sum that might have overflowed in memory, or a mean that might have been rounded, is not used`() throws
  {
    let finder = try finder(ColumnSummary(count: 4, value: .int(100), bound: 1 << 60))
    #expect(try (finder.sum(\.weight), finder.average(\.weight)) == (6, 2))
    #expect(try finder.sum(\.zone) == 100)
  }

  @Test func `no values have a sum of zero, and neither mean nor extremes`() throws {
    let finder = try finder(ColumnSummary(count: 0))
    #expect(try (finder.sum(\.weight), finder.average(\.weight), finder.minimum(\.weight)) == (0, nil, nil))
  }

  @Test func `a transaction that has written the model reads the records`() throws {
    let finder = try finder(ColumnSummary(count: 4, value: .int(100), bound: 120))
    try finder.store.transaction { _ in
      try finder.store.table(Parcel.self).create { ($0.weight, $0.zone) = (10, 9) }
      #expect(try finder.sum(\.weight) == 16)
    }
  }
}
