/// The difference between two records in one column.
///
/// ```swift
/// todo.priority = 3
/// todo.changes   // => [priority: 0 → 3]
/// ```
public struct ColumnChange: Sendable, Hashable {
  /// The column's name.
  public let column: String
  /// The value before; ``AttributeValue/null`` when there was no record.
  public let old: AttributeValue
  /// The value after; ``AttributeValue/null`` when there is no record any more.
  public let new: AttributeValue

  /// Creates a difference.
  package init(column: String, old: AttributeValue, new: AttributeValue) {
    (self.column, self.old, self.new) = (column, old, new)
  }
}

extension ColumnChange: CustomStringConvertible {
  /// The column and both values: `priority: 0 → 3`.
  public var description: String { "\(column): \(old) → \(new)" }
}
