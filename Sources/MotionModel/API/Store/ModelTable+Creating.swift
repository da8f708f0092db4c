extension ModelTable {
  /// Creates a record from untyped values and saves it, together with related records where a relation accepts their
  /// attributes; see `acceptingAttributes`.
  ///
  /// - Throws: ``AttributeError`` when a value cannot be cast to its column's type, or ``StoreError``. Nothing is
  ///   stored then.
  @discardableResult public func create(attributes: [String: AttributeValue]) throws -> Record {
    var record = store.asCurrent { Record.new() }
    try write(attributes, to: &record, isNew: true)
    return record
  }
}
