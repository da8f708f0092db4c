import Foundation
package import MotionModelValues

/// How the values of a column are stored without loss.
package enum SQLStorage: Sendable, Hashable {
  case boolean, integer, unsigned, real, date, decimal, string, uuid, url, data, json

  package init(_ type: ColumnType) {
    switch type {
    case .bool: self = .boolean
    case .int: self = .integer
    case .uint(let bits): self = bits > 32 ? .unsigned : .integer
    case .double, .float: self = .real
    case .date: self = .date
    case .decimal: self = .decimal
    case .string: self = .string
    case .uuid: self = .uuid
    case .url: self = .url
    case .data: self = .data
    case .enumeration(_, let raw, _): self = SQLStorage(raw)
    case .array, .dictionary, .optional, .document, .custom: self = .json
    }
  }

  /// Whether SQL orders values as memory does.
  package var isOrdered: Bool {
    switch self {
    case .boolean, .integer, .unsigned, .real, .date, .decimal, .string, .uuid: true
    case .url, .data, .json: false
    }
  }

  /// Whether SQL knows which values are equal.
  package var isComparable: Bool { isOrdered || self == .data }

  /// Whether a value may be NaN.
  package var hasNaN: Bool { self == .real || self == .date }
}

// MARK: - Writing

extension SQLStorage {
  /// Returns the value to bind for an untyped value.
  ///
  /// - Throws: ``CastError`` for a value of a type that the column's own type does not give.
  package func value(_ attribute: AttributeValue, in dialect: SQLDialect) throws(CastError) -> SQLValue {
    switch (self, attribute) {
    case (_, .null): .null
    case (.boolean, .bool(let value)): .integer(value ? 1 : 0)
    case (.boolean, .int(let value)), (.integer, .int(let value)), (.unsigned, .int(let value)): .integer(value)
    case (.unsigned, .uint(let value)): dialect == .sqlite ? .blob(Self.bytes(of: value)) : .text("\(value)")
    case (.real, .double(let value)): Self.number(value, in: dialect)
    case (.real, .int(let value)): .real(Double(value))
    case (.date, .date(let value)): Self.number(value.timeIntervalSinceReferenceDate, in: dialect)
    case (.decimal, .decimal(let value)): .text(value.description)
    case (.string, .string(let value)): .text(dialect == .sqlite ? value : NULEscape.escaped(value))
    case (.uuid, .uuid(let value)): .text(value.uuidString)
    case (.url, .url(let value)) where value.baseURL == nil: .text(value.absoluteString)
    case (.url, _), (.json, _): .text(JSONFormat.written(attribute))
    case (.data, .data(let value)): .blob(value)
    default: throw CastError(expected: "a value of the column's type", found: attribute.kind)
    }
  }

  private static func number(_ value: Double, in dialect: SQLDialect) -> SQLValue {
    if !value.isNaN { return .real(value) }
    // SQLite stores NaN as NULL, and a negative zero as an integer.
    return dialect == .sqlite ? .blob(bytes(of: value.bitPattern)) : .text("NaN")
  }

  /// Numbers from 2⁶³ on are not integers of SQLite; as bytes, they sort behind all numbers, and among each other.
  private static func bytes(of value: UInt64) -> Data { withUnsafeBytes(of: value.bigEndian) { Data($0) } }
}

// MARK: - Reading

extension SQLStorage {
  /// Returns the untyped value for a value of a row, which may be from another program.
  ///
  /// - Throws: ``CastError`` for a value that no value of the column becomes.
  package func attribute(_ value: SQLValue, in dialect: SQLDialect) throws(CastError) -> AttributeValue {
    switch (self, value) {
    case (_, .null): .null
    case (.boolean, .integer(0)): .bool(false)
    case (.boolean, .integer(1)): .bool(true)
    case (.real, .integer(let value)): .double(Double(value))
    case (.date, .integer(let value)): .date(Date(timeIntervalSinceReferenceDate: Double(value)))
    case (.date, .real(let value)): .date(Date(timeIntervalSinceReferenceDate: value))
    case (.url, .text(let text)) where text.hasPrefix("{"), (.json, .text(let text)): try Self.parsed(text)
    case (.date, .text(let text)) where dialect == .postgresql && text != "NaN": .date(try SQLTimestamp.date(text))
    case (.date, .text(let text)) where dialect == .sqlite:
      (try? SQLTimestamp.date(text)).map { .date($0) } ?? Self.plain(value)
    case (.real, .text(let text)) where dialect == .postgresql: .double(try Self.number(text))
    default: dialect == .sqlite ? sqlite(value) : postgresql(value)
    }
  }

  /// Whether a value of SQLite, where a column may have values of any type, is of a type that the adapter itself
  /// writes. Memory might read another one as a value that SQL does not take it for.
  func isUsual(_ value: SQLValue) -> Bool {
    switch (self, value) {
    case (_, .null), (.json, _): true
    case (.boolean, .integer), (.integer, .integer), (.unsigned, .integer), (.real, .integer), (.date, .integer): true
    case (.integer, .real), (.unsigned, .real), (.real, .real), (.date, .real): true
    case (.real, .blob), (.date, .blob), (.unsigned, .blob), (.data, .blob): true
    case (.decimal, .text), (.string, .text), (.uuid, .text), (.url, .text): true
    default: false
    }
  }

  private func sqlite(_ value: SQLValue) -> AttributeValue {
    if case .blob(let bytes) = value, bytes.count == 8 {
      switch self {
      case .real: return .double(Double(bitPattern: Self.number(bytes)))
      case .date: return .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: Self.number(bytes))))
      case .unsigned: return .uint(Self.number(bytes))
      default: break
      }
    }
    return Self.plain(value)
  }

  private func postgresql(_ value: SQLValue) -> AttributeValue {
    switch (self, value) {
    case (.date, .text("NaN")): .date(Date(timeIntervalSinceReferenceDate: .nan))
    case (.unsigned, .text(let text)): UInt64(text).map { .uint($0) } ?? .string(text)
    case (.string, .text(let text)): .string(NULEscape.unescaped(text))
    default: Self.plain(value)
    }
  }

  /// Returns a value as it is, whatever the type of its column.
  package static func plain(_ value: SQLValue) -> AttributeValue {
    switch value {
    case .null: .null
    case .integer(let value): .int(value)
    case .real(let value): .double(value)
    case .text(let text): .string(text)
    case .blob(let bytes): .data(bytes)
    }
  }

  /// Returns the number of a column of decimal numbers, if it has the digits with which that number is shown.
  private static func number(_ text: String) throws(CastError) -> Double {
    if text == "NaN" { return .nan }
    guard let number = Double(text) else { throw CastError(expected: "a number", found: "another string") }
    if number.isInfinite && text.hasSuffix("Infinity") { return number }
    guard try Decimal(attribute: .double(number)) == Decimal(attribute: .string(text)) else {
      throw CastError(expected: "a number that a Double has", found: "a string with another number")
    }
    return number
  }

  private static func number(_ bytes: Data) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

  private static func parsed(_ text: String) throws(CastError) -> AttributeValue {
    switch JSONFormat.read(text) {
    case .success(let value): return value
    case .failure(let failure): throw CastError(expected: "JSON", found: failure.found)
    }
  }
}
