extension TableVersion {
  /// Returns the record with an id.
  ///
  /// It is compiled into the caller, for the caller's type: finding one row is so fast that a call would count.
  @inlinable @inline(__always)
  func record<Record: Model>(_ id: Record.ID, of model: Record.Type) -> Record? {
    row(id) { $0.bound(to: Record.self).pointee.id == id }?.address.bound(to: Record.self).pointee
  }
}

extension TransactionTable {
  /// The record with an id.
  @inlinable
  func record<Record: Model>(_ id: Record.ID, of model: Record.Type) -> Record? {
    defer { withExtendedLifetime(self) {} }
    for number in 0..<count {
      let (row, isDeleted) = row(number)
      let record = row.bound(to: Record.self)
      if record.pointee.id == id { return isDeleted ? nil : record.pointee }
    }
    return version.record(id, of: model)
  }
}
