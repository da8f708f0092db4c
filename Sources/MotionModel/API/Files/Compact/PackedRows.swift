/// Some records of a section, column by column.
struct PackedRows {
  let count: Int
  /// In the order of the section.
  let columns: [PackedColumn]
  /// The places of the records in their table, if the file has them.
  var places: [Int]?

  /// The highest place in a table that is believed. A record there takes 64 MB for the places before it, in a file however
  /// short; one at the highest place that a table can have takes 1 GB.
  static let highestPlace = 1 << 36

  /// The records row by row.
  var fileRows: [FileRow] {
    let values = columns.map(\.attributes)
    return (0..<count).map { number in
      var row = FileRow(placeCount: columns.count)
      row.recordPlace = places?[number]
      for place in columns.indices { if let value = values[place][number] { _ = row.set(value, at: place) } }
      return row
    }
  }
}

extension TableLayout {
  /// Packs the values of a column.
  func packed(_ column: ColumnLayout, of rows: [UnsafeRawPointer]) throws(UnwritableValue) -> PackedColumn {
    if let packing = column.operations.packing { return packing.pack(rows) }
    var values: [AttributeValue?] = []
    values.reserveCapacity(rows.count)
    for row in rows { values.append(try written(column, of: row)) }
    return PackedColumn(values)
  }
}
