/// Reads a parent's id from a child's row.
struct KeyAccess<ID: ModelID>: Sendable {
  /// The offset of the key in a row; nil when the property is not a stored one.
  let offset: Int?
  let isOptional: Bool
  private let read: @Sendable (UnsafeRawPointer) -> ID?

  init<Child>(required keyPath: any WritableKeyPath<Child, ID> & Sendable) {
    offset = MemoryLayout<Child>.offset(of: keyPath)
    isOptional = false
    read = { $0.assumingMemoryBound(to: Child.self).pointee[keyPath: keyPath] }
  }

  init<Child>(optional keyPath: any WritableKeyPath<Child, ID?> & Sendable) {
    offset = MemoryLayout<Child>.offset(of: keyPath)
    isOptional = true
    read = { $0.assumingMemoryBound(to: Child.self).pointee[keyPath: keyPath] }
  }

  /// Returns the parent's id; nil when the key is nil or not an assigned id.
  @inline(__always)
  func id(in row: UnsafeRawPointer) -> ID? {
    guard let id = stored(in: row), id.isAssigned else { return nil }
    return id
  }

  @inline(__always)
  private func stored(in row: UnsafeRawPointer) -> ID? {
    guard let offset else { return read(row) }
    return isOptional
      ? (row + offset).assumingMemoryBound(to: ID?.self).pointee
      : (row + offset).assumingMemoryBound(to: ID.self).pointee
  }

  /// Returns the hash under which an index of the column stores an id.
  @inline(__always)
  func indexHash(_ id: ID) -> UInt64 { isOptional ? tableHash(Optional(id)) : tableHash(id) }
}
