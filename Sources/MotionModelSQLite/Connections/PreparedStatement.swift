#if SQLite
  import CMotionModelSQLite
  import Foundation
  import MotionModelSQL

  /// A statement that SQLite has compiled.
  final class PreparedStatement {
    private let pointer: OpaquePointer
    /// The time of the latest use, in uses of all statements.
    var latestUse = 0

    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { sqlite3_finalize(pointer) }

    var columnCount: Int { Int(sqlite3_column_count(pointer)) }

    func step() -> Int32 { sqlite3_step(pointer) }

    func reset() {
      sqlite3_reset(pointer)
      sqlite3_clear_bindings(pointer)
    }

    /// Binds a value. SQLite copies strings and bytes.
    func bind(_ value: SQLValue, at index: Int) -> Int32 {
      let index = Int32(index)
      switch value {
      case .null: return sqlite3_bind_null(pointer, index)
      case .integer(let value): return sqlite3_bind_int64(pointer, index, value)
      case .real(let value): return sqlite3_bind_double(pointer, index, value)
      case .text(let text):
        return text.withCString {
          sqlite3_bind_text64(pointer, index, $0, UInt64(text.utf8.count), Self.copied, UInt8(SQLITE_UTF8))
        }
      case .blob(let bytes):
        if bytes.isEmpty { return sqlite3_bind_zeroblob(pointer, index, 0) }
        return bytes.withUnsafeBytes {
          sqlite3_bind_blob64(pointer, index, $0.baseAddress, UInt64($0.count), Self.copied)
        }
      }
    }

    /// SQLITE_TRANSIENT, a macro that Swift does not import.
    private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

    func appendRow(to rows: inout SQLRows) {
      for column in 0..<sqlite3_column_count(pointer) { rows.append(value(column)) }
    }

    private func value(_ column: Int32) -> SQLValue {
      switch sqlite3_column_type(pointer, column) {
      case SQLITE_INTEGER: return .integer(sqlite3_column_int64(pointer, column))
      case SQLITE_FLOAT: return .real(sqlite3_column_double(pointer, column))
      case SQLITE_TEXT:
        let start = sqlite3_column_text(pointer, column)
        let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(pointer, column)))
        // What is not UTF-8 is no string, and no column of strings takes it.
        return String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .blob(Data(bytes))
      case SQLITE_BLOB:
        guard let start = sqlite3_column_blob(pointer, column) else { return .blob(Data()) }
        return .blob(Data(bytes: start, count: Int(sqlite3_column_bytes(pointer, column))))
      default: return .null
      }
    }
  }

  /// The prepared statements of a connection, by their texts. The latest 64 that were used are kept.
  struct PreparedStatements {
    private static let limit = 64
    private var statements: [String: PreparedStatement] = [:]
    private var useCount = 0
    /// The statement that was used last: one that is run for many rows is not looked up for each.
    private var last: (text: String, statement: PreparedStatement)?

    var count: Int { statements.count }

    subscript(text: String) -> PreparedStatement? {
      mutating get {
        useCount += 1
        if let last, last.text == text {
          last.statement.latestUse = useCount
          return last.statement
        }
        guard let statement = statements[text] else { return nil }
        statement.latestUse = useCount
        last = (text, statement)
        return statement
      }
    }

    mutating func insert(_ statement: PreparedStatement, for text: String) {
      if statements.count >= Self.limit, let oldest = statements.min(by: { $0.value.latestUse < $1.value.latestUse }) {
        statements[oldest.key] = nil
        if last?.text == oldest.key { last = nil }
      }
      useCount += 1
      statement.latestUse = useCount
      statements[text] = statement
    }

    mutating func removeAll() { (statements, last) = ([:], nil) }
  }
#endif
