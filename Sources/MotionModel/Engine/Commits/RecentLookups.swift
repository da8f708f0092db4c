/// The records of adapters that a transaction has found last by their ids.
///
/// A record that is found is often saved next. The save then compares the record with the found one, without reading it
/// again, and changes only what the program has changed since.
struct RecentLookups: Sendable {
  /// How many records are kept, so that a transaction that finds many does not keep all of them.
  static let limit = 16

  /// The records, with the slots of their models and the hashes of their ids.
  private var lookups: [(slot: Int, hash: UInt64, record: OwnedRow)] = []
  /// How many records were found.
  private var count = 0

  /// Adds a record, and forgets the oldest of too many.
  mutating func append(_ record: Row, of layout: TableLayout) {
    let (place, hash) = (count % Self.limit, layout.id.hash(record))
    count += 1
    if place < lookups.count, lookups[place].slot == layout.slot, isKnownUniquelyReferenced(&lookups[place].record) {
      lookups[place].hash = hash
      return lookups[place].record.replace(by: record)
    }
    let lookup = (layout.slot, hash, OwnedRow(copying: record, of: layout))
    if place < lookups.count { lookups[place] = lookup } else { lookups.append(lookup) }
  }

  /// Returns the latest record of a model with the id of a row.
  func record(with row: Row, of layout: TableLayout) -> OwnedRow? {
    let hash = layout.id.hash(row)
    for age in 1..<lookups.count + 1 {
      let lookup = lookups[(count - age) % Self.limit]
      if lookup.slot != layout.slot || lookup.hash != hash { continue }
      if lookup.record.read({ layout.id.isEqual($0, row) }) { return lookup.record }
    }
    return nil
  }
}
