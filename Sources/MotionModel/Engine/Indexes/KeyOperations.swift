/// The operations of a hash index on the values of its columns in rows.
///
/// It is a class for the same reason as ``ColumnOperations``.
final class KeyOperations: Sendable {
  /// The hash of the values; nil when one of them equals nothing.
  let hash: @Sendable (_ row: Row) -> UInt64?
  let isEqual: @Sendable (_ row: Row, _ other: Row) -> Bool
  /// Whether one of the values is nil.
  let isNil: @Sendable (_ row: Row) -> Bool

  init(_ columns: [ColumnOperations]) {
    guard columns.count > 1 else {
      (hash, isEqual, isNil) = (columns[0].hash, columns[0].isEqual, columns[0].isNil)
      return
    }
    hash = { row in Self.combined(columns.lazy.map { $0.hash(row) }) }
    isEqual = { row, other in columns.allSatisfy { $0.isEqual(row, other) } }
    isNil = { row in columns.contains { $0.isNil(row) } }
  }

  private static func combined(_ hashes: some Sequence<UInt64?>) -> UInt64? {
    var combined: UInt64 = 0
    for hash in hashes {
      guard let hash else { return nil }
      combined = spread(combined &+ 0x9E37_79B9_7F4A_7C15) ^ hash
    }
    return spread(combined)
  }

  /// Combines the keys of all columns; nil when a column has none.
  static func key(_ keys: [IndexKey?]) -> IndexKey? {
    if keys.count == 1 { return keys[0] }
    let all = keys.compactMap { $0 }
    guard all.count == keys.count, let hash = combined(all.map(\.hash)) else { return nil }
    return IndexKey(hash: hash) { row in all.allSatisfy { $0.isInRow(row) } }
  }
}
