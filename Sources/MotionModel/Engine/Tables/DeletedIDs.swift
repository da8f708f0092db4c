/// The ids of recently deleted records, so that saving a copy of one can be refused.
///
/// It stores hashes of 64 bits. They are exact for integer ids; of other ids, two in four billion billions have the
/// same hash. When the newer half has reached its capacity, the older half is forgotten.
struct DeletedIDs: Sendable {
  /// The least number of ids that are remembered.
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

  /// The low bits of a hash, which the table does not store itself.
  private static func number(_ hash: UInt64) -> Int {
    min(Int(truncatingIfNeeded: hash & (1 << HashTable.numberBits - 1)), HashTable.maximum)
  }
}
