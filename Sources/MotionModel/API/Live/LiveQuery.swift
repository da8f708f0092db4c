/// A finder's query as a live result uses it: on single rows that change, and on tables where these do not suffice.
package struct LiveQuery: Sendable {
  let layout: TableLayout
  let query: Query
  private let kernel: Kernel?
  /// The order of the rows.
  package let order: LiveOrder
  /// Why the result can be kept up only by running the query anew; nil when it follows from the changes of each commit.
  package let obstacle: String?

  init(_ query: Query, of layout: TableLayout) {
    (self.query, self.layout) = (query, layout)
    order = LiveOrder(query)
    obstacle = query.liveObstacle
    kernel = obstacle == nil ? query.predicate.kernel() : nil
  }

  /// How many rows of the answer come before those that are shown.
  package var offset: Int { query.offset }

  /// How many rows of the answer there are up to the end of those that are shown; nil when all are shown.
  package var end: Int? { query.window.upperBound == .max ? nil : query.window.upperBound }

  /// Whether no row is ever shown.
  package var isEmpty: Bool { query.limit == 0 }

  /// Whether only the first of the rows is shown that are equal in some columns.
  package var isDistinct: Bool { !query.distinctColumns.isEmpty }

  /// The changes that can concern the answer.
  ///
  /// Code in the query may look at anything, so all commits concern a query with code.
  package var interests: [LiveInterest] {
    obstacle == nil ? [LiveInterest(layout, where: query.predicate)] : [.any]
  }

  /// Returns whether a row meets the conditions.
  package func matches(_ row: LiveReference) -> Bool {
    guard let kernel else { return false }
    return !kernel(row.address, layout.memory.stride, .row(0)).isEmpty
  }

  /// Returns the group of a row: those are in one that are equal in the distinct columns.
  package func group(of row: LiveReference) -> LiveGroup {
    LiveGroup(query.distinctColumns.map { $0.operations.attribute(row.address) }, at: row.place)
  }

  /// Returns a copy of a row.
  package func copy(_ row: LiveReference) -> LiveRow { LiveRow(row.address, at: row.place, layout.memory) }

  /// Returns the names of the columns in which two rows differ.
  package func columns(of row: LiveRow, differingFrom other: LiveRow) -> [String] {
    layout.columns.indices.filter { !layout.isSame(row.address, other.address, in: $0) }.map { layout.columns[$0].name }
  }

  /// Returns whether two rows have the same id.
  package func hasSameID(_ row: LiveRow, _ other: LiveRow) -> Bool { layout.id.isEqual(row.address, other.address) }

  /// Returns the hash of a row's id.
  package func idHash(_ row: LiveRow) -> UInt64 { layout.id.hash(row.address) }

  /// Reads rows that meet the conditions, in order: the window and distinct columns are ignored.
  ///
  /// - Parameters:
  ///   - last: The row behind which to begin.
  ///   - limit: How many rows to read; nil for all.
  package func rows(behind last: LiveRow? = nil, limit: Int?, in tables: LiveTables) -> [LiveRow] {
    var query = query
    (query.offset, query.limit, query.distinctColumns) = (0, limit, [])
    if let last { query.start = RowCursor(last.address, at: last.place, in: query, layout) }
    var rows: [LiveRow] = []
    let plan = QueryPlan(query.resolved(in: tables.tables), in: tables.tables.version(layout))
    Execution(plan).forEachPosition { rows.append(LiveRow($0, at: $1, layout.memory)) }
    return rows
  }
}

extension LiveQuery {
  /// Runs the query on the records that a store has now, without the writes of an open transaction: its window counts.
  ///
  /// - Parameter old: Rows that were read before. Those that have not changed are returned again.
  /// - Returns: The rows in order, and the number of the last commit.
  package func rows(of store: Store, sharing old: [LiveRow]) -> (rows: [LiveRow], commit: Int) {
    let known = Dictionary(old.map { ($0.place, $0) }) { first, _ in first }
    let now = store.publishedCopy
    let rows = now.answer(query, of: layout) { plan in
      var rows: [LiveRow] = []
      Execution(plan).forEachPosition { row, place in
        let same = known[place].flatMap { isSame($0, row) ? $0 : nil }
        rows.append(same ?? LiveRow(row, at: place, layout.memory))
      }
      return rows
    }
    return (rows, now.commitCount)
  }

  private func isSame(_ known: LiveRow, _ row: UnsafeRawPointer) -> Bool { layout.isSame(known.address, row) }
}

/// Values in distinct columns, by which rows are grouped.
package struct LiveGroup: Hashable, Sendable {
  private let values: [AttributeValue]
  /// The position of a row that is alone in its group, because one of its values does not equal itself.
  private let place: Int?

  fileprivate init(_ values: [AttributeValue], at place: Int) {
    (self.values, self.place) = values == values ? (values, nil) : ([], place)
  }
}

extension FinderChain {
  /// The finder's query, for a live result.
  package var liveQuery: LiveQuery { LiveQuery(finder.query, of: Record.schema.layout) }
}

extension Query {
  /// The part of the query that cannot be followed by changes; nil when there is none.
  fileprivate var liveObstacle: String? {
    if let code = predicate.liveObstacle { return code }
    if let term = order.first(where: \.hasCode) { return "the order by \(term)" }
    if let column = distinctColumns.first(where: { $0.operations.bytes == nil }) { return column.name }
    return nil
  }
}

extension PredicateNode {
  fileprivate var liveObstacle: String? {
    switch self {
    case .constant, .found: nil
    case .comparison(let column, _, _), .membership(let column, _), .isNil(let column), .text(let column, _),
      .element(let column, _):
      column.operations.bytes == nil ? column.name : nil
    case .code(let test): test.name
    case .related(let test): test.description
    case .and(let nodes), .or(let nodes): nodes.lazy.compactMap(\.liveObstacle).first
    case .not(let node): node.liveObstacle
    }
  }
}
