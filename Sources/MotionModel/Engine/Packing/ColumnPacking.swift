/// Copies the values of a column of a standard type from rows to a packed column, and back.
struct ColumnPacking: Sendable {
  let pack: @Sendable (_ rows: [Row]) -> PackedColumn
  /// Stores packed values in rows.
  ///
  /// - Returns: False, without having stored any, if they are not of the column's type, or some are missing that it has
  ///   to have.
  let unpack: @Sendable (_ column: PackedColumn, _ rows: MutableRow, _ stride: Int) -> Bool

  @inline(__always) init<Value: PackableValue>(_ property: StoredProperty<Value>) {
    pack = { rows in PackedColumn(Value.packed(rows.map { property.value(in: $0) })) }
    unpack = { column, rows, stride in
      guard column.present == nil, let values = Value.unpacked(column.values) else { return false }
      for (index, value) in values.enumerated() { property.set(value, in: rows + index &* stride) }
      return true
    }
  }

  @inline(__always) init<Value: PackableValue>(_ property: StoredProperty<Value?>) {
    pack = { rows in
      var values: [Value] = []
      values.reserveCapacity(rows.count)
      for row in rows { if let value = property.value(in: row) { values.append(value) } }
      let present = values.count == rows.count ? nil : rows.map { property.value(in: $0) != nil }
      return PackedColumn(Value.packed(values), present: present)
    }
    unpack = { column, rows, stride in
      guard let values = Value.unpacked(column.values) else { return false }
      guard let present = column.present else {
        for (index, value) in values.enumerated() { property.set(value, in: rows + index &* stride) }
        return true
      }
      var next = 0
      for (index, isPresent) in present.enumerated() {
        property.set(isPresent ? values[next] : nil, in: rows + index &* stride)
        if isPresent { next += 1 }
      }
      return true
    }
  }
}
