import Foundation

extension OrderTerm {
  /// Creates the order of a sort descriptor of Foundation.
  init<Record: Model>(_ descriptor: SortDescriptor<Record>) {
    if let read = DescriptorReading(descriptor)?.term {
      self = read
    } else {
      self.init(Record.self) { descriptor.compare($0, $1) == .orderedAscending }
    }
    self = by(descriptor)
  }
}

/// A sort descriptor of a stored column.
private struct DescriptorReading<Record: Model> {
  let descriptor: SortDescriptor<Record>
  let keyPath: PartialKeyPath<Record>
  let column: ColumnReference

  init?(_ descriptor: SortDescriptor<Record>) {
    guard let keyPath = descriptor.keyPath, let column = ColumnReference(declared: keyPath),
      column.operations.bytes != nil
    else { return nil }
    (self.descriptor, self.keyPath, self.column) = (descriptor, keyPath, column)
  }

  private var isForward: Bool { descriptor.order == .forward }

  /// The order; nil when the values are compared by code.
  var term: OrderTerm? {
    let type = Swift.type(of: keyPath).valueType
    if let type = type as? any Comparable.Type, isOrder(of: type) { return columnTerm }
    if let type = type as? any OptionalComparable.Type, type.isOrder(of: self) { return columnTerm }
    return (type as? any TextValue.Type).flatMap { textTerm($0) }
  }

  private var columnTerm: OrderTerm {
    let direction: OrderDirection = isForward ? .ascending : .descending
    return OrderTerm(column, direction, isForward && column.operations.isOptional ? .first : .last)
  }

  /// Whether the descriptor compares the values by their type's `<`.
  private func isOrder<Value: Comparable>(of type: Value.Type) -> Bool {
    typed(Value.self).map { descriptor == SortDescriptor($0, order: descriptor.order) } ?? false
  }

  fileprivate func isOrder<Value: Comparable>(ofOptional type: Value.Type) -> Bool {
    typed(Value?.self).map { descriptor == SortDescriptor($0, order: descriptor.order) } ?? false
  }

  private func typed<Value>(_ type: Value.Type) -> (any KeyPath<Record, Value> & Sendable)? {
    // The key path is the one of the descriptor, which is Sendable.
    (keyPath as? KeyPath<Record, Value>).map { unsafeBitCast($0, to: (any KeyPath<Record, Value> & Sendable).self) }
  }

  /// Returns the order by Foundation's comparator for strings; nil when the descriptor has none.
  private func textTerm<Value: TextValue>(_ type: Value.Type) -> OrderTerm? {
    guard var comparator = descriptor.stringComparator, let keyPath = typed(Value.self) else { return nil }
    comparator.order = .forward
    let (property, isForward, compare) = (PropertyReader(keyPath), isForward, comparator)
    let precedes: @Sendable (any Sendable, any Sendable) -> Bool = { first, second in
      let (first, second) = isForward ? (first, second) : (second, first)
      guard let second = (second as? Value)?.text else { return false }
      return (first as? Value)?.text.map { compare.compare($0, second) == .orderedAscending } ?? true
    }
    let read: @Sendable (UnsafeRawPointer) -> any Sendable = { property.value(in: $0) }
    let computed = ComputedOrder(
      dependencies: { [] }, reader: { _ in read }, precedes: precedes,
      attribute: { ($0 as? Value)?.attribute ?? .null }, value: { try? Value(attribute: $0) })
    return OrderTerm("\(column.name) by \(comparator)") { precedes(read($0), read($1)) }.comparing(computed)
  }
}

/// An optional of a type with `<`.
private protocol OptionalComparable {
  static func isOrder<Record: Model>(of descriptor: DescriptorReading<Record>) -> Bool
}

extension Optional: OptionalComparable where Wrapped: Comparable {
  fileprivate static func isOrder<Record: Model>(of descriptor: DescriptorReading<Record>) -> Bool {
    descriptor.isOrder(ofOptional: Wrapped.self)
  }
}
