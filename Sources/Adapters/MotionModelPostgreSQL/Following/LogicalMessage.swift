/// A message of the plugin `pgoutput`, version 1: a part of a transaction that has committed.
package enum LogicalMessage: Sendable, Hashable {
  /// A transaction begins.
  ///
  /// - Parameters:
  ///   - end: The position of its commit.
  ///   - time: When it committed, in microseconds since 2000-01-01.
  case begin(end: UInt64, time: Int64, number: UInt32)
  /// The transaction is complete.
  ///
  /// - Parameter end: The position behind it.
  case commit(flags: UInt8, position: UInt64, end: UInt64, time: Int64)
  /// The transaction comes from another server.
  case origin(String)
  /// The columns of a table, before its first row and when they have changed.
  case relation(Relation)
  /// A type that is not built in.
  case type(number: UInt32, schema: String, name: String)
  /// A row was inserted.
  case insert(relation: UInt32, row: [Value])
  /// A row was updated. The old row is nil when its key is as before; of a key, the other columns are null.
  case update(relation: UInt32, old: [Value]?, row: [Value])
  /// A row was deleted.
  case delete(relation: UInt32, old: [Value])
  /// Tables were emptied.
  case truncate([UInt32])

  /// A table as messages refer to it.
  package struct Relation: Sendable, Hashable {
    package let number: UInt32
    package let schema: String
    package let name: String
    package let columns: [Column]
    /// Whether old rows have all columns: the replica identity is full.
    package let hasFullRows: Bool

    package init(number: UInt32, schema: String, name: String, columns: [Column], hasFullRows: Bool) {
      (self.number, self.schema, self.name) = (number, schema, name)
      (self.columns, self.hasFullRows) = (columns, hasFullRows)
    }
  }

  /// A column of a table.
  package struct Column: Sendable, Hashable {
    package let name: String
    package let type: UInt32
    /// Whether old rows have it.
    package let isKey: Bool

    package init(name: String, type: UInt32, isKey: Bool) {
      (self.name, self.type, self.isKey) = (name, type, isKey)
    }
  }

  /// A value of a row.
  package enum Value: Sendable, Hashable {
    case null
    /// A large value that is as before, and was not sent.
    case unchanged
    case text(String)
  }
}

/// Why bytes are not a message.
package enum LogicalMessageError: Error, Hashable, CustomStringConvertible {
  /// The message ends before it is complete.
  case truncated(message: UInt8)
  /// There are bytes behind the message.
  case tooLong(message: UInt8)
  /// A byte does not name a kind of message, row or value.
  case unknownKind(UInt8, in: UInt8)
  /// A string is not UTF-8.
  case notUTF8(message: UInt8)

  package var description: String {
    func name(_ byte: UInt8) -> String { "\"\(Unicode.Scalar(byte))\"" }
    switch self {
    case .truncated(let message): return "a message \(name(message)) of its log is incomplete"
    case .tooLong(let message): return "a message \(name(message)) of its log is too long"
    case .unknownKind(let byte, let message): return "a message \(name(message)) of its log has a part \(name(byte))"
    case .notUTF8(let message): return "a message \(name(message)) of its log has a string that is not UTF-8"
    }
  }
}
