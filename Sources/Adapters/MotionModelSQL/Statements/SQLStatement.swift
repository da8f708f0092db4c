/// A statement with the values that are bound to it.
///
/// ```swift
/// let statement = Todo.where(\.name == "Robert'); DROP TABLE Todo;--").sql(.sqlite).statement
/// statement.text       // … WHERE "name" COLLATE MOTIONMODEL IS ?1 …
/// statement.bindings   // [.text("Robert'); DROP TABLE Todo;--")]
/// ```
public struct SQLStatement: Sendable, Hashable {
  /// The text, in which values are placeholders.
  public let text: String
  /// The values of the placeholders, in order.
  public let bindings: [SQLValue]

  package init(text: String, bindings: [SQLValue]) { (self.text, self.bindings) = (text, bindings) }
}

extension SQLStatement: CustomStringConvertible {
  /// The text, without the values.
  public var description: String { text }
}
