/// Finds the rows after insertions by their ids.
struct RowIDs {
  /// The insertions, one row each.
  private let part: ChangesetPart
  private var table = HashTable()

  /// - Parameter end: The first row that is not found; nil if all are.
  init(_ part: ChangesetPart, upTo end: Int? = nil) {
    self.part = part
    for row in 0..<(end ?? part.rowCount) { insert(row) }
  }

  fileprivate mutating func insert(_ row: Int) { table.insert(row, hash: part.layout.id.hash(part.address(row))) }

  /// Whether one of the rows has the id of another row.
  func contains(_ row: Row) -> Bool {
    let id = part.layout.id
    return table.first(hash: id.hash(row)) { id.isEqual(part.address($0), row) } != nil
  }
}

extension ChangesetPart {
  /// The first row of insertions that has no id, or that of a row before it; nil if there is none.
  ///
  /// - Complexity: O(*n*). It needs no memory if the ids are numbers in ascending order.
  var firstWithoutOwnID: Int? {
    var last = Int.min
    var ids: RowIDs?
    for row in 0..<rowCount {
      let address = address(row)
      guard layout.id.isAssigned(address) else { return row }
      if ids == nil, let number = layout.id.number(address), number > last {
        last = number
        continue
      }
      var found = ids.take() ?? RowIDs(self, upTo: row)
      if found.contains(address) { return row }
      found.insert(row)
      ids = found
    }
    return nil
  }
}
