extension Table {
  /// Destroys the record with an id: deletes it with what depends on it.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public func destroy(_ id: Record.ID) throws -> Bool {
    if let lifecycle = Lifecycle(self) { return try lifecycle.destroy(id) }
    return try deleteRow(id)
  }

  /// Destroys all records, one after the other, as one changeset.
  ///
  /// - Returns: How many there were.
  @discardableResult
  public func destroyAll() throws -> Int { try records.destroyAll() }
}
