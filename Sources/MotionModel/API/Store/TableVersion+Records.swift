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
    if let row = row?.bound(to: Record.self), row.pointee.id == id {
      return isDeleted ? nil : row.pointee
    }
    return version.record(id, of: model)
  }
}
