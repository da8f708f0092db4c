/// Some records of a section, column by column.
struct PackedRows {
  let count: Int
  /// In the order of the section.
  let columns: [PackedColumn]
  /// The places of the records in their table, if the file has them.
  var places: [Int]?

  /// The highest place in a table that is believed. A record there takes 64 MB for the places before it, in a file
  /// however short; one at the highest place that a table can have takes 1 GB. It is far less where `Int` has 32 bits.
  static let highestPlace = min(Int(clamping: Int64(1) << 36), .max / 2)

  /// The values of each record.
  var rows: [[PlacedValue]] {
    var rows = [[PlacedValue]](repeating: [], count: count)
    for (place, column) in columns.enumerated() {
      column.forEach { row, value in rows[row].append((place, value)) }
    }
    return rows
  }
}

extension TableLayout {
  /// Packs the values of a column.
  func packed(_ column: ColumnLayout, of rows: [Row]) throws(UnwritableValue) -> PackedColumn {
    if let packing = column.operations.packing { return packing.pack(rows) }
    var values: [(row: Int, value: AttributeValue)] = []
    values.reserveCapacity(rows.count)
    for (number, row) in rows.enumerated() {
      if let value = try written(column, of: row) { values.append((number, value)) }
    }
    return PackedColumn(values, of: rows.count)
  }
}
