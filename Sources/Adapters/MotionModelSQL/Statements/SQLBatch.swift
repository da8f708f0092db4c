/// A statement that writes, and the values with which it is run, once for each row of them.
package struct SQLBatch: Sendable {
  package let text: String
  /// The values that are bound, a row for each time that the statement is run.
  package var bindings: SQLRows
  /// The table in quotes and the columns in parentheses, if the statement does nothing but insert a row and returns
  /// nothing, so that rows may be inserted in another way.
  package let target: String?

  /// - Parameter text: The statement with any values.
  package init(_ text: SQLText, in dialect: SQLDialect) {
    let statement = text.statement(in: dialect)
    (self.text, bindings, target) = (statement.text, SQLRows(columnCount: statement.bindings.count), nil)
  }

  /// Creates the statement that inserts a row.
  ///
  /// - Parameters:
  ///   - clause: What stands in front of the values.
  ///   - returning: What stands behind them, if the statement returns something.
  package init(
    insertingInto table: String, _ columns: [String], _ clause: SQLText = "", returning: SQLText? = nil,
    in dialect: SQLDialect
  ) {
    let target: SQLText = "\(name: table) (\(names: columns))"
    let values = [SQLValue](repeating: .null, count: columns.count)
    self.target = returning == nil ? target.statement(in: dialect).text : nil
    let all: SQLText = "INSERT INTO \(sql: target)\(sql: clause) VALUES (\(bind: values))\(sql: returning ?? "")"
    text = all.statement(in: dialect).text
    bindings = SQLRows(columnCount: columns.count)
  }

  /// How often the statement is run.
  package var count: Int { bindings.count }
}

/// What the statements of a ``SQLBatch`` have done.
package struct SQLBatchResult: Sendable {
  /// The rows that the statements have returned: none, or one for each.
  package var rows: SQLRows
  /// The first run that has changed no row; nil if there is none.
  package var unchanged: Int?

  package init(rows: SQLRows = SQLRows(columnCount: 0)) { self.rows = rows }

  /// Adds what one run has done.
  ///
  /// - Parameter number: The number of the run.
  package mutating func add(_ rows: SQLRows, ofRun number: Int) {
    if rows.changeCount == 0 { unchanged = unchanged ?? number }
    if rows.count == 0 { return }
    if self.rows.columnCount == 0 { self.rows = SQLRows(columnCount: rows.columnCount) }
    self.rows.append(rows)
  }
}
