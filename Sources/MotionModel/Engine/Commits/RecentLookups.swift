/// The records of adapters that a transaction has found last by their ids.
///
/// A record that is found is often saved next. The save then compares the record with the found one, without reading it
/// again, and changes only what the program has changed since.
struct RecentLookups: Sendable {
  /// How many records are kept, so that a transaction that finds many does not keep all of them.
  static let limit = 16

  private var records: [FoundRow] = []

  /// Adds a record, and forgets the oldest of too many.
  mutating func append(_ record: FoundRow) {
    if records.count >= Self.limit { records.removeFirst() }
    records.append(record)
  }

  /// Returns the latest record of a model with the id of a row.
  func record(with row: Row, of layout: TableLayout) -> FoundRow? {
    let hash = layout.id.hash(row)
    return records.last { $0.slot == layout.slot && $0.hash == hash && $0.withRow { layout.id.isEqual($0, row) } }
  }
}

/// A record that a transaction has found. Its functions do not depend on the model's type, because generic ones take
/// longer than what they do here.
class FoundRow: @unchecked Sendable {
  /// The slot of the model.
  fileprivate let slot: Int
  /// The hash of the id.
  fileprivate let hash: UInt64

  fileprivate init(_ slot: Int, _ hash: UInt64) { (self.slot, self.hash) = (slot, hash) }

  /// Calls `body` with the record.
  func withRow(_ body: (Row) -> Bool) -> Bool { false }
}

/// A record of a known type that a transaction has found. It is immutable, and so `Sendable`.
final class FoundRecord<Record: Sendable>: FoundRow, @unchecked Sendable {
  private let record: Record

  init(_ record: Record, of layout: TableLayout) {
    self.record = record
    super.init(layout.slot, MotionModel.withRow(of: record) { layout.id.hash($0) })
  }

  override func withRow(_ body: (Row) -> Bool) -> Bool { MotionModel.withRow(of: record, body) }
}
