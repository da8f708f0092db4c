extension Model {
  /// Deletes the stored record with this record's id. This value stays as it is.
  ///
  /// ```swift
  /// try todo.delete()   // => true
  /// try todo.delete()   // => false
  /// ```
  ///
  /// - Returns: Whether there was a record to delete.
  /// - Throws: ``StoreError/stale(_:)`` when the model has a ``LockVersion`` and this copy is old: somebody changed what is to go.
  ///   Deleting by the id does not compare. Else what a hook throws.
  @discardableResult
  public func delete() throws -> Bool {
    let table = Store.current.table(Self.self)
    return try table.unlessStale(self) { try table.delete(id) }
  }

  /// Deletes the record with an id.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public static func delete(_ id: ID) throws -> Bool { try Store.current.table(Self.self).delete(id) }

  /// Deletes all records of the model.
  ///
  /// - Returns: How many there were.
  @discardableResult
  public static func deleteAll() throws -> Int { try Store.current.table(Self.self).deleteAll() }

  // MARK: - Destroying

  /// Destroys the stored record with this record's id: deletes it, and does what its relations say to the records that depend
  /// on it. This value stays as it is.
  ///
  /// It is one changeset, which happens whole or not at all. The hooks for destroying run around those for deleting.
  ///
  /// - Returns: Whether there was a record to destroy.
  /// - Throws: ``StoreError/restricted(model:id:relation:count:)`` when a relation does not allow it, ``StoreError/stale(_:)`` when
  ///   the model has a ``LockVersion`` and this copy is old, or what a hook throws. Destroying by the id does not compare.
  /// - Complexity: O(*k*) in the number of records that it takes along, with indexes on the keys.
  @discardableResult
  public func destroy() throws -> Bool {
    let table = Store.current.table(Self.self)
    return try table.unlessStale(self) { try table.destroy(id) }
  }

  /// Destroys the record with an id.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public static func destroy(_ id: ID) throws -> Bool { try Store.current.table(Self.self).destroy(id) }

  /// Destroys all records of the model, with what depends on them, as one changeset.
  ///
  /// - Returns: How many there were.
  @discardableResult
  public static func destroyAll() throws -> Int { try Store.current.table(Self.self).destroyAll() }

  // MARK: - Changing

  /// Changes all records of the model, as one changeset; see ``FinderChain/updateAll(_:)``.
  @discardableResult
  public static func updateAll(_ change: (inout Self) throws -> Void) throws -> Int { try records.updateAll(change) }
}
