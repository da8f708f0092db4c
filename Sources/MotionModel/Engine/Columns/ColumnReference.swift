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

  init(_ index: Int?, _ name: String, _ operations: ColumnOperations, _ keyPath: any AnyKeyPath & Sendable) {
    content = Content(index, name, operations, keyPath)
  }

  /// Whether it is the same property.
  func isSame(as other: ColumnReference) -> Bool {
    if index != nil || other.index != nil { return index == other.index }
    return content.keyPath == other.content.keyPath
  }
}
