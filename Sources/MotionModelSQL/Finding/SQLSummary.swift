import MotionModel

/// The statement that computes facts about a column, in groups.
struct SQLSummary {
  /// What the statement returns for each group: first the values of its keys, then those that ``summary(_:row:)`` reads.
  let text: SQLText
  private let column: TableForm.Column?
  private let keys: [TableForm.Column]
  private let kind: ColumnSummary.Kind
  private let dialect: SQLDialect

  /// Creates the statement; nil when SQL does not answer as memory does.
  ///
  /// - Parameter select: The rows, whose conditions have to be exact.
  init?(
    of column: TableForm.Column?, _ kind: ColumnSummary.Kind, by keys: [TableForm.Column], in select: SQLSelect,
    _ dialect: SQLDialect
  ) {
    guard select.isCountExact, keys.allSatisfy({ SQLColumn($0, dialect).isGrouped }),
      (keys + [column].compactMap(\.self)).allSatisfy(select.layout.isComparable)
    else { return nil }
    let values: SQLText
    switch (kind, column) {
    case (.count, _): values = "COUNT(*)"
    case (.sum, let column?) where SQLStorage(column.type) == .integer && column.isStandard:
      let name: SQLText = "\(name: column.name)"
      values = "COUNT(\(sql: name)), SUM(\(sql: name)), MIN(\(sql: name)), MAX(\(sql: name))"
    case (.least, let column?), (.greatest, let column?):
      guard keys.isEmpty, let extreme = select.extreme(of: column, isGreatest: kind == .greatest) else { return nil }
      (text, self.column, self.keys, self.kind, self.dialect) = (extreme, column, keys, kind, dialect)
      return
    default: return nil
    }
    text = select.groups(by: keys, values)
    (self.column, self.keys, self.kind, self.dialect) = (column, keys, kind, dialect)
  }

  /// Returns the facts of a statement's rows; nil when a number does not fit, or a value is none of its column's.
  func summaries(_ rows: SQLRows) -> [GroupSummary]? {
    // The least of no rows.
    if rows.count == 0 && keys.isEmpty { return [GroupSummary(key: [], summary: ColumnSummary(count: 0))] }
    var summaries: [GroupSummary] = []
    for row in 0..<rows.count {
      let key = keys.indices.map { try? SQLStorage(keys[$0].type).attribute(rows[row: row, column: $0], in: dialect) }
      guard !key.contains(where: { $0 == nil }), let summary = summary(rows[row: row].dropFirst(keys.count)) else {
        return nil
      }
      summaries.append(GroupSummary(key: key.compactMap(\.self), summary: summary))
    }
    return summaries
  }

  private func summary(_ values: ArraySlice<SQLValue>) -> ColumnSummary? {
    let values = Array(values)
    switch kind {
    case .count: return values[0].integer.map { ColumnSummary(count: Int($0)) }
    case .least, .greatest:
      guard let column, let value = try? SQLStorage(column.type).attribute(values[0], in: dialect) else { return nil }
      return ColumnSummary(count: 1, value: value)
    case .sum:
      guard let count = values[0].integer else { return nil }
      if count == 0 { return ColumnSummary(count: 0) }
      guard let sum = values[1].integer, let least = values[2].integer, let greatest = values[3].integer else {
        return nil
      }
      let (bound, isTooLarge) = Int64(clamping: max(least.magnitude, greatest.magnitude))
        .multipliedReportingOverflow(by: count)
      return isTooLarge ? nil : ColumnSummary(count: Int(count), value: .int(sum), bound: Int(bound))
    }
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
