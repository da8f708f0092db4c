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

  /// Returns the latest record of a model whose id has a hash.
  func record(_ slot: Int, _ hash: Int) -> FoundRow? { records.last { $0.slot == slot && $0.hash == hash } }
}

/// A record that a transaction has found.
class FoundRow: @unchecked Sendable {
  /// The slot of the model.
  let slot: Int
  /// The hash of the id.
  let hash: Int

  fileprivate init(_ slot: Int, _ hash: Int) { (self.slot, self.hash) = (slot, hash) }
}

/// A record of a known type that a transaction has found. It is immutable, and so `Sendable`.
final class FoundRecord<Record: Identifiable & Sendable>: FoundRow, @unchecked Sendable {
  let record: Record

  init(_ record: Record, slot: Int) {
    self.record = record
    super.init(slot, record.id.hashValue)
  }
}
