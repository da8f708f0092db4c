import Foundation
import MotionModel

/// A column of records that is a stored property of a plain type, which is read and written at its address.
///
/// It has no references and is not a closure: a loop over the columns of a row is a few instructions for each.
struct SQLPlainField: Sendable, BitwiseCopyable {
  enum Kind: UInt8, Sendable, BitwiseCopyable {
    /// A property of another type, which is not read here.
    case other
    case int, bool, double, date, string
    /// A string of PostgreSQL, where U+0001 begins the form of another character.
    case escapedString
  }

  let kind: Kind
  let isOptional: Bool
  /// Where the property is in the memory of a record.
  let offset: Int

  /// - Parameter offset: Where the property is in the memory of a record; nil for one that is not stored.
  init(_ type: Any.Type, at offset: Int?, in dialect: SQLDialect) {
    (self.offset, isOptional) = (offset ?? 0, type is any ExpressibleByNilLiteral.Type)
    kind =
      switch type {
      case _ where offset == nil: .other
      case is Int.Type, is Int?.Type: .int
      case is Bool.Type, is Bool?.Type: .bool
      case is Double.Type, is Double?.Type: .double
      case is Date.Type, is Date?.Type: .date
      case is String.Type, is String?.Type: dialect == .sqlite ? .string : .escapedString
      default: .other
      }
  }
}

// MARK: - Reading

extension SQLPlainField {
  /// Assigns a value of a row to the property.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the rows.
  ///   - record: A record.
  /// - Returns: Whether it was assigned; false for what is not usual.
  func read(_ cell: SQLCell, _ bytes: UnsafeRawBufferPointer, into record: MutableRow) -> Bool {
    if cell.kind == .null { return setNil(record) }
    switch (kind, cell.kind) {
    case (.int, .integer):
      guard let number = Int(exactly: cell.integer) else { return false }
      set(number, record)
    case (.bool, .integer):
      guard cell.integer == 0 || cell.integer == 1 else { return false }
      set(cell.integer == 1, record)
    case (.double, .real): set(cell.real, record)
    case (.date, .real): set(Date(timeIntervalSinceReferenceDate: cell.real), record)
    case (.string, .text), (.escapedString, .text):
      if kind == .escapedString && cell.buffer(in: bytes).contains(1) { return false }
      guard let text = cell.string(in: bytes) else { return false }
      set(text, record)
    default: return false
    }
    return true
  }

  @inline(__always)
  private func set<Value>(_ value: Value, _ record: MutableRow) {
    if isOptional {
      record[Value?.self, at: offset] = value
    } else {
      record[Value.self, at: offset] = value
    }
  }

  private func setNil(_ record: MutableRow) -> Bool {
    if !isOptional { return false }
    switch kind {
    case .other: return false
    case .int: record[Int?.self, at: offset] = nil
    case .bool: record[Bool?.self, at: offset] = nil
    case .double: record[Double?.self, at: offset] = nil
    case .date: record[Date?.self, at: offset] = nil
    case .string, .escapedString: record[String?.self, at: offset] = nil
    }
    return true
  }
}

// MARK: - Writing

extension SQLPlainField {
  /// Adds what is bound for the property.
  ///
  /// - Parameter record: A record.
  /// - Returns: Whether it was added; false for what is not usual.
  func append(_ record: Row, to rows: inout SQLRows) -> Bool {
    switch kind {
    case .other: return false
    case .int:
      guard let number = get(Int.self, record) else { return appendNull(to: &rows) }
      rows.append(Int64(number))
    case .bool:
      guard let value = get(Bool.self, record) else { return appendNull(to: &rows) }
      rows.append(Int64(value ? 1 : 0))
    case .double:
      guard let number = get(Double.self, record) else { return appendNull(to: &rows) }
      if !number.isFinite { return false }
      rows.append(number)
    case .date:
      guard let seconds = get(Date.self, record)?.timeIntervalSinceReferenceDate else {
        return appendNull(to: &rows)
      }
      if !seconds.isFinite { return false }
      rows.append(seconds)
    case .string, .escapedString:
      guard let text = get(String.self, record) else { return appendNull(to: &rows) }
      if kind == .escapedString && text.utf8.contains(where: { $0 < 2 }) { return false }
      rows.append(text)
    }
    return true
  }

  private func appendNull(to rows: inout SQLRows) -> Bool {
    rows.appendNull()
    return true
  }

  /// Returns the whole number of the property; nil if it has none.
  func number(of record: Row) -> Int64? { kind == .int ? get(Int.self, record).map { Int64($0) } : nil }

  /// Returns whether replacing the property of one record by that of another changes nothing: zero and negative zero
  /// are equal, and not the same. Nil if that is not known here.
  func isSame(_ record: Row, _ other: Row) -> Bool? {
    switch kind {
    case .other: nil
    case .int: get(Int.self, record) == get(Int.self, other)
    case .bool: get(Bool.self, record) == get(Bool.self, other)
    case .double: get(Double.self, record)?.bitPattern == get(Double.self, other)?.bitPattern
    case .date:
      get(Date.self, record)?.timeIntervalSinceReferenceDate.bitPattern
        == get(Date.self, other)?.timeIntervalSinceReferenceDate.bitPattern
    case .string, .escapedString:
      switch (get(String.self, record), get(String.self, other)) {
      // One that was not changed is in the same memory.
      case _ where record[(Int, Int).self, at: offset] == other[(Int, Int).self, at: offset]: true
      case (let text?, let other?): text.utf8.elementsEqual(other.utf8)
      case (nil, nil): true
      default: false
      }
    }
  }

  @inline(__always)
  private func get<Value>(_ type: Value.Type, _ record: Row) -> Value? {
    isOptional ? record[Value?.self, at: offset] : record[Value.self, at: offset]
  }
}
