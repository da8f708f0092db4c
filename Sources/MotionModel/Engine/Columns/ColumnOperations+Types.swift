import Foundation

extension ColumnOperations {
  /// Returns the operations of a column of a ``ColumnValue`` type.
  static func of<Root, Value: ColumnValue>(_ keyPath: any KeyPath<Root, Value> & Sendable) -> ColumnOperations {
    of(PropertyReader(keyPath))
  }

  /// Returns the operations of a column of a ``ColumnValue`` type, given its reader.
  static func of<Root, Value: ColumnValue>(_ reader: PropertyReader<Root, Value>) -> ColumnOperations {
    guard let stored = reader.stored else { return general(reader.other) }
    return of(stored)
  }

  /// Returns the operations of a stored property of a ``ColumnValue`` type.
  static func of<Value: ColumnValue>(_ stored: StoredProperty<Value>) -> ColumnOperations {
    standard(Value.self, at: stored.offset) ?? ByteProperty(stored).map(general) ?? general(stored)
  }

  /// Returns the operations of a document column.
  static func ofDocument<Root, Value: Codable & Sendable>(
    _ keyPath: any KeyPath<Root, Value> & Sendable
  ) -> ColumnOperations {
    let reader = PropertyReader(keyPath)
    if let stored = reader.stored { return ColumnOperations(stored, DocumentTraits<Value>.self) }
    return ColumnOperations(reader.other, DocumentTraits<Value>.self)
  }

  /// Returns the operations of a stored property, given its type at run time: those that a declaration of its column
  /// would have.
  ///
  /// - Returns: Nil if no column can hold values of the type.
  static func of(type: Any.Type, at offset: Int) -> ColumnOperations? {
    func values<Value: ColumnValue>(_ type: Value.Type) -> ColumnOperations {
      of(StoredProperty<Value>(offset: offset))
    }
    func documents<Value: Codable & Sendable>(_ type: Value.Type) -> ColumnOperations {
      ColumnOperations(StoredProperty<Value>(offset: offset), DocumentTraits<Value>.self)
    }
    if let type = type as? any ColumnValue.Type { return values(type) }
    guard let type = type as? any Codable.Type else { return nil }
    // The properties of a model are Sendable, as the model is. A cast cannot say so, because nothing at run time says
    // which types are; both types have the same form.
    return documents(unsafeBitCast(type as any Codable.Type, to: (any SendableDocument.Type).self))
  }

  private static func general<Property: ColumnProperty>(_ property: Property) -> ColumnOperations
  where Property.Value: ColumnValue {
    func operations<Traits: ColumnTraits<Property.Value>>(_ traits: Traits.Type) -> ColumnOperations {
      ColumnOperations(property, traits)
    }
    return operations(Property.Value.columnTraits)
  }

  /// Returns operations compiled for the type, for the types that nearly all columns have; nil for other types.
  ///
  /// Without this list the engine would reach every value through its type's witness table: ten times slower.
  private static func standard<Value>(_ type: Value.Type, at offset: Int) -> ColumnOperations? {
    switch type {
    case is String.Type: plain(String.self, offset)
    case is String?.Type: optional(String.self, offset)
    case is Int.Type: plain(Int.self, offset)
    case is Int?.Type: optional(Int.self, offset)
    case is Bool.Type: plain(Bool.self, offset)
    case is Bool?.Type: optional(Bool.self, offset)
    case is Double.Type: plain(Double.self, offset)
    case is Double?.Type: optional(Double.self, offset)
    case is Date.Type: plain(Date.self, offset)
    case is Date?.Type: optional(Date.self, offset)
    case is UUID.Type: plain(UUID.self, offset)
    case is UUID?.Type: optional(UUID.self, offset)
    case is Decimal.Type: plain(Decimal.self, offset)
    case is Decimal?.Type: optional(Decimal.self, offset)
    case is Float.Type: plain(Float.self, offset)
    case is Float?.Type: optional(Float.self, offset)
    case is Int8.Type: plain(Int8.self, offset)
    case is Int16.Type: plain(Int16.self, offset)
    case is Int32.Type: plain(Int32.self, offset)
    case is Int32?.Type: optional(Int32.self, offset)
    case is Int64.Type: plain(Int64.self, offset)
    case is Int64?.Type: optional(Int64.self, offset)
    case is UInt.Type: plain(UInt.self, offset)
    case is UInt8.Type: plain(UInt8.self, offset)
    case is UInt16.Type: plain(UInt16.self, offset)
    case is UInt32.Type: plain(UInt32.self, offset)
    case is UInt64.Type: plain(UInt64.self, offset)
    default: nil
    }
  }

  /// Returns whether values of a type have consistent `==`, `hash(into:)` and `<`, as those of the standard library
  /// and Foundation do.
  static func isStandard<Value>(_ type: Value.Type) -> Bool {
    if let type = type as? any StandardContainer.Type { return type.isElementStandard }
    return switch type {
    case is String.Type, is UUID.Type, is Decimal.Type: true
    default: SortKey.isExact(for: type)
    }
  }

  @inline(__always)
  private static func plain<Value: PackableValue>(_ type: Value.Type, _ offset: Int) -> ColumnOperations {
    let property = StoredProperty<Value>(offset: offset)
    return ColumnOperations(property, PlainTraits<Value>.self, ColumnPacking(property))
  }

  @inline(__always)
  private static func optional<Value: PackableValue>(_ type: Value.Type, _ offset: Int) -> ColumnOperations {
    let property = StoredProperty<Value?>(offset: offset)
    return ColumnOperations(property, OptionalTraits<Value>.self, ColumnPacking(property))
  }
}

private typealias SendableDocument = Codable & Sendable

extension ColumnValue {
  /// The traits of columns of this type.
  static var columnTraits: any ColumnTraits<Self>.Type {
    let optional = (Self.self as? any OptionalColumnValue.Type)?.traits
    if let traits = optional as? any ColumnTraits<Self>.Type { return traits }
    return PlainTraits<Self>.self
  }
}

/// Lets the engine see that a column's type is an optional, and find the traits and the column of its wrapped type.
protocol OptionalColumnValue {
  static var traits: any ColumnTraits.Type { get }
  static func present(at offset: Int) -> PresentColumn
}

extension Optional: OptionalColumnValue where Wrapped: ColumnValue {
  static var traits: any ColumnTraits.Type { OptionalTraits<Wrapped>.self }
  static func present(at offset: Int) -> PresentColumn { PresentColumn(Wrapped.self, at: offset) }
}

extension PresentColumn {
  /// - Returns: Nil for a column whose pages have no mask, and for documents, which need not be a ``ColumnValue``.
  init?<Value>(_ type: Value.Type, _ page: PageLayout) {
    guard page.isMasked, let type = type as? any OptionalColumnValue.Type else { return nil }
    self = type.present(at: page.form.offset)
  }
}

/// A container that is standard when its elements are.
private protocol StandardContainer {
  static var isElementStandard: Bool { get }
}

extension Optional: StandardContainer {
  fileprivate static var isElementStandard: Bool { ColumnOperations.isStandard(Wrapped.self) }
}

extension Array: StandardContainer {
  fileprivate static var isElementStandard: Bool { ColumnOperations.isStandard(Element.self) }
}
