/// A query, for single rows of one version of the tables.
package struct LiveMatcher: Sendable {
  private let kernel: Kernel
  private let memory: RowMemory
  /// Compute the values by which rows are ordered and that are not in the rows.
  private let values: [@Sendable (Row) -> any Sendable]

  /// - Parameter tables: The tables; nil for a query that needs no other table.
  init(_ query: Query, of layout: TableLayout, in tables: Tables?) {
    let tables = tables?.forFewRows
    kernel = (tables.map { query.predicate.resolved(in: $0) } ?? query.predicate).kernel()
    values = query.order.compactMap { term in term.computed.map { $0.reader(tables ?? Tables()) } }
    memory = layout.memory
  }

  /// Returns whether a row meets the conditions.
  package func matches(_ row: LiveReference) -> Bool { row.row.passes(kernel) }

  /// Returns a copy of a row, with the values by which it is ordered.
  package func copy(_ row: LiveReference) -> LiveRow {
    let keys = values.isEmpty ? nil : LiveKeys(values.map { $0(row.row) })
    return LiveRow(row.row, at: row.place, keys, memory)
  }
}
