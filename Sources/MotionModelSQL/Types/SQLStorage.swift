import Foundation
package import MotionModelValues

/// How the values of a column are stored in SQLite, without loss.
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

// MARK: - Values

extension SQLStorage {
  /// Returns the value to bind for an untyped value.
  ///
  /// - Throws: ``CastError`` for a value of a type that the column's own type does not give.
  package func value(_ attribute: AttributeValue) throws(CastError) -> SQLValue {
    switch (self, attribute) {
    case (_, .null): .null
    case (.boolean, .bool(let value)): .integer(value ? 1 : 0)
    case (.boolean, .int(let value)), (.integer, .int(let value)), (.unsigned, .int(let value)): .integer(value)
    // Numbers from 2⁶³ on are no numbers of SQLite; as bytes, they sort behind all numbers, and among each other.
    case (.unsigned, .uint(let value)): .blob(Self.bytes(of: value))
    case (.real, .double(let value)): Self.number(value)
    case (.real, .int(let value)): .real(Double(value))
    case (.date, .date(let value)): Self.number(value.timeIntervalSinceReferenceDate)
    case (.decimal, .decimal(let value)): .text(value.description)
    case (.string, .string(let value)): .text(value)
    case (.uuid, .uuid(let value)): .text(value.uuidString)
    case (.url, .url(let value)) where value.baseURL == nil: .text(value.absoluteString)
    case (.url, _), (.json, _): .text(JSONFormat.written(attribute))
    case (.data, .data(let value)): .blob(value)
    default: throw CastError(expected: "a value of the column's type", found: attribute.kind)
    }
  }

  private static func number(_ value: Double) -> SQLValue {
    // SQLite stores NaN as NULL, and a negative zero as an integer.
    value.isNaN ? .blob(bytes(of: value.bitPattern)) : .real(value)
  }

  private static func bytes(of value: UInt64) -> Data { withUnsafeBytes(of: value.bigEndian) { Data($0) } }

  /// Returns the untyped value for a value of a row, which may be from another program.
  ///
  /// - Throws: ``CastError`` for a value that no value of the column becomes.
  package func attribute(_ value: SQLValue) throws(CastError) -> AttributeValue {
    switch (self, value) {
    case (_, .null): .null
    case (.boolean, .integer(0)): .bool(false)
    case (.boolean, .integer(1)): .bool(true)
    case (.real, .integer(let value)): .double(Double(value))
    case (.real, .blob(let bytes)) where bytes.count == 8: .double(Double(bitPattern: Self.number(bytes)))
    case (.date, .integer(let value)): .date(Date(timeIntervalSinceReferenceDate: Double(value)))
    case (.date, .real(let value)): .date(Date(timeIntervalSinceReferenceDate: value))
    case (.date, .blob(let bytes)) where bytes.count == 8:
      .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: Self.number(bytes))))
    case (.unsigned, .blob(let bytes)) where bytes.count == 8: .uint(Self.number(bytes))
    case (.url, .text(let text)) where text.hasPrefix("{"), (.json, .text(let text)): try Self.parsed(text)
    case (_, .integer(let value)): .int(value)
    case (_, .real(let value)): .double(value)
    case (_, .text(let text)): .string(text)
    case (_, .blob(let bytes)): .data(bytes)
    }
  }

  private static func number(_ bytes: Data) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

  private static func parsed(_ text: String) throws(CastError) -> AttributeValue {
    switch JSONFormat.read(text) {
    case .success(let value): return value
    case .failure(let failure): throw CastError(expected: "JSON", found: failure.found)
    }
  }
}
