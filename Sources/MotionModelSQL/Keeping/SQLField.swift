import Foundation
import MotionModel
import MotionModelValues

/// Reads and writes the values of one column of records, which are given by their addresses.
///
/// Its functions do not depend on the model's type. A generic function of another module is compiled once for all models, and asks at
/// run time for the type of each value that it moves, which takes longer than reading a row.
struct SQLField: Sendable {
  let name: String
  let storage: SQLStorage
  /// Assigns a value of a row to the column of a new record.
  let read: @Sendable (SQLValue, UnsafeMutableRawPointer) -> CastError?
  /// Returns the value of the column to be bound.
  let value: @Sendable (UnsafeRawPointer) throws(CastError) -> SQLValue

  /// The fields of a model's columns, in their order.
  static func of<Record: Model>(_ model: Record.Type, in dialect: SQLDialect) -> [SQLField] {
    let key = Key(model: ObjectIdentifier(model), dialect: dialect)
    if let fields = made.withLock({ $0[key] }) { return fields }
    let fields = model.schema.columns.map { SQLField($0, in: dialect) }
    made.withLock { $0[key] = fields }
    return fields
  }

  private struct Key: Hashable {
    let model: ObjectIdentifier
    let dialect: SQLDialect
  }

  /// The fields of all models that were used, of which a program has a fixed number.
  private static let made = Locked<[Key: [SQLField]]>([:])
}

// MARK: - Any column

extension SQLField {
  /// Creates the field of a column: by the untyped values that files have, or for plain properties without these.
  init<Record: Model>(_ column: Column<Record>, in dialect: SQLDialect) {
    let storage = SQLStorage(column.type)
    let field = SQLField(
      name: column.name, storage: storage,
      read: { value, record in
        do throws(CastError) {
          let attribute = try storage.attribute(value, in: dialect)
          return column.read(attribute, into: &record.assumingMemoryBound(to: Record.self).pointee)
        } catch {
          return error
        }
      },
      value: { record throws(CastError) in
        let attribute = try column.written(record.assumingMemoryBound(to: Record.self).pointee)
        return try storage.value(attribute, in: dialect)
      })
    let offset = MemoryLayout<Record>.offset(of: column.keyPath)
    self = offset.flatMap { field.plain(type(of: column.keyPath).valueType, at: $0, in: dialect) } ?? field
  }
}

// MARK: - Plain properties

extension SQLField {
  /// Returns the field of a stored property of a plain type; nil for other types. What is not usual is left to this field.
  private func plain(_ type: Any.Type, at offset: Int, in dialect: SQLDialect) -> SQLField? {
    switch type {
    case is Int.Type: plain(offset, Self.int) { .integer(Int64($0)) }
    case is Int?.Type: optional(offset, Self.int) { .integer(Int64($0)) }
    case is Bool.Type: plain(offset, Self.bool) { .integer($0 ? 1 : 0) }
    case is Bool?.Type: optional(offset, Self.bool) { .integer($0 ? 1 : 0) }
    case is Double.Type: plain(offset, Self.double) { $0.isFinite ? .real($0) : nil }
    case is Double?.Type: optional(offset, Self.double) { $0.isFinite ? .real($0) : nil }
    case is Date.Type: plain(offset, Self.date, Self.value)
    case is Date?.Type: optional(offset, Self.date, Self.value)
    case is String.Type where dialect == .sqlite: plain(offset, Self.string) { .text($0) }
    case is String?.Type where dialect == .sqlite: optional(offset, Self.string) { .text($0) }
    case is String.Type: plain(offset, Self.unescaped, Self.unescapedValue)
    case is String?.Type: optional(offset, Self.unescaped, Self.unescapedValue)
    default: nil
    }
  }

  /// - Parameters:
  ///   - read: Returns a property's value; nil for what is not usual.
  ///   - value: Returns what is bound for it; nil for what is not usual.
  private func plain<Value>(
    _ offset: Int, _ read: @escaping @Sendable (SQLValue) -> Value?, _ value: @escaping @Sendable (Value) -> SQLValue?
  ) -> SQLField {
    SQLField(
      name: name, storage: storage,
      read: { [self] stored, record in
        guard let found = read(stored) else { return self.read(stored, record) }
        (record + offset).assumingMemoryBound(to: Value.self).pointee = found
        return nil
      },
      value: { [self] record throws(CastError) in
        if let value = value((record + offset).assumingMemoryBound(to: Value.self).pointee) { return value }
        return try self.value(record)
      })
  }

  private func optional<Value>(
    _ offset: Int, _ read: @escaping @Sendable (SQLValue) -> Value?, _ value: @escaping @Sendable (Value) -> SQLValue?
  ) -> SQLField {
    SQLField(
      name: name, storage: storage,
      read: { [self] stored, record in
        let found = read(stored)
        if found == nil && stored != .null { return self.read(stored, record) }
        (record + offset).assumingMemoryBound(to: Value?.self).pointee = found
        return nil
      },
      value: { [self] record throws(CastError) in
        guard let found = (record + offset).assumingMemoryBound(to: Value?.self).pointee else { return .null }
        if let value = value(found) { return value }
        return try self.value(record)
      })
  }

  private static func int(_ value: SQLValue) -> Int? {
    if case .integer(let number) = value { Int(exactly: number) } else { nil }
  }

  private static func bool(_ value: SQLValue) -> Bool? {
    switch value {
    case .integer(0): false
    case .integer(1): true
    default: nil
    }
  }

  private static func double(_ value: SQLValue) -> Double? {
    if case .real(let number) = value { number } else { nil }
  }

  private static func date(_ value: SQLValue) -> Date? {
    if case .real(let seconds) = value { Date(timeIntervalSinceReferenceDate: seconds) } else { nil }
  }

  private static func value(_ date: Date) -> SQLValue? {
    let seconds = date.timeIntervalSinceReferenceDate
    return seconds.isFinite ? .real(seconds) : nil
  }

  private static func string(_ value: SQLValue) -> String? {
    if case .text(let text) = value { text } else { nil }
  }

  /// A string of PostgreSQL, unless characters of it stand for others.
  private static func unescaped(_ value: SQLValue) -> String? {
    guard case .text(let text) = value, !text.utf8.contains(1) else { return nil }
    return text
  }

  private static func unescapedValue(_ text: String) -> SQLValue? {
    text.utf8.contains { $0 < 2 } ? nil : .text(text)
  }
}
