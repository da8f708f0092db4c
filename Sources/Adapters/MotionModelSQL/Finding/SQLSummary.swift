import MotionModel

/// The statement that computes facts about columns, in groups.
struct SQLSummary {
  /// What the statement returns for each group: first the values of its keys, then those of each fact.
  let text: SQLText
  private let requests: [SummaryRequest]
  private let keys: [TableForm.Column]
  private let dialect: SQLDialect

  /// Creates the statement; nil when SQL does not answer as memory does.
  ///
  /// - Parameter select: The rows, whose conditions have to be exact.
  init?(_ requests: [SummaryRequest], by keys: [TableForm.Column], in select: SQLSelect, _ dialect: SQLDialect) {
    guard select.isSummable, keys.allSatisfy({ select.layout.column($0, dialect).isGrouped }) else { return nil }
    (self.requests, self.keys, self.dialect) = (requests, keys, dialect)
    var values: [SQLText] = []
    for request in requests {
      guard let own = Self.values(request, keys, select, dialect) else { return nil }
      values += own
    }
    text = select.groups(by: keys, values)
    if text.bindingCount > SQLCondition.bindingLimit { return nil }
  }

  /// Returns the SQL values of a fact; nil when there are none.
  private static func values(
    _ request: SummaryRequest, _ keys: [TableForm.Column], _ select: SQLSelect, _ dialect: SQLDialect
  ) -> [SQLText]? {
    guard let column = request.column else { return request.kind == .count ? ["COUNT(*)"] : nil }
    let (name, storage): (SQLText, SQLStorage) = ("\(name: column.name)", SQLStorage(column.type))
    guard column.isStandard, select.layout.isComparable(column) else { return nil }
    switch request.kind {
    case .count: return ["COUNT(*)"]
    case .sum:
      guard storage == .integer else { return nil }
      return ["COUNT(\(sql: name))", "SUM(\(sql: name))", "MIN(\(sql: name))", "MAX(\(sql: name))"]
    case .least, .greatest:
      let isGreatest = request.kind == .greatest
      if keys.isEmpty { return select.extreme(of: column, isGreatest: isGreatest).map { ["(\(sql: $0))"] } }
      // Of equal values in a group it is not known which one is the first, and only of numbers they are the same.
      guard storage == .integer || storage == .unsigned else { return nil }
      return [isGreatest ? "MAX(\(sql: name))" : "MIN(\(sql: name))"]
    }
  }

  /// Returns the facts of a statement's rows; nil when a number does not fit, or a value is none of its column's.
  func summaries(_ rows: SQLRows) -> [GroupSummary]? {
    var summaries: [GroupSummary] = []
    for row in 0..<rows.count {
      let key = keys.indices.map { try? SQLStorage(keys[$0].type).attribute(rows[row: row, column: $0], in: dialect) }
      guard !key.contains(where: { $0 == nil }), let facts = facts(rows[row: row].dropFirst(keys.count)) else {
        return nil
      }
      summaries.append(GroupSummary(key: key.compactMap(\.self), facts: facts))
    }
    return summaries
  }

  private func facts(_ values: ArraySlice<SQLValue>) -> [ColumnSummary]? {
    var (rest, facts) = (values, [ColumnSummary]())
    for request in requests {
      let count = request.kind == .sum ? 4 : 1
      guard let fact = fact(request, Array(rest.prefix(count))) else { return nil }
      facts.append(fact)
      rest = rest.dropFirst(count)
    }
    return facts
  }

  private func fact(_ request: SummaryRequest, _ values: [SQLValue]) -> ColumnSummary? {
    switch request.kind {
    case .count: return values[0].integer.map { ColumnSummary(count: Int(clamping: $0)) }
    case .least, .greatest:
      guard let column = request.column, let value = try? SQLStorage(column.type).attribute(values[0], in: dialect)
      else { return nil }
      return ColumnSummary(count: 1, value: value)
    case .sum: return Self.sum(values)
    }
  }

  private static func sum(_ values: [SQLValue]) -> ColumnSummary? {
    guard let count = values[0].integer else { return nil }
    if count == 0 { return ColumnSummary(count: 0) }
    guard let sum = values[1].integer, let least = values[2].integer, let greatest = values[3].integer else {
      return nil
    }
    let (bound, isTooLarge) = Int64(clamping: max(least.magnitude, greatest.magnitude))
      .multipliedReportingOverflow(by: count)
    return isTooLarge ? nil : ColumnSummary(count: Int(clamping: count), value: .int(sum), bound: bound)
  }
}

extension SQLValue {
  /// The whole number, which PostgreSQL returns as text where it is a sum.
  fileprivate var integer: Int64? {
    switch self {
    case .integer(let number): number
    case .text(let text): Int64(text)
    default: nil
    }
  }
}
