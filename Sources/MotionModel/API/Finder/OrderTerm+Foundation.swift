import Foundation

// NB: No type of this module stores a descriptor. In optimised builds, copying such a type refers to a private type of
// Foundation.

extension OrderTerm {
  /// Creates the order of a sort descriptor of Foundation.
  init<Record: Model>(_ descriptor: SortDescriptor<Record>) {
    self = Self.read(descriptor) ?? OrderTerm(Record.self) { descriptor.compare($0, $1) == .orderedAscending }
    self.descriptor = descriptor
  }

  /// Returns the order by a stored column; nil when its values are compared by code.
  private static func read<Record: Model>(_ descriptor: SortDescriptor<Record>) -> OrderTerm? {
    guard let keyPath = descriptor.keyPath, let column = ColumnReference(declared: keyPath),
      column.operations.bytes != nil
    else { return nil }
    let (type, isForward) = (Swift.type(of: keyPath).valueType, descriptor.order == .forward)
    let isByValue =
      (type as? any Comparable.Type).map { isOrder(descriptor, of: $0) }
      ?? (type as? any OptionalComparable.Type)?.isOrder(descriptor) ?? false
    if isByValue {
      let nils: NilOrder = isForward && column.operations.isOptional ? .first : .last
      return OrderTerm(column, isForward ? .ascending : .descending, nils)
    }
    guard let type = type as? any TextValue.Type, let comparator = descriptor.stringComparator else { return nil }
    return text(type, keyPath, column.name, comparator, isForward: isForward)
  }

  /// Whether a descriptor compares values by their type's `<`.
  fileprivate static func isOrder<Record: Model, Value: Comparable>(
    _ descriptor: SortDescriptor<Record>, of type: Value.Type
  ) -> Bool {
    typed(descriptor.keyPath, Value.self).map { descriptor == SortDescriptor($0, order: descriptor.order) } ?? false
  }

  fileprivate static func typed<Record, Value>(
    _ keyPath: PartialKeyPath<Record>?, _ type: Value.Type
  ) -> (any KeyPath<Record, Value> & Sendable)? {
    // It is the key path of a descriptor, which is Sendable.
    (keyPath as? KeyPath<Record, Value>).map { unsafeBitCast($0, to: (any KeyPath<Record, Value> & Sendable).self) }
  }

  /// Returns the order by a comparator for strings.
  private static func text<Record: Model, Value: TextValue>(
    _ type: Value.Type, _ keyPath: PartialKeyPath<Record>, _ name: String, _ comparator: String.StandardComparator,
    isForward: Bool
  ) -> OrderTerm? {
    guard let property = typed(keyPath, Value.self).map({ PropertyReader($0) }) else { return nil }
    var forward = comparator
    forward.order = .forward
    let precedes: @Sendable (any Sendable, any Sendable) -> Bool = { [forward] first, second in
      let (first, second) = isForward ? (first, second) : (second, first)
      guard let second = (second as? Value)?.text else { return false }
      return (first as? Value)?.text.map { forward.compare($0, second) == .orderedAscending } ?? true
    }
    let read: @Sendable (Row) -> any Sendable = { property.value(in: $0) }
    let computed = ComputedOrder(
      dependencies: { [] }, reader: { _ in read }, precedes: precedes,
      attribute: { ($0 as? Value)?.attribute ?? .null }, value: { try? Value(attribute: $0) })
    return OrderTerm("\(name) by \(comparator)") { precedes(read($0), read($1)) }.comparing(computed)
  }
}

/// An optional of a type with `<`.
private protocol OptionalComparable {
  static func isOrder<Record: Model>(_ descriptor: SortDescriptor<Record>) -> Bool
}

extension Optional: OptionalComparable where Wrapped: Comparable {
  fileprivate static func isOrder<Record: Model>(_ descriptor: SortDescriptor<Record>) -> Bool {
    OrderTerm.typed(descriptor.keyPath, Self.self).map {
      descriptor == SortDescriptor($0, order: descriptor.order)
    } ?? false
  }
}
