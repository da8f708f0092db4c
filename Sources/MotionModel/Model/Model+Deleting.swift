extension Model {
  /// Deletes the stored record with this record's id. This value stays as it is.
  ///
  /// ```swift
  /// try todo.delete()   // => true
  /// try todo.delete()   // => false
  /// ```
  ///
  /// - Returns: Whether there was a record to delete.
  @discardableResult
  public func delete() throws -> Bool { try Store.current.table(Self.self).delete(id) }

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

  /// Changes all records of the model, as one changeset; see ``Finder/updateAll(_:)``.
  @discardableResult
  public static func updateAll(_ change: (inout Self) throws -> Void) throws -> Int { try records.updateAll(change) }
}
