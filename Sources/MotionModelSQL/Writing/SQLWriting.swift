import MotionModel
import MotionModelValues

/// The statements that write the rows of a model.
package struct SQLWriting: Sendable {
  private let layout: SQLLayout
  private let dialect: SQLDialect
  /// The columns of other types than the adapter declares, of whose values the database returns what it keeps.
  let mapped: [Int]

  private var table: TableForm { layout.form }
  private var hasPosition: Bool { layout.hasPosition }

  package init(_ layout: SQLLayout, in dialect: SQLDialect) {
    (self.layout, self.dialect) = (layout, dialect)
    mapped = layout.mapped.keys.sorted()
  }

  /// Returns the statement that inserts a row.
  ///
  /// - Parameters:
  ///   - values: A value for each column.
  ///   - position: The place in the order of insertion; nil for the last.
  package func insertion(_ values: [SQLValue], at position: SQLValue? = nil) -> SQLText {
    let names = (position == nil ? [] : [SQLTable.position]) + table.columns.map(\.name)
    let values = (position.map { [$0] } ?? []) + values
    return "INSERT INTO \(name: table.model) (\(names: names)) VALUES (\(bind: values))\(sql: returning(mapped))"
  }

  /// Returns the statement that changes some columns of a row.
  ///
  /// - Parameters:
  ///   - columns: The numbers and the values of the columns, at least one.
  ///   - row: The values that the row has now, of which that of the id and that of the version have to match.
  package func update(_ columns: [(Int, SQLValue)], of row: [SQLValue]) -> SQLText {
    let assignments = columns.map { index, value -> SQLText in "\(name: table.columns[index].name) = \(bind: value)" }
    return
      "UPDATE \(name: table.model) SET \(sql: assignments, separator: ", ") WHERE \(sql: match(row))\(sql: returning(mapped(columns.map(\.0))))"
  }

  /// Returns those of some columns of whose values the database returns what it keeps.
  func mapped(_ columns: [Int]) -> [Int] { columns.filter { mapped.contains($0) } }

  private func returning(_ columns: [Int]) -> SQLText {
    columns.isEmpty ? "" : " RETURNING \(names: columns.map { table.columns[$0].name })"
  }

  /// Returns the statement that deletes a row, and returns its position if rows have one.
  ///
  /// - Parameter row: As for ``update(_:of:)``.
  package func deletion(of row: [SQLValue]) -> SQLText {
    let deletion: SQLText = "DELETE FROM \(name: table.model) WHERE \(sql: match(row))"
    return hasPosition ? "\(sql: deletion) RETURNING \(name: SQLTable.position)" : deletion
  }

  private func match(_ row: [SQLValue]) -> SQLText {
    let tests = zip(matched, matches(row)).map { index, value -> SQLText in
      "\(sql: layout.column(table.columns[index], dialect).text) = \(bind: value)"
    }
    return tests.joined(by: " AND ")
  }

  /// The columns that tell which row is written.
  private var matched: [Int] { [table.idColumn] + (table.versionColumn.map { [$0] } ?? []) }

  /// Returns the values that are bound to tell which row is written: in ``update(_:of:)`` behind the new values, in
  /// ``deletion(of:)`` alone.
  func matches(_ row: [SQLValue]) -> [SQLValue] {
    matched.map { layout.column(table.columns[$0], dialect).comparable(row[$0]) }
  }
}
