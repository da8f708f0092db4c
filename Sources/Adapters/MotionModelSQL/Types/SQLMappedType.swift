import Foundation
import MotionModel
import MotionModelValues

/// A column of a table that others have made, of another type than the adapter declares for it.
///
/// The database may change a value that is written to such a column: cut a string, round a number. So the stored value
/// is read back, and a commit that would change it is refused. Dates are rounded before they are written.
struct SQLMappedType: Sendable, Hashable {
  /// How many digits of a second a column has that keeps dates as times; nil for other columns.
  let digits: Int?
  /// Whether the column has UUIDs as strings.
  let isUUIDText: Bool
  /// Whether the database compares the column's values as memory does.
  let isComparable: Bool
  private let dialect: SQLDialect

  private init(digits: Int? = nil, isUUIDText: Bool = false, isComparable: Bool, in dialect: SQLDialect) {
    (self.digits, self.isUUIDText, self.isComparable, self.dialect) = (digits, isUUIDText, isComparable, dialect)
  }

  /// A column that has UUIDs as strings, in either case.
  static func uuidText(in dialect: SQLDialect) -> Self { Self(isUUIDText: true, isComparable: true, in: dialect) }

  /// Creates the type of a column of SQLite; nil for one that keeps and compares the values as the adapter's own does.
  ///
  /// - Parameters:
  ///   - affinity: What follows from the declared type.
  ///   - hasNumbers: Whether the column has numbers, judged by one value.
  init?(_ storage: SQLStorage, _ affinity: SQLiteAffinity, hasNumbers: Bool) {
    switch (storage, affinity) {
    case (.date, .text), (.date, .numeric):
      // Others keep a date as a string, of which there are several for one date.
      self.init(digits: hasNumbers && affinity == .numeric ? nil : 6, isComparable: false, in: .sqlite)
    case (.decimal, .integer), (.decimal, .real), (.decimal, .numeric),
      (.boolean, .text), (.integer, .text), (.unsigned, .text), (.real, .text), (.integer, .real), (.unsigned, .real):
      self.init(isComparable: false, in: .sqlite)
    default: return nil
    }
  }

  /// Creates the type of a column of PostgreSQL.
  ///
  /// - Parameter type: The type as the database names it, such as `numeric(10,2)`.
  init(_ storage: SQLStorage, _ type: String) {
    dialect = .postgresql
    let name = type.prefix { $0 != "(" }
    let isTimestamp = storage == .date && type.hasPrefix("timestamp")
    digits = isTimestamp ? Self.precision(type) : nil
    isUUIDText = storage == .uuid && ["text", "character varying", "character"].contains(name)
    switch storage {
    case .integer, .unsigned:
      isComparable = ["smallint", "integer", "bigint", "bigserial", "numeric"].contains(name)
    case .decimal: isComparable = name == "numeric"
    case .string: isComparable = ["text", "character varying"].contains(name)
    case .date: isComparable = isTimestamp
    case .uuid: isComparable = isUUIDText
    // An operand would be rounded to the precision of the column.
    case .real, .boolean, .url, .data, .json: isComparable = false
    }
  }

  /// Returns the number in the parentheses of a type.
  private static func precision(_ type: String) -> Int {
    Int(type.drop { $0 != "(" }.dropFirst().prefix { $0 != ")" }) ?? 6
  }

  /// What rounds dates to the digits that the column has; nil for columns that do not round dates.
  var rounding: (@Sendable (Date) -> Date)? {
    guard let digits else { return nil }
    return { SQLTimestamp.rounded($0, digits: digits) }
  }

  /// Returns a value as the column takes it.
  ///
  /// - Throws: ``CastError`` for a value that would come back as another one.
  func value(_ value: SQLValue, _ storage: SQLStorage) throws(CastError) -> SQLValue {
    if isUUIDText, case .text(let text) = value { return .text(text.lowercased()) }
    guard let digits, value != .null else { return value }
    guard case .date(let date) = try storage.attribute(value, in: dialect) else { return value }
    let text = try Self.text(of: SQLTimestamp.rounded(date, digits: digits), digits: digits)
    return .text(dialect == .sqlite ? try Self.sqlite(text) : text)
  }

  private static func text(of rounded: Date, digits: Int) throws(CastError) -> String {
    guard let text = SQLTimestamp.text(rounded) else {
      throw CastError(expected: "a date in the years 1 to 9999", found: "another date")
    }
    // From the year 2274 on, a Date has not all microseconds: it may have none with the digits of the column.
    guard SQLTimestamp.fits(text, digits: digits) else {
      throw CastError(
        expected: "a date that has, with \(digits) digits of a second, an exact value", found: "one that has none")
    }
    return text
  }

  /// Returns a time as programs that use SQLite write it: in UTC, without a zone, and without a fraction that is zero.
  private static func sqlite(_ text: String) throws(CastError) -> String {
    if text.hasSuffix("infinity") { throw CastError(expected: "a date in the years 1 to 9999", found: "another date") }
    var text = text.dropLast(3)
    while text.hasSuffix("0") { text = text.dropLast() }
    return String(text.hasSuffix(".") ? text.dropLast() : text)
  }

  /// Returns whether the value that the database keeps is the one that was written.
  func isKept(_ kept: SQLValue, of written: SQLValue, _ storage: SQLStorage) -> Bool {
    guard let kept = try? storage.attribute(kept, in: dialect),
      let written = try? storage.attribute(written, in: dialect)
    else { return false }
    switch (storage, kept, written) {
    case (_, .null, .null): return true
    case (_, .double(let kept), .double(let written)): return kept.bitPattern == written.bitPattern
    case (.uuid, .string(let kept), .string(let written)): return kept.lowercased() == written.lowercased()
    case (.string, .string(let kept), .string(let written)): return kept.utf8.elementsEqual(written.utf8)
    case (.decimal, _, _), (.integer, _, _), (.unsigned, _, _):
      guard let kept = try? Decimal(attribute: kept), let written = try? Decimal(attribute: written) else {
        return false
      }
      return kept == written || kept.isNaN && written.isNaN
    default: return kept == written
    }
  }
}
