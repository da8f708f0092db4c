/// Finds the first of the rows that have equal values in some columns.
///
/// Values of types of the program's are compared as untyped values, as in files: their `==` may contradict itself.
/// Values of standard types are hashed and compared in place, without copies.
///
/// - Complexity: O(*n*) in the number of rows.
struct DistinctRows {
  private let columns: [ColumnOperations]

  init(_ columns: [ColumnReference]) { self.columns = columns.map(\.operations) }

  /// Returns the rows that no row before them equals in all columns.
  func first(of rows: [PlacedRow]) -> [PlacedRow] {
    if columns.allSatisfy(\.isStable) { return firstByHash(of: rows) }
    var seen: Set<[AttributeValue]> = []
    return rows.filter { row in seen.insert(columns.map { $0.attribute(row.row) }).inserted }
  }

  private func firstByHash(of rows: [PlacedRow]) -> [PlacedRow] {
    var (seen, found) = (HashTable(), [PlacedRow]())
    for row in rows {
      // A row with NaN equals no other.
      if let hash = hash(row.row) {
        if seen.first(hash: hash, where: { areEqual(found[$0].row, row.row) }) != nil { continue }
        seen.insert(found.count, hash: hash)
      }
      found.append(row)
    }
    return found
  }

  /// Returns the hash of a row's values; nil when one of them does not equal itself.
  private func hash(_ row: Row) -> UInt64? {
    var combined: UInt64 = 0
    for column in columns {
      guard let hash = column.hash(row) else { return nil }
      combined = (combined &* 0x9E37_79B9_7F4A_7C15) ^ hash
    }
    return combined
  }

  private func areEqual(_ row: Row, _ other: Row) -> Bool {
    columns.allSatisfy { $0.isEqual(row, other) }
  }
}
