import MotionModel

/// Rows that are found one after the other, in any order and perhaps more than once. It takes 16 bytes for each 128 rows of
/// the table.
struct RowMarks: Sendable {
  private var masks: ContiguousArray<RowMask> = []

  /// How many rows there are.
  var count: Int { masks.reduce(0) { $0 + $1.count } }

  /// The rows as a set.
  var rows: RowSet { RowSet(masks: masks) }

  @inline(__always)
  func contains(_ position: Int) -> Bool {
    position &>> 7 < masks.count && masks[position &>> 7].contains(position & 127)
  }

  /// Inserts a row.
  ///
  /// - Returns: Whether it was not there.
  @inline(__always)
  @discardableResult
  mutating func insert(_ position: Int) -> Bool {
    let chunk = position &>> 7
    while masks.count <= chunk { masks.append(.none) }
    let old = masks[chunk]
    masks[chunk].insert(position & 127)
    return masks[chunk] != old
  }

  /// Inserts the rows of a list, or those of them that others contain.
  mutating func insert(_ list: PostingList, within others: RowMarks? = nil) {
    if let others, others.isFew(beside: list) {
      return others.forEach { position in if list.contains(position) { insert(position) } }
    }
    for block in list.blocks {
      block.read { view in
        for row in 0..<view.count {
          let position = view.position(row)
          if others?.contains(position) ?? true { insert(position) }
        }
      }
    }
  }

  /// Whether it is quicker to look each of these rows up in a list than to read the list.
  private func isFew(beside list: PostingList) -> Bool { list.count > 256 && count < list.count / 16 }

  mutating func formUnion(_ other: RowMarks) {
    for (chunk, rows) in other.masks.enumerated() {
      if chunk < masks.count { masks[chunk] = masks[chunk] | rows } else { masks.append(rows) }
    }
  }

  mutating func subtract(_ other: RowMarks) {
    for chunk in masks.indices.prefix(other.masks.count) { masks[chunk] = masks[chunk].subtracting(other.masks[chunk]) }
  }

  /// Calls `body` with each row, in ascending order.
  func forEach(_ body: (_ position: Int) -> Void) {
    for (chunk, rows) in masks.enumerated() { rows.forEach { body(chunk << 7 + $0) } }
  }
}
