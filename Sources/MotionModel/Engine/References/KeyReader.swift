/// Reads a parent's id from a child's row, whatever the child's model is and whether its property is optional.
@usableFromInline struct KeyReader<ID: ModelID>: RowReader, Sendable {
  @usableFromInline enum Property: Sendable {
    case required(StoredProperty<ID>)
    case optional(StoredProperty<ID?>)
    case other(@Sendable (Row) -> ID?)
  }

  @usableFromInline let property: Property
  /// Whether the child's property is optional.
  let isOptional: Bool

  init<Child>(required keyPath: any WritableKeyPath<Child, ID> & Sendable) {
    let reader = PropertyReader<Child, ID>(keyPath)
    property = reader.stored.map(Property.required) ?? .other { reader.value(in: $0) }
    isOptional = false
  }

  init<Child>(optional keyPath: any WritableKeyPath<Child, ID?> & Sendable) {
    let reader = PropertyReader<Child, ID?>(keyPath)
    property = reader.stored.map(Property.optional) ?? .other { reader.value(in: $0) }
    isOptional = true
  }

  /// Returns the parent's id; nil when the key is nil or not an assigned id.
  @inlinable @inline(__always) func value(in row: Row) -> ID? {
    guard let id = key(in: row), id.isAssigned else { return nil }
    return id
  }

  @inlinable @inline(__always) func key(in row: Row) -> ID? {
    switch property {
    case .required(let property): property.value(in: row)
    case .optional(let property): property.value(in: row)
    case .other(let read): read(row)
    }
  }

  /// Returns the hash under which an index of the column stores an id.
  @inline(__always) func indexHash(_ id: ID) -> UInt64 { isOptional ? tableHash(Optional(id)) : tableHash(id) }
}
