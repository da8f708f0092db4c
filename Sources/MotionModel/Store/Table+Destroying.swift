extension Table {
  /// Destroys the record with an id: deletes it with what depends on it.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public func destroy(_ id: Record.ID) throws -> Bool {
    try store.session { try Cascade(store).destroy(stored(id).map { [$0] } ?? []) > 0 }
  }

  /// Destroys all records, one after the other, as one changeset.
  ///
  /// - Returns: How many there were.
  @discardableResult
  public func destroyAll() throws -> Int { try records.destroyAll() }
}
