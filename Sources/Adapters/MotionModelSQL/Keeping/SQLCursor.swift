/// The rows of a statement that reads, some at a time, so that they need not all be in memory.
///
/// While it is in use, a transaction is open, which sees one state of the database.
package struct SQLCursor {
  /// How many rows are read at a time.
  package static let pieceSize = 2000

  private let fetch: (_ count: Int) throws(SQLError) -> SQLRows
  private var isAtEnd = false

  /// - Parameter fetch: Returns the next rows, at most a number of them; fewer only at the end.
  package init(_ fetch: @escaping (_ count: Int) throws(SQLError) -> SQLRows) { self.fetch = fetch }

  /// Returns the next rows, at least one; nil behind the last one.
  package mutating func next() throws(SQLError) -> SQLRows? {
    if isAtEnd { return nil }
    let rows = try fetch(Self.pieceSize)
    isAtEnd = rows.count < Self.pieceSize
    return rows.count == 0 ? nil : rows
  }
}
