/// How the rows of a query make sections.
package struct LiveSectioning: Sendable {
  /// The query of the rows.
  package let query: LiveQuery
  /// Whether the rows of the query come in the order of sections.
  package let isSorted: Bool
  private let term: OrderTerm

  fileprivate init(
    _ query: Query, of layout: TableLayout, by column: ColumnReference, _ direction: OrderDirection, _ nils: NilOrder
  ) {
    term = OrderTerm(column, direction, nils)
    // Which rows are in a window, or are the first of their kind, is decided by the query's own order.
    isSorted = query.window == 0..<Int.max && query.distinctColumns.isEmpty && query.start == nil
    var sorted = query
    // A reversed query reverses all of its order.
    let first = query.isReversed ? OrderTerm(column, direction.opposite, nils.opposite) : term
    if isSorted { sorted.order.insert(first, at: 0) }
    self.query = LiveQuery(sorted, of: layout)
  }

  /// Returns whether the section of a row comes before that of another.
  package func precedes(_ row: LiveRow, _ other: LiveRow) -> Bool {
    withExtendedLifetime((row, other)) { term.precedes(row.row, other.row) }
  }

  /// Returns rows in the order of their sections. Those of one section keep their order.
  package func sorted(_ rows: [LiveRow]) -> [LiveRow] {
    rows.enumerated().sorted {
      precedes($0.element, $1.element) || !precedes($1.element, $0.element) && $0.offset < $1.offset
    }
    .map(\.element)
  }
}

extension FinderChain {
  /// Returns how the finder's rows make sections by a column.
  package func liveSectioning<Key: ColumnValue>(
    by column: any KeyPath<Record, Key> & Sendable, _ direction: OrderDirection, nils: NilOrder
  ) -> LiveSectioning {
    LiveSectioning(finder.query, of: Record.schema.layout, by: ColumnReference(column), direction, nils)
  }
}

extension OrderDirection {
  fileprivate var opposite: OrderDirection { self == .ascending ? .descending : .ascending }
}

extension NilOrder {
  fileprivate var opposite: NilOrder { self == .first ? .last : .first }
}
