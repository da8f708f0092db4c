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

    /// Makes the statement ready to be run again. Its values stay bound.
    func rewind() { sqlite3_reset(pointer) }

    /// Ends the statement, and forgets its values.
    func reset() {
      sqlite3_reset(pointer)
      sqlite3_clear_bindings(pointer)
    }

    /// Binds a value.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the rows of the value.
    ///   - owner: Says that SQLite copies the bytes. Without it, they must stay where they are until the statement is
    ///     reset.
    func bind(
      _ cell: SQLCell, _ bytes: UnsafeRawBufferPointer, at index: Int, _ owner: sqlite3_destructor_type? = nil
    ) -> Int32 {
      let index = Int32(index)
      switch cell.kind {
      case .null: return sqlite3_bind_null(pointer, index)
      case .integer: return sqlite3_bind_int64(pointer, index, cell.integer)
      case .real: return sqlite3_bind_double(pointer, index, cell.real)
      case .text:
        let text = cell.buffer(in: bytes)
        return sqlite3_bind_text64(
          pointer, index, text.baseAddress?.assumingMemoryBound(to: CChar.self), UInt64(text.count), owner,
          UInt8(SQLITE_UTF8))
      case .blob:
        let data = cell.buffer(in: bytes)
        if data.isEmpty { return sqlite3_bind_zeroblob(pointer, index, 0) }
        return sqlite3_bind_blob64(pointer, index, data.baseAddress, UInt64(data.count), owner)
      }
    }

    /// Adds the row at which the statement is to rows.
    func appendRow(to rows: inout SQLRows) {
      for column in 0..<sqlite3_column_count(pointer) { append(sqlite3_column_value(pointer, column), to: &rows) }
    }

    /// NB: Functions of a value take a fraction of the time of those of a column. They are safe because one thread uses
    /// the connection, and has opened it for that.
    private func append(_ value: OpaquePointer?, to rows: inout SQLRows) {
      switch sqlite3_value_type(value) {
      case SQLITE_INTEGER: rows.append(sqlite3_value_int64(value))
      case SQLITE_FLOAT: rows.append(sqlite3_value_double(value))
      case SQLITE_TEXT:
        let start = sqlite3_value_text(value)
        rows.append(.init(start: start, count: Int(sqlite3_value_bytes(value))), .text)
      case SQLITE_BLOB:
        let start = sqlite3_value_blob(value)
        rows.append(.init(start: start, count: Int(sqlite3_value_bytes(value))), .blob)
      default: rows.appendNull()
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
        if last?.text != text { last = statements[text].map { (text, $0) } }
        last?.statement.latestUse = useCount
        return last?.statement
      }
    }

    /// Adds a statement that was looked for in vain.
    mutating func insert(_ statement: PreparedStatement, for text: String) {
      if statements.count >= Self.limit, let oldest = statements.min(by: { $0.value.latestUse < $1.value.latestUse }) {
        statements[oldest.key] = nil
      }
      useCount += 1
      statement.latestUse = useCount
      statements[text] = statement
    }

    mutating func removeAll() { (statements, last) = ([:], nil) }
  }
#endif
