/// A query for rows of one model: the conditions, the order, and the window.
///
/// It is a value that knows neither the store nor the model's type. A ``Finder`` is a query and a store; a
/// ``QueryPlan`` says how a query is executed. The parts take effect in the order of the properties: first the
/// conditions, then the order, distinct values, the start of a page, and last the offset and the limit.
@usableFromInline struct Query: Sendable {
  /// The conditions that the steps of a finder have added.
  var own: PredicateNode
  /// The conditions of the model's default scope; nil if it has none, or they were taken off.
  var scope: PredicateNode?
  var order: JoinedList<OrderTerm>
  var isReversed = false
  /// The columns whose values are distinct: of rows that are equal in all of them, only the first is returned.
  var distinctColumns: [ColumnReference] = []
  /// The cursor behind which the rows begin; nil when they begin with the first.
  var start: RowCursor?
  var offset = 0
  @usableFromInline var limit: Int?
  /// How a database locks the records; nil if it does not.
  var lock: RecordLock?

  init(predicate: PredicateNode = .constant(true), order: JoinedList<OrderTerm> = [], limit: Int? = nil) {
    (own, self.order, self.limit) = (predicate, order, limit)
  }

  /// All conditions. Setting them leaves no default scope.
  var predicate: PredicateNode {
    get { scope.map { $0 && own } ?? own }
    set { (own, scope) = (newValue, nil) }
  }
}

extension Query {
  /// Whether the query only has conditions, an offset and a limit, so that rows need no ordering.
  var isPlain: Bool { order.isEmpty && !isReversed && distinctColumns.isEmpty && start == nil }

  /// The comparison of a stored column that is all that decides which rows there are, beside a limit; nil for queries
  /// with more conditions, or an order.
  var onlyComparison: ComparisonTest? {
    guard scope == nil, isPlain, offset == 0, case .comparison(let test) = own, test.column.operations.bytes != nil
    else { return nil }
    return test
  }

  /// Whether the records are all that meet the predicate, in the order of insertion.
  var isWhole: Bool { isPlain && window == 0..<Int.max }

  /// The positions of the rows of a query whose order is that of insertion or its reverse: all positions, or those
  /// behind the query's start; nil for any other order.
  var positions: Range<Int>? {
    guard order.isEmpty && distinctColumns.isEmpty else { return nil }
    guard let position = start?.position else { return 0..<Int.max }
    // A cursor that was decoded may hold any number.
    if isReversed { return 0..<max(0, position) }
    return position == .max ? 0..<0 : max(0, position + 1)..<Int.max
  }

  /// The indexes of the rows that are returned, among all rows in order.
  var window: Range<Int> {
    let (end, isTooLarge) = offset.addingReportingOverflow(limit ?? .max)
    return offset..<(isTooLarge ? .max : end)
  }

  /// A query with the same number of rows, without the order if the number does not depend on it.
  var forCounting: Query {
    // The order decides which of equal rows is kept, and which rows are behind the start.
    distinctColumns.isEmpty && start == nil ? inInsertionOrder : self
  }

  /// A query for the same rows, without the order if it does not decide which rows these are.
  var forAggregating: Query {
    offset == 0 && limit == nil ? forCounting : self
  }

  private var inInsertionOrder: Query {
    var query = self
    (query.order, query.isReversed) = ([], false)
    return query
  }

  /// Whether executing the query may run code of the program's, such as a closure or a computed property.
  var hasCode: Bool {
    predicate.hasCode || order.contains(where: \.hasCode) || distinctColumns.contains { $0.operations.bytes == nil }
  }

  /// Whether the query needs other tables.
  var isRelated: Bool { predicate.isRelated || order.contains(where: \.isRelated) }

  /// Returns this query with all that it needs of other tables looked up.
  func resolved(in tables: Tables) -> Query {
    var query = self
    query.predicate = predicate.resolved(in: tables)
    query.order = .array(order.map { $0.resolved(in: tables, under: query.predicate) })
    return query
  }

