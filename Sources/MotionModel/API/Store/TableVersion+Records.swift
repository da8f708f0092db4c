extension TableVersion {
  /// Returns the record with an id.
  ///
  /// It is compiled into the caller, for the caller's type: finding one row is so fast that a call would count.
  @inlinable @inline(__always) func record<Record: Model>(_ id: Record.ID, of model: Record.Type) -> Record? {
    row(id) { $0[Record.self].id == id }?.row[Record.self]
  }
}

extension TransactionTable {
  /// The record with an id.
  @inlinable func record<Record: Model>(_ id: Record.ID, of model: Record.Type) -> Record? {
    defer { withExtendedLifetime(self) {} }
    for number in 0..<count {
      let (row, isDeleted) = row(number)
      if row[Record.self].id == id { return isDeleted ? nil : row[Record.self] }
    }
    return version.record(id, of: model)
  }
}
