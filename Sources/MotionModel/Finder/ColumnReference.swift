/// A column as a predicate or an order names it.
///
/// What there is to know of it stands in one object, which a schema makes once for each of its columns: conditions are copied
/// all the time, and each copy then costs one reference count.
struct ColumnReference: Sendable {
  private final class Content: Sendable {
    let index: Int?
    let name: String
    let operations: ColumnOperations
    let keyPath: any AnyKeyPath & Sendable

    init(_ index: Int?, _ name: String, _ operations: ColumnOperations, _ keyPath: any AnyKeyPath & Sendable) {
      (self.index, self.name, self.operations, self.keyPath) = (index, name, operations, keyPath)
    }
  }

  private let content: Content

  /// Its number in the schema; nil for a property that is not declared, which is read all the same.
  var index: Int? { content.index }
  var name: String { content.name }
  var operations: ColumnOperations { content.operations }

  /// A column under its number in the schema.
  init<Record: Model>(_ column: Column<Record>, _ number: Int) {
    content = Content(number, column.name, column.operations, column.keyPath)
  }

  /// The declared column of a property.
  init?<Record: Model>(declared keyPath: PartialKeyPath<Record>) {
    SchemaMaking.check(Record.self)
    guard let declared = Record.schema.reference(to: keyPath) else { return nil }
    self = declared
  }

  /// The column of a property, declared or not.
  init<Record: Model, Value: ColumnValue>(_ keyPath: any KeyPath<Record, Value> & Sendable) {
    if let declared = ColumnReference(declared: keyPath) {
      self = declared
    } else {
      content = Content(nil, "\(keyPath)", .of(keyPath), keyPath)
    }
  }

  /// The column of a property, declared or not, as far as its values can stand in a column.
  init?<Record: Model, Value: Sendable>(any keyPath: any KeyPath<Record, Value> & Sendable) {
    func reference<Column: ColumnValue>(_ type: Column.Type) -> ColumnReference? {
      guard keyPath is KeyPath<Record, Column> else { return nil }
      // The same object, of whose type now more is known.
      return ColumnReference(unsafeBitCast(keyPath, to: (any KeyPath<Record, Column> & Sendable).self))
    }
    if let declared = ColumnReference(declared: keyPath) {
      self = declared
    } else if let type = Value.self as? any ColumnValue.Type, let found = reference(type) {
      self = found
    } else {
      return nil
    }
  }

  /// Whether it is the same property.
  func isSame(as other: ColumnReference) -> Bool {
    if index != nil || other.index != nil { return index == other.index }
    return content.keyPath == other.content.keyPath
  }
}