  /// The total order of rows: by the first key, then by each further key, then by insertion. A reversed query reverses
  /// all of this.
  var precedence: (PlacedRow, PlacedRow) -> Bool {
    precedence(by: order.map { AddressComparison(precedes: $0.precedes) })
  }

  /// Returns the same order of some rows, which reads the values of each row once; nil when comparing the rows
  /// themselves is as quick. It compares rows whose positions are replaced by their indexes in `rows`.
  func precedence(ofNumbered rows: [PlacedRow]) -> ((PlacedRow, PlacedRow) -> Bool)? {
    guard order.contains(where: \.isNumbered) else { return nil }
    let addresses = rows.map(\.row)
    return precedence(
      by: order.enumerated().map { index, term in
        guard term.isNumbered else { return NumberComparison(precedes: nil, rows: term.precedes) }
        let numbered = { term.comparison(of: rows, at: addresses) }
        return NumberComparison(precedes: index == 0 ? numbered() : Self.deferred(numbered), rows: term.precedes)
      })
  }

  /// Returns a comparison that reads the values at its first call. Rows that differ in the first key are not compared
  /// by a further one.
  private static func deferred(_ numbered: @escaping () -> (Int, Int) -> Bool) -> (Int, Int) -> Bool {
    var precedes: ((Int, Int) -> Bool)?
    return { first, second in
      if let precedes { return precedes(first, second) }
      let comparison = numbered()
      precedes = comparison
      return comparison(first, second)
    }
  }

  private func precedence<Comparison: KeyComparison>(by keys: [Comparison]) -> (PlacedRow, PlacedRow) -> Bool {
    let isReversed = isReversed
    // NB: The first key decides about most rows. It is captured, because a loop over the keys copies each, which takes
    // longer than to compare two rows.
    guard let key = keys.first else { return { isReversed ? $0.position > $1.position : $0.position < $1.position } }
    let others = keys.dropFirst()
    return { first, second in
      let (first, second) = isReversed ? (second, first) : (first, second)
      if key.isBefore(first, second) { return true }
      if key.isBefore(second, first) { return false }
      for key in others {
        if key.isBefore(first, second) { return true }
        if key.isBefore(second, first) { return false }
      }
      return first.position < second.position
    }
  }
}

/// A comparison of rows by one key of an order. A type and not a closure, so that it is compiled together with the
/// comparison by all keys.
private protocol KeyComparison {
  func isBefore(_ first: PlacedRow, _ second: PlacedRow) -> Bool
}

private struct AddressComparison: KeyComparison {
  let precedes: @Sendable (Row, Row) -> Bool

  func isBefore(_ first: PlacedRow, _ second: PlacedRow) -> Bool { precedes(first.row, second.row) }
}

/// A comparison of rows whose positions are their numbers.
private struct NumberComparison: KeyComparison {
  /// Compares two numbers; nil when the rows are compared.
  let precedes: ((Int, Int) -> Bool)?
  let rows: @Sendable (Row, Row) -> Bool

  func isBefore(_ first: PlacedRow, _ second: PlacedRow) -> Bool {
    precedes?(first.position, second.position) ?? rows(first.row, second.row)
  }
}

extension Query: CustomStringConvertible {
  /// The query in words: `where priority > 2 order by dueDate limit 20`.
  @usableFromInline var description: String {
    var words: [String] = []
    if !predicate.isAlwaysTrue { words.append("where \(predicate)") }
    if !order.isEmpty { words.append("order by \(order.map(\.description).joined(separator: ", "))") }
    if isReversed { words.append("reversed") }
    if !distinctColumns.isEmpty { words.append("distinct by \(distinctColumns.map(\.name).joined(separator: ", "))") }
    if start != nil { words.append("after a cursor") }
    if offset > 0 { words.append("offset \(offset)") }
    if let limit { words.append("limit \(limit)") }
    if lock != nil { words.append("locking") }
    return words.joined(separator: " ")
  }
}
