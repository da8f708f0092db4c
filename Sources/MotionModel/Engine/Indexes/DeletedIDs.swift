/// The ids of records that were deleted lately, so that saving a copy of one can be refused.
///
/// It remembers hashes of 64 bits: for integer ids they are exact, for others two ids in four billion billions are taken
/// for one another. It forgets in halves, the older half first, when the newer one has reached its capacity.
struct DeletedIDs: Sendable {
  /// How many ids are remembered at least.
  static let capacity = 65_536

  private var older = HashTable()
  private var newer = HashTable()

  func contains(_ hash: UInt64) -> Bool { Self.contains(hash, in: newer) || Self.contains(hash, in: older) }

  mutating func insert(_ hash: UInt64) {
    if newer.count >= Self.capacity { (older, newer) = (newer, HashTable()) }
    newer.insert(Self.number(hash), hash: hash)
  }

  mutating func remove(_ hash: UInt64) {
    if newer.count > 0 { newer.remove(Self.number(hash), hash: hash) }
    if older.count > 0 { older.remove(Self.number(hash), hash: hash) }
  }

  private static func contains(_ hash: UInt64, in table: HashTable) -> Bool {
    table.count > 0 && table.first(hash: hash, where: { $0 == number(hash) }) != nil
  }

  /// The bits of a hash that a table does not keep anyway.
  private static func number(_ hash: UInt64) -> Int { min(Int(hash & 0xFF_FFFF_FFFF), HashTable.maximum) }
}
