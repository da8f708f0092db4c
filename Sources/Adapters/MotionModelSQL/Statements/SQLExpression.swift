import Foundation

/// An expression in a declaration, as the database returns it after parsing: the default of a column.
///
/// One that a database has reported is nothing but repeated to it.
package struct SQLExpression: Sendable, Hashable {
  let text: String

  /// - Parameter text: A value of the table in which the database keeps its declarations.
  package init(toldBy text: String) { self.text = text }

  /// A constant of SQLite, whose statements that change tables take no values; nil for one that it cannot write.
  init?(constant value: SQLValue) {
    switch value {
    case .null: return nil
    case .integer(let number): text = "\(number)"
    case .real(let number): text = number.isFinite ? "\(number)" : number > 0 ? "9e999" : "-9e999"
    case .text(let string):
      if string.utf8.contains(0) { return nil }
      text = Self.quoted(string)
    case .blob(let data): text = "X'\(Self.hexadecimal(data))'"
    }
  }

  /// A constant of PostgreSQL, whose statements that change tables take no values.
  ///
  /// - Parameter type: The name of its type.
  init(constant value: SQLValue, as type: String?) {
    let string: String =
      switch value {
      case .null: ""
      case .integer(let number): "\(number)"
      case .real(let number): "\(number)"
      case .text(let string): string
      case .blob(let data): "\\x\(Self.hexadecimal(data))"
      }
    let letters = (type ?? "text").filter { $0.isASCII && ($0.isLetter || $0.isNumber || " (),".contains($0)) }
    text = value == .null ? "NULL" : "CAST(\(Self.quoted(string)) AS \(letters))"
  }

  private static func quoted(_ string: String) -> String { "'\(string.replacing("'", with: "''"))'" }

  private static func hexadecimal(_ data: Data) -> String { data.map { String(format: "%02x", $0) }.joined() }
}
