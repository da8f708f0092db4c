/// Recognises the property `id` of a model.
///
/// `\Todo.id`, as a user writes it, and `\Record.id`, as generic code does, are different key paths: the second goes
/// through the protocol. They are known for the same property by where it lies in memory.
enum IDProperty<Record: Model> {
  /// Where the id lies in a record; nil when it is not a stored property.
  ///
  /// Writing to a stored property through the protocol hands out its own address, inside the record; an accessor hands out
  /// one of a temporary value, outside it.
  static var offset: Int? {
    var record = SchemaMaking.with(Record.self) { Record() }
    return withUnsafeMutablePointer(to: &record) { record in
      let start = UnsafeRawPointer(record)
      let offset = withUnsafeMutablePointer(to: &record.pointee.id) { UnsafeRawPointer($0) - start }
      let last = MemoryLayout<Record>.size - MemoryLayout<Record.ID>.size
      return offset >= 0 && offset <= last ? offset : nil
    }
  }

  /// Whether a key path is one of the id.
  ///
  /// - Parameter offset: ``offset``.
  static func isID(_ keyPath: PartialKeyPath<Record>, at offset: Int?) -> Bool {
    guard type(of: keyPath).valueType == Record.ID.self else { return false }
    if keyPath == \Record.id { return true }
    guard let offset else { return "\(keyPath)" == "\\\(Record.self).id" }
    return MemoryLayout<Record>.offset(of: keyPath) == offset
  }
}
