/// A column as predicates and orders refer to it.
///
/// Its content is one object, which a schema creates once for each column: conditions are copied all the time, and
/// each copy then costs one reference count.
@usableFromInline package struct ColumnReference: Sendable {
  final class Content: Sendable {
    let index: Int?
    let name: String
    let operations: ColumnOperations
    let keyPath: any AnyKeyPath & Sendable

    fileprivate init(
      _ index: Int?, _ name: String, _ operations: ColumnOperations, _ keyPath: any AnyKeyPath & Sendable
    ) {
      (self.index, self.name, self.operations, self.keyPath) = (index, name, operations, keyPath)
    }
  }

  let content: Content

  /// The column's number in the schema; nil for a property that is not declared as a column, which can still be
  /// read.
  var index: Int? { content.index }
  package var name: String { content.name }
  var operations: ColumnOperations { content.operations }

  init(_ content: Content) { self.content = content }

  init(_ index: Int?, _ name: String, _ operations: ColumnOperations, _ keyPath: any AnyKeyPath & Sendable) {
    content = Content(index, name, operations, keyPath)
  }

  /// Returns whether both references are to the same property.
  package func isSame(as other: ColumnReference) -> Bool {
    if index != nil || other.index != nil { return index == other.index }
    return content.keyPath == other.content.keyPath
  }

  /// Returns whether replacing one row's value by the other's changes nothing.
  package func isSame(in row: Row, and other: Row) -> Bool { operations.isSame(row, other) }
}
