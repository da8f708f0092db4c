public import Foundation

/// A value that is bound to a statement, or read from a row.
public enum SQLValue: Sendable, Hashable {
  /// No value.
  case null
  /// A whole number.
  case integer(Int64)
  /// A binary fraction. It is never NaN, which SQLite cannot store as a number.
  case real(Double)
  /// A string.
  case text(String)
  /// Bytes.
  case blob(Data)
}
