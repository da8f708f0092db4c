/// Recognises key paths to the property `id` of a model.
///
/// `\Todo.id`, as users write it, and `\Record.id`, as generic code does, are different key paths: the second goes
/// through the protocol. Both are recognised by the property's offset in memory.
enum IDProperty<Record: Model> {
  /// The offset of the id in a record; nil when it is not a stored property.
  ///
  /// Writing to a stored property through the protocol passes its own address, inside the record. An accessor passes
  /// the address of a temporary value, outside the record.
  static var offset: Int? {
    var record = SchemaCreation.with(Record.self) { Record() }
    return withRow(of: &record) { row in
      let offset = withRow(of: &row[Record.self].id) { $0.address - row.address }
      let last = MemoryLayout<Record>.size - MemoryLayout<Record.ID>.size
      return offset >= 0 && offset <= last ? offset : nil
    }
  }

  /// Returns the reader of the id. Reading it through the record would copy the whole record for it.
  ///
  /// - Parameter offset: The result of ``offset``, which the key path through the protocol does not give.
  static func reader(at offset: Int?) -> PropertyReader<Record, Record.ID> {
    PropertyReader(\.id, stored: offset.map { StoredProperty(offset: $0) })
  }

  /// Returns whether a key path refers to the id.
  ///
  /// - Parameter offset: The result of ``offset``.
  static func isID(_ keyPath: PartialKeyPath<Record>, at offset: Int?) -> Bool {
    guard type(of: keyPath).valueType == Record.ID.self else { return false }
    // Offsets are compared first, because creating a key path in generic code takes long.
    if let offset, let other = MemoryLayout<Record>.offset(of: keyPath) { return other == offset }
    return keyPath == \Record.id || offset == nil && "\(keyPath)" == "\\\(Record.self).id"
  }
}

extension Schema {
  /// What reads the id of a row.
  @usableFromInline var idReader: PropertyReader<Record, Record.ID> { IDProperty<Record>.reader(at: idOffset) }
}
