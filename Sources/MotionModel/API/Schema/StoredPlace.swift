/// Where a stored property is in a record, and its type. No two properties have the same place and the same type,
/// unless their values take no memory.
struct StoredPlace: Equatable, Sendable {
  let offset: Int
  private let type: ObjectIdentifier

  init(offset: Int, type: Any.Type) { (self.offset, self.type) = (offset, ObjectIdentifier(type)) }

  /// - Returns: Nil if the property is not stored in the record itself.
  init?<Record>(_ keyPath: PartialKeyPath<Record>) {
    guard let offset = MemoryLayout<Record>.offset(of: keyPath) else { return nil }
    self.init(offset: offset, type: Swift.type(of: keyPath).valueType)
  }
}
