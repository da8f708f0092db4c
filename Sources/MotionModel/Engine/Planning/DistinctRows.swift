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
    var (seen, found) = (HashTable(), [PlacedRow]())
    for row in rows {
      // A row with NaN equals no other.
      if let hash = operations.hash(row.row) {
        if seen.first(hash: hash, where: { operations.isEqual(found[$0].row, row.row) }) != nil { continue }
        seen.insert(found.count, hash: hash)
      }
      found.append(row)
    }
    return found
  }
}
