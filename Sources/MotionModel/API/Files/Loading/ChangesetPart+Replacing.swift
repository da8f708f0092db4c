extension ChangesetPart {
  /// The changes that replace a table's rows by others, in the order of these.
  init(replacing table: TableVersion, by rows: ChangesetPart) {
    let layout = table.layout
    self.init(layout, capacity: rows.rowCount)
    isBulk = true
    let ids = EntryFinder(rows)
    Selection(table, where: .constant(true)).forEach { row, position in
      if ids.entry(of: row) == nil { append(old: row, new: nil, position: position) }
    }
    let positions = (0..<rows.rowCount).map { table.position(of: rows.address($0)) }
    // An adapter has an order of its own.
    let places = layout.isExternal ? positions : FileOrder.places(of: positions)
    for index in 0..<rows.rowCount {
      appendDifference(of: rows.address(index), at: positions[index], places[index], from: table)
    }
  }

  /// Adds the change that makes the stored record equal to the row and moves it to its place, if it differs or moves.
  ///
  /// - Parameters:
  ///   - position: The record's position; nil for a new one.
  ///   - place: The position that it gets; nil for the end of the table.
  private mutating func appendDifference(of row: Row, at position: Int?, _ place: Int?, from table: TableVersion) {
    guard let position else { return append(old: nil, new: row, position: place) }
    let old = table.rows[position]
    if place == position && layout.isSame(old, row) { return }
    append(old: old, new: row, position: place, origin: place == position ? nil : position)
  }
}
