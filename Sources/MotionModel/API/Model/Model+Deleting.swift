extension Model {
  /// Deletes the stored record with this record's id. This value is unchanged.
  ///
  /// ```swift
  /// try todo.delete()   // => true
  /// try todo.delete()   // => false
  /// ```
  ///
  /// - Returns: Whether a record was deleted.
  /// - Throws: ``StoreError/stale(_:)`` when the model has a ``LockVersion`` and this copy is old, or any error of a
  ///   hook. Deleting by id does not compare versions.
  @discardableResult public func delete() throws -> Bool {
    try Self.table.delete(self)
  }

  /// Deletes the record with an id.
  ///
  /// - Returns: Whether a record was deleted.
  @discardableResult public static func delete(_ id: ID) throws -> Bool { try table.delete(id) }

  /// Deletes all records of the model.
  ///
  /// - Returns: How many records were deleted.
  @discardableResult public static func deleteAll() throws -> Int { try table.deleteAll() }

  // MARK: - Destroying

  /// Destroys the stored record with this record's id: deletes it, and applies the ``Dependent`` of its relations to
  /// the records that depend on it. This value is unchanged.
  ///
  /// It is one changeset, which is committed as a whole or not at all. The hooks for destroying run around those for
  /// deleting.
  ///
  /// - Returns: Whether a record was destroyed.
  /// - Throws: ``StoreError/restricted(model:id:relation:count:)`` when a relation forbids it,
  ///   ``StoreError/stale(_:)`` when the model has a ``LockVersion`` and this copy is old, or any error of a hook.
  ///   Destroying by id does not compare versions.
  /// - Complexity: O(*k*) in the number of records that are changed or deleted, with indexes on the keys.
  @discardableResult public func destroy() throws -> Bool {
    try Self.table.destroy(self)
  }

  /// Destroys the record with an id.
  ///
  /// - Returns: Whether a record was destroyed.
  @discardableResult public static func destroy(_ id: ID) throws -> Bool { try table.destroy(id) }

  /// Destroys all records of the model, and handles the records that depend on them, as one changeset.
  ///
  /// - Returns: How many records of the model were destroyed.
  @discardableResult public static func destroyAll() throws -> Int { try table.destroyAll() }

  // MARK: - Changing

  /// Changes all records of the model, as one changeset; see ``FinderChain/updateAll(_:)``.
  @discardableResult
  public static func updateAll(_ change: (inout Self) throws -> Void) throws -> Int { try table.updateAll(change) }
}
