package import MotionModel

/// The statements that read the rows of a query.
package struct SQLSelect: Sendable {
  private let query: QueryForm
  private let table: TableForm
  private let condition: SQLCondition
  private let dialect: SQLDialect
  /// Whether the statements read exactly the rows of the query, in its order and window.
  package let isExact: Bool

  package init(_ query: QueryForm, of table: TableForm, in dialect: SQLDialect) {
    (self.query, self.table, self.dialect) = (query, table, dialect)
    condition = SQLCondition(query.condition, of: table.model, in: dialect)
    let isOrdered = query.order?.allSatisfy { SQLColumn($0.column, dialect).isOrdered } ?? false
    isExact = condition.isExact && isOrdered && !query.hasMore
  }

  /// Whether ``count`` is the number of the query's records.
  package var isCountExact: Bool { condition.isExact && !query.hasMore }

  /// Reads the rows: those of the query, or if that is not exact, all that may be among them, in the order of insertion.
  package var records: SQLText {
    let names = table.columns.map(\.name)
    let rows: SQLText = "SELECT \(names: names) FROM \(name: table.model)\(sql: filter)"
    if !isExact { return "\(sql: rows) ORDER BY \(name: SQLTable.position)" }
    return "\(sql: rows) ORDER BY \(sql: keys, separator: ", ")\(sql: window)"
  }

  /// Counts the rows, within the window.
  package var count: SQLText {
    if query.offset == 0 && query.limit == nil { return "SELECT COUNT(*) FROM \(name: table.model)\(sql: filter)" }
    return "SELECT COUNT(*) FROM (SELECT 1 FROM \(name: table.model)\(sql: filter)\(sql: window)) AS \(name: "rows")"
  }

  private var filter: SQLText {
    if case .constant(true) = query.condition { return "" }
    return " WHERE \(sql: condition.text)"
  }

  private var keys: [SQLText] {
    let keys = (query.order ?? []).flatMap {
      SQLColumn($0.column, dialect).keys($0.direction, $0.nils, isReversed: query.isReversed)
    }
    return keys + [query.isReversed ? "\(name: SQLTable.position) DESC" : "\(name: SQLTable.position)"]
  }

  private var window: SQLText {
    if query.offset == 0 && query.limit == nil { return "" }
    // SQLite has no offset without a limit, and takes a negative one for none.
    let limit: SQLText =
      query.limit.map { " LIMIT \(bind: .integer(Int64($0)))" } ?? (dialect == .sqlite ? " LIMIT -1" : "")
    return query.offset == 0 ? limit : "\(sql: limit) OFFSET \(bind: .integer(Int64(query.offset)))"
  }
}
