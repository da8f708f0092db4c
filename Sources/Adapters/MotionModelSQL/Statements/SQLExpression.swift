/// An expression in a declaration, as the database returns it after parsing: the default of a column.
///
/// It is nothing but repeated to that database, because no value of a program can become one.
package struct SQLExpression: Sendable, Hashable {
  let text: String

  /// - Parameter text: A value of the table in which the database keeps its declarations.
  package init(toldBy text: String) { self.text = text }
}
