package import MotionModel

/// The statements that read the rows of a query.
package struct SQLSelect: Sendable {
  private let query: QueryForm
  private let table: TableForm
  /// The column that orders rows where nothing else does.
  private let position: SQLText
  private let hasPosition: Bool
  /// The table as it is.
  let layout: SQLLayout
  private let condition: SQLCondition
  private let dialect: SQLDialect
  /// Whether the statements read exactly the rows of the query, in its order and window.
  package let isExact: Bool

  package init(_ query: QueryForm, of layout: SQLLayout, in dialect: SQLDialect) {
    (self.query, table, self.dialect) = (query, layout.form, dialect)
    (hasPosition, position) = (layout.hasPosition, layout.order(in: dialect))
    condition = SQLCondition(query.condition, of: layout, in: dialect)
    let isOrdered = query.order?.allSatisfy {
      SQLColumn($0.column, dialect).isOrdered && layout.isComparable($0.column)
    }
    let isDistinct = query.distinct?.allSatisfy { SQLColumn($0, dialect).isGrouped && layout.isComparable($0) }
    isCountExact = condition.isExact && isDistinct == true && !query.hasStart
    isExact = isCountExact && isOrdered == true
    self.layout = layout
  }

  /// Whether ``count`` is the number of the query's records.
  package let isCountExact: Bool

  /// Reads the rows: those of the query, or if that is not exact, all that may be among them, in the order of insertion.
  package var records: SQLText {
    let names = table.columns.map(\.name)
    let rows: SQLText = "SELECT \(names: names) FROM \(name: table.model)\(sql: filter)"
    if !isExact { return "\(sql: rows) ORDER BY \(sql: position)" }
    return "\(sql: groups.isEmpty ? rows : firsts(names)) ORDER BY \(sql: keys, separator: ", ")\(sql: window)"
  }

  /// Counts the rows, within the window.
  package var count: SQLText {
    if query.offset == 0 && query.limit == nil && groups.isEmpty {
      return "SELECT COUNT(*) FROM \(name: table.model)\(sql: filter)"
    }
    return
      "SELECT COUNT(*) FROM (SELECT 1 FROM \(name: table.model)\(sql: filter)\(sql: grouping)\(sql: window)) AS \(name: "rows")"
  }

  /// Returns the statement that computes values in groups of rows.
  func groups(by keys: [TableForm.Column], _ values: SQLText) -> SQLText {
    let columns = keys.map { SQLColumn($0, dialect) }
    let results = columns.map(\.groupKey) + [values]
    let text: SQLText = "SELECT \(sql: results, separator: ", ") FROM \(name: table.model)\(sql: filter)"
    return keys.isEmpty ? text : "\(sql: text) GROUP BY \(sql: columns.map(\.text), separator: ", ")"
  }

  /// Returns the statement that reads the first of the least or greatest values that are neither nil nor NaN; nil when
  /// SQL does not order the column as memory does.
  func extreme(of column: TableForm.Column, isGreatest: Bool) -> SQLText? {
    let column = SQLColumn(column, dialect)
    guard column.isOrdered else { return nil }
    let tests: [SQLText?] = ["\(sql: column.name) IS NOT NULL", column.end, condition.text]
    return """
      SELECT \(sql: column.name) FROM \(name: table.model) WHERE \(sql: tests.compactMap(\.self), separator: " AND ") ORDER BY \
      \(sql: column.text)\(sign: isGreatest ? " DESC" : ""), \(sql: position) LIMIT 1
      """
  }

  /// The columns whose values are distinct.
  private var groups: [SQLText] { (query.distinct ?? []).map { SQLColumn($0, dialect).text } }

  private var grouping: SQLText { groups.isEmpty ? "" : " GROUP BY \(sql: groups, separator: ", ")" }

  /// The rows of which each is the first, in the order of the query, of those with equal values in the distinct columns.
  private func firsts(_ names: [String]) -> SQLText {
    let inner = (hasPosition ? [SQLTable.position] : []) + names
    return """
      SELECT \(names: names) FROM (SELECT \(names: inner), ROW_NUMBER() OVER (PARTITION BY \
      \(sql: groups, separator: ", ") ORDER BY \(sql: keys, separator: ", ")) AS \(name: "row number") FROM \
      \(name: table.model)\(sql: filter)) AS \(name: table.model) WHERE \(name: "row number") = 1
      """
  }

  private var filter: SQLText {
    if case .constant(true) = query.condition { return "" }
    return " WHERE \(sql: condition.text)"
  }

  private var keys: [SQLText] {
    let keys = (query.order ?? []).flatMap {
      SQLColumn($0.column, dialect).keys($0.direction, $0.nils, isReversed: query.isReversed)
    }
    return keys + [query.isReversed ? "\(sql: position) DESC" : position]
  }

  private var window: SQLText {
    if query.offset == 0 && query.limit == nil { return "" }
    // SQLite has no offset without a limit, and takes a negative one for none.
    let limit: SQLText =
      query.limit.map { " LIMIT \(bind: .integer(Int64($0)))" } ?? (dialect == .sqlite ? " LIMIT -1" : "")
    return query.offset == 0 ? limit : "\(sql: limit) OFFSET \(bind: .integer(Int64(query.offset)))"
  }
}
