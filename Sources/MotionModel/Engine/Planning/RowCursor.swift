/// A point in the order of a query's rows, directly behind one of them.
///
/// It holds a copy of the row's keys, so it stays valid when the row is deleted, or when the related rows from which a
/// key was computed change.
struct RowCursor: Sendable, Hashable, Codable {
  /// The row's values in the columns of the order, by the columns' names.
  private let values: [String: AttributeValue]
  /// The row's other keys, by the numbers of the order's terms.
  private let others: [String: AttributeValue]
  /// The row's id as a string.
  let id: String?
  /// The row's position, which decides between rows with equal keys. For the records of an adapter, it is the number of
  /// rows with equal keys before this one.
  var position: Int

  /// Creates the cursor behind a row.
  ///
  /// - Parameter query: The query, with all that it needs of other tables looked up.
  init(_ row: Row, at position: Int, in query: Query, _ layout: TableLayout) {
    var (columns, others) = (Set<Int>(), [String: AttributeValue]())
    for (number, term) in query.order.enumerated() {
      if let index = term.comparedColumn?.index {
        columns.insert(index)
        continue
      }
      if let key = term.key, let computed = term.computed {
        others[String(number)] = computed.attribute(key(row))
        if term.indexable == nil { continue }
      }
      // A closure may read any column, and so may a property by which an index is ordered.
      columns.formUnion(layout.columns.indices)
    }
    values = Dictionary(
      columns.map { (layout.columns[$0].name, layout.columns[$0].operations.attribute(row)) }
    ) { first, _ in first }
    self.others = others
    id = layout.id.text(row)
    self.position = position
  }

  /// How a row compares with a cursor's row, by the keys of an order alone.
  enum Side { case before, equal, behind }

  /// Returns a function that compares a row with this cursor's row by the keys of the order.
  func side(in query: Query, _ layout: TableLayout) -> (Row) -> Side {
    let own = row(in: query, layout)
    let keys = own.read { own in query.order.enumerated().map { side(of: $1, number: $0, own) } }
    let isReversed = query.isReversed
    return { row in
      own.read { own in
        for key in keys {
          switch key(own, row) {
          case .equal: continue
          case .before: return isReversed ? .behind : .before
          case .behind: return isReversed ? .before : .behind
          }
        }
        return .equal
      }
    }
  }

  /// Returns a function that compares a row with this cursor's row by one key. Both rows are arguments, because the
  /// cursor's row has an address only during the comparison.
  private func side(of term: OrderTerm, number: Int, _ own: Row) -> (_ own: Row, _ row: Row) -> Side {
    if let key = term.key, let computed = term.computed, let kept = others[String(number)].flatMap(computed.value) {
      return { _, row in
        let value = key(row)
        return computed.precedes(kept, value) ? .behind : computed.precedes(value, kept) ? .before : .equal
      }
    }
    let precedes = term.precedes(with: own)
    return { own, row in precedes(own, row) ? .behind : precedes(row, own) ? .before : .equal }
  }

  /// Returns a function that tests whether a row at a position is behind this cursor.
  func isBehind(in query: Query, _ layout: TableLayout) -> (Row, Int) -> Bool {
    let side = side(in: query, layout)
    let (position, isReversed) = (position, query.isReversed)
    return { row, rowPosition in
      switch side(row) {
      case .before: false
      case .behind: true
      case .equal: isReversed ? rowPosition < position : rowPosition > position
      }
    }
  }

  /// Returns a row with the values of this cursor, with which other rows can be compared.
  func row(in query: Query, _ layout: TableLayout) -> OwnedRow {
    OwnedRow(of: layout) { row in
      // If a value cannot be cast back, the column keeps the value of a new record.
      for column in layout.columns {
        if let value = values[column.name] { _ = column.operations.assign(value, row) }
      }
    }
  }
}
