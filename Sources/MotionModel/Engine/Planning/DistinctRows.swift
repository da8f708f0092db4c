import Foundation

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
    if columns.allSatisfy(\.isStable) { return first(of: rows, KeyOperations(columns)) }
    var seen: Set<[AttributeValue]> = []
    return rows.filter { row in seen.insert(columns.map { $0.attribute(row.row) }).inserted }
  }

  private func first(of rows: [PlacedRow], _ operations: KeyOperations) -> [PlacedRow] {
    var (seen, recent, found) = (HashTable(), RecentRows(columns), [PlacedRow]())
    for row in rows {
      if recent.hasBytes(of: row.row) { continue }
      // A row with NaN equals no other.
      if let hash = operations.hash(row.row) {
        recent.note(row.row)
        if seen.first(hash: hash, where: { operations.isEqual(found[$0].row, row.row) }) != nil { continue }
        seen.insert(found.count, hash: hash)
      }
      found.append(row)
    }
    return found
  }
}

/// Some of the rows that were looked at, by the bytes of their values. Equal bytes are equal values, and comparing them
/// takes a fraction of hashing a text.
private struct RecentRows {
  private let columns: [Range<Int>]
  private var rows = [Row?](repeating: nil, count: 1 << 10)

  init(_ columns: [ColumnOperations]) { self.columns = columns.compactMap(\.bytes) }

  func hasBytes(of row: Row) -> Bool {
    guard let recent = rows[place(of: row)] else { return false }
    return columns.allSatisfy {
      memcmp(recent.address + $0.lowerBound, row.address + $0.lowerBound, $0.count) == 0
    }
  }

  /// Notes a row in place of another.
  mutating func note(_ row: Row) { rows[place(of: row)] = row }

  private func place(of row: Row) -> Int {
    var hash: UInt64 = 0
    for bytes in columns {
      for offset in stride(from: bytes.lowerBound, to: bytes.upperBound, by: 8) {
        var word: UInt64 = 0
        memcpy(&word, row.address + offset, min(8, bytes.upperBound - offset))
        hash = (hash ^ word &+ hash >> 32) &* 0x9E37_79B9_7F4A_7C15
      }
    }
    return Int(truncatingIfNeeded: hash >> 54)
  }
}
