package import MotionModel

/// The statements that read the rows of a query.
package struct SQLSelect: Sendable {
  private let query: QueryForm
  private let table: TableForm
  /// The column that orders rows where nothing else does.
  private let position: SQLText
  /// The table as it is.
  let layout: SQLLayout
  private let condition: SQLCondition
  private let dialect: SQLDialect
  /// The keys of the order, without that of insertion.
  private let orderKeys: [SQLText]
  /// Whether the statements read exactly the rows of the query, in its order and window.
  package let isExact: Bool

  /// - Parameter layouts: Returns the tables of related models, where they are known.
  package init(
    _ query: QueryForm, of layout: SQLLayout, in dialect: SQLDialect,
    layouts: @escaping (any Model.Type) -> SQLLayout? = { _ in nil }
  ) {
    (self.query, table, self.dialect) = (query, layout.form, dialect)
    position = layout.order(in: dialect)
    let scope = SQLScope(layout, dialect, layouts: layouts)
    condition = SQLCondition(query.condition, in: scope)
    let order = query.order?.map { scope.keys($0, isReversed: query.isReversed) } ?? [nil]
    orderKeys = order.compactMap(\.self).flatMap(\.self)
    let isDistinct = query.distinct?.allSatisfy { layout.column($0, dialect).isGrouped }
    isCountExact = condition.isExact && isDistinct == true && !query.hasStart
    isExact = isCountExact && !order.contains { $0 == nil }
    self.layout = layout
  }

  /// Whether ``count`` is the number of the query's records.
  package let isCountExact: Bool

  /// Reads the rows: those of the query, or if that is not exact, all that may be among them, in the order of
  /// insertion.
  package var records: SQLText {
    let names = table.columns.map(\.name)
    if isExact { return "\(sql: rows(names))\(sql: lock)" }
    return "SELECT \(names: names) FROM \(name: table.model)\(sql: filter) ORDER BY \(sql: position)\(sql: lock)"
  }

  /// Counts the rows, within the window.
  package var count: SQLText {
    if query.offset == 0 && query.limit == nil && groups.isEmpty {
      return "SELECT COUNT(*) FROM \(name: table.model)\(sql: filter)"
    }
    return
      "SELECT COUNT(*) FROM (SELECT 1 FROM \(name: table.model)\(sql: filter)\(sql: grouping)\(sql: window)) AS \(name: "rows")"
  }

  // MARK: - Aggregates

  /// Whether aggregates of the rows are those of the query's records.
  var isSummable: Bool { isPart ? isExact : isCountExact }

  /// Whether not all rows that meet the conditions are meant.
  private var isPart: Bool { query.offset != 0 || query.limit != nil || !groups.isEmpty }

  /// Returns the statement that computes values in groups of rows.
  func groups(by keys: [TableForm.Column], _ values: [SQLText]) -> SQLText {
    let columns = keys.map { layout.column($0, dialect) }
    let results = columns.map(\.groupKey) + values
    let text: SQLText = "SELECT \(sql: results, separator: ", ") FROM \(sql: source([]))"
    return keys.isEmpty ? text : "\(sql: text) GROUP BY \(sql: columns.map(\.text), separator: ", ")"
  }

  /// Returns the statement that reads the first of the least or greatest values that are neither nil nor NaN; nil when
  /// SQL does not order the column as memory does.
  func extreme(of column: TableForm.Column, isGreatest: Bool) -> SQLText? {
    let column = layout.column(column, dialect)
    guard column.isOrdered else { return nil }
    let tests = ["\(sql: column.name) IS NOT NULL", column.end].compactMap(\.self)
    let order: SQLText = "\(sql: column.text)\(sign: isGreatest ? " DESC" : "")"
    return """
      SELECT \(sql: column.name) FROM \(sql: source(tests)) ORDER BY \
      \(sql: [order] + (isPart ? keys : [position]), separator: ", ") LIMIT 1
      """
  }

  /// The rows of the query that meet further conditions.
  private func source(_ tests: [SQLText]) -> SQLText {
    if isPart {
      let part: SQLText = "(\(sql: rows(own))) AS \(name: table.model)"
      return tests.isEmpty ? part : "\(sql: part) WHERE \(sql: tests, separator: " AND ")"
    }
    if tests.isEmpty { return "\(name: table.model)\(sql: filter)" }
    return "\(name: table.model) WHERE \(sql: tests + [condition.text], separator: " AND ")"
  }

  /// The names of all columns that statements use, also of that of the order of insertion.
  private var own: [String] { (layout.hasPosition ? [SQLTable.position] : []) + table.columns.map(\.name) }

  // MARK: - Parts

  /// Returns the statement for columns of the rows of the query, in its order and window.
  private func rows(_ names: [String]) -> SQLText {
    let rows: SQLText =
      groups.isEmpty ? "SELECT \(names: names) FROM \(name: table.model)\(sql: filter)" : firsts(names)
    return "\(sql: rows) ORDER BY \(sql: keys, separator: ", ")\(sql: window)"
  }

  /// The columns whose values are distinct.
  private var groups: [SQLText] { (query.distinct ?? []).map { layout.column($0, dialect).text } }

  private var grouping: SQLText { groups.isEmpty ? "" : " GROUP BY \(sql: groups, separator: ", ")" }

  /// The rows of which each is the first, in the order of the query, of those with equal values in the distinct
  /// columns.
  private func firsts(_ names: [String]) -> SQLText {
    """
    SELECT \(names: names) FROM (SELECT \(names: own), ROW_NUMBER() OVER (PARTITION BY \
    \(sql: groups, separator: ", ") ORDER BY \(sql: keys, separator: ", ")) AS \(name: "row number") FROM \
    \(name: table.model)\(sql: filter)) AS \(name: table.model) WHERE \(name: "row number") = 1
    """
  }

  /// Locks the rows. Transactions of SQLite take turns.
  private var lock: SQLText {
    guard let lock = query.lock, dialect == .postgresql else { return "" }
    return switch lock {
    case .wait: " FOR UPDATE"
    case .skip: " FOR UPDATE SKIP LOCKED"
    case .refuse: " FOR UPDATE NOWAIT"
    }
  }

  private var filter: SQLText {
    if case .constant(true) = query.condition { return "" }
    return " WHERE \(sql: condition.text)"
  }

  private var keys: [SQLText] { orderKeys + [query.isReversed ? "\(sql: position) DESC" : position] }

  private var window: SQLText {
    if query.offset == 0 && query.limit == nil { return "" }
    // SQLite has no offset without a limit, and takes a negative one for none.
    let limit: SQLText =
      query.limit.map { " LIMIT \(bind: .integer(Int64($0)))" } ?? (dialect == .sqlite ? " LIMIT -1" : "")
    return query.offset == 0 ? limit : "\(sql: limit) OFFSET \(bind: .integer(Int64(query.offset)))"
  }
}
