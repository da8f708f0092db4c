extension StoreDocument.Table {
  /// Changes each record.
  ///
  /// ```swift
  /// try todos.updateRows { todo in todo["done"] = todo["finishedAt"] != nil ? true : false }
  /// ```
  ///
  /// - Throws: ``MigrationError`` with the number of the record for which `change` throws.
  public mutating func updateRows(_ change: (inout StoreDocument.Row) throws -> Void) throws(MigrationError) {
    for index in rows.indices {
      do { try change(&rows[index]) } catch { throw MigrationError(error, model: name, row: index + 1) }
    }
  }

  /// Gives a column another name. Its values stay.
  ///
  /// - Throws: ``MigrationError`` if there is no such column, or one that has the name.
  public mutating func rename(_ column: String, to newName: String) throws(MigrationError) {
    try require(column)
    if column == newName { return }
    try requireFree(newName)
    renameColumn(column, to: newName)
  }

  /// Removes a column with its values. It does nothing if there is none.
  public mutating func remove(_ column: String) { columns.removeAll { $0.name == column } }

  /// Adds a column with a value for each record.
  ///
  /// - Parameters:
  ///   - column: The name.
  ///   - type: The type of its values, as ``StoreDocument/Column/type``.
  ///   - value: Returns the value of a record; nil for none.
  /// - Throws: ``MigrationError`` if there is a column of the name, or `value` throws.
  public mutating func add(
    _ column: String, type: String? = nil, _ value: (StoreDocument.Row) throws -> AttributeValue?
  ) throws(MigrationError) {
    try requireFree(column)
    columns.append(StoreDocument.Column(column, type: type))
    try updateRows { row in row[column] = try value(row) }
  }

  /// Adds a column with the same value for all records.
  public mutating func add(_ column: String, type: String? = nil, default value: AttributeValue) throws(MigrationError)
  {
    try add(column, type: type) { _ in value }
  }

  /// Converts the values of a column.
  ///
  /// - Parameters:
  ///   - column: The name.
  ///   - type: The type of the new values; nil to leave it as it is.
  ///   - convert: Returns the new value for an old one; nil is no value.
  /// - Throws: ``MigrationError`` if there is no such column, or with the record for which `convert` throws.
  public mutating func convert(
    _ column: String, to type: String? = nil, _ convert: (AttributeValue?) throws -> AttributeValue?
  ) throws(MigrationError) {
    try require(column)
    if let type {
      columns = columns.map { $0.name == column ? $0.with(type: type) : $0 }
    }
    try updateRows { row in row[column] = try convert(row[column]) }
  }

  private func require(_ column: String) throws(MigrationError) {
    if !columns.contains(where: { $0.name == column }) {
      throw MigrationError("there is no column \"\(column)\"", model: name)
    }
  }

  private func requireFree(_ column: String) throws(MigrationError) {
    if columns.contains(where: { $0.name == column }) {
      throw MigrationError("there is a column \"\(column)\" already", model: name)
    }
  }
}

extension StoreDocument.Column {
  fileprivate func with(type: String) -> StoreDocument.Column {
    var column = self
    column.type = type
    return column
  }
}
