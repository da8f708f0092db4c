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
    _ query: RecordQuery<Record>, _ requests: [SummaryRequest], by keys: [TableForm.Column]
  ) throws(Failure) -> [GroupSummary]? {
    summary.map { summary in [GroupSummary(key: keys.map { _ in .int(5) }, facts: requests.map { _ in summary })] }
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

  @Test func `several aggregates, and those of a part of the records, are asked for at once`() throws {
    let finder = try finder(ColumnSummary(count: 4, value: .int(100), bound: 120)).order(by: \.zone).limit(9)
    let (count, sum, mean, least) = try finder.aggregate(.count, .sum(\.weight), .average(\.zone), .minimum(\.zone))
    #expect((count, sum, mean, least) == (4, 100 as Int8, 25, 100))
    let groups = try finder.group(by: \.zone).aggregate(.exists, .maximum(\.weight))
    #expect(groups.count == 1 && groups[5]?.0 == true && groups[5]?.1 == 100)
    #expect(try (finder.sum(\.weight), finder.group(by: \.zone).minimum(\.weight)) == (100, [5: 100]))
    // Of a sum that is too large for its type the adapter knows nothing.
    let large = try self.finder(ColumnSummary(count: 4, value: .int(100), bound: 1 << 60))
    let (number, total) = try large.aggregate(.count, .sum(\.weight))
    #expect((number, total) == (3, 6 as Int8))
  }

  @Test func `without facts the records are read`() throws {
    let finder = try finder(nil)
    #expect(try (finder.sum(\.weight), finder.average(\.weight), finder.maximum(\.weight)) == (6, 2, 3))
    let (number, total) = try finder.limit(2).aggregate(.count, .sum(\.weight))
    #expect((number, total) == (2, 3 as Int8))
    #expect(try finder.group(by: \.zone).count() == [9: 3])
    #expect(try finder.group(by: \.zone).maximum(\.zone) == [9: 9])
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
