/// A finder's query as a live result uses it: on single rows that change, and on tables where these do not suffice.
///
/// A class, so that sharing the query costs one reference.
package final class LiveQuery: Sendable {
  let layout: TableLayout
  let query: Query
  /// The rows of other tables on which the answer depends.
  private let dependencies: [RelatedDependency]
  /// The matcher of a query that needs no other table.
  private let ownMatcher: LiveMatcher?
  /// The order of the rows.
  package let order: LiveOrder
  /// Why the result can be updated only by running the query again; nil when it follows from the changes of each
  /// commit.
  package let obstacle: String?
  /// What says whether a commit concerns the ranks; nil for a query without ranks, or with code that may look at
  /// anything.
  private let rankWatch: LiveRankWatch?

  init(_ query: Query, of layout: TableLayout) {
    (self.query, self.layout, order) = (query, layout, LiveOrder(query))
    let dependencies = query.dependencies
    self.dependencies = dependencies ?? []
    obstacle = dependencies == nil ? query.obstacle : nil
    rankWatch = query.dependsOnTableAlone ? LiveRankWatch(query, of: layout) : nil
    let isAlone = dependencies?.isEmpty == true && !query.predicate.isRelated
    ownMatcher = isAlone ? LiveMatcher(query, of: layout, in: nil) : nil
    if let external = self.dependencies.first(where: { $0.layout.isExternal }) {
      Store.refuseExternal(external.layout, in: layout.type)
    }
  }

  /// Whether the order is by ranks, which follow from all rows of a table.
  package var isRanked: Bool { query.order.contains(where: \.isRank) }

  /// How many rows of the answer come before those that are shown.
  package var offset: Int { query.offset }

  /// How many rows of the answer there are up to the end of those that are shown; nil when all are shown.
  package var end: Int? { query.window.upperBound == .max ? nil : query.window.upperBound }

  /// Whether no row is ever shown.
  package var isEmpty: Bool { query.limit == 0 }

  /// Whether only the first of the rows is shown that are equal in some columns.
  package var isDistinct: Bool { !query.distinctColumns.isEmpty }

  /// Whether a row that is not written may enter or leave the answer, or move in it.
  package var dependsOnOthers: Bool { !dependencies.isEmpty }

  /// Returns what tests and copies rows of tables.
  package func matcher(in tables: @autoclosure () -> LiveTables) -> LiveMatcher {
    ownMatcher ?? LiveMatcher(query, of: layout, in: tables().tables)
  }

  /// Returns whether a row meets the conditions of a query that needs no other table.
  package func matches(_ row: LiveReference) -> Bool { ownMatcher?.matches(row) ?? false }

  /// Returns the group of a row: rows with equal values in the distinct columns are in one group.
  package func group(of row: LiveReference) -> LiveGroup {
    LiveGroup(query.distinctColumns.map { $0.operations.attribute(row.row) }, at: row.place)
  }

  // MARK: - Copied rows

  /// Returns the names of the columns in which two rows differ.
  package func columns(of row: LiveRow, differingFrom other: LiveRow) -> [String] {
    layout.columns.indices.filter { !layout.isSame(row.row, other.row, in: $0) }.map { layout.columns[$0].name }
  }

  /// Returns whether two rows have the same id.
  package func hasSameID(_ row: LiveRow, _ other: LiveRow) -> Bool { layout.id.isEqual(row.row, other.row) }

  /// Returns the hash of a row's id.
  package func idHash(_ row: LiveRow) -> UInt64 { layout.id.hash(row.row) }
}

extension LiveQuery {
  // MARK: - Changes

  /// The changes that can concern the answer: to its own table, and then to that of each dependency.
  ///
  /// Code in the query may look at anything, so all commits concern a query with code. Ranks depend on all rows of the
  /// table.
  package var interests: LiveInterests {
    if obstacle != nil {
      return query.dependsOnTableAlone ? LiveInterests(LiveInterest(layout, where: .constant(true)), []) : .any
    }
    let others = dependencies.map { LiveInterest($0.layout, where: $0.condition) }
    return LiveInterests(LiveInterest(layout, where: query.predicate), others)
  }

  /// Returns how many changes of a commit concern an order by ranks slightly, by the statistics of all rows alone; nil
  /// if the query has to be run again.
  ///
  /// - Parameters:
  ///   - rows: How many rows the table had when the query was run last.
  ///   - drift: How many changes concerned the ranks slightly since then.
  package func rankDrift(_ parts: [LivePart], since rows: Int, _ drift: Int) -> Int? {
    rankWatch?.drift(parts, atMost: rows / LiveRankWatch.share - drift)
  }

  /// The changes among those of a commit that are to rows of the query's own table.
  package func ownChanges(_ parts: [LivePart]) -> [LiveEntry] {
    if parts.count == 1 { return parts[0].interest == 0 ? parts[0].changes : [] }
    return parts.filter { $0.interest == 0 }.flatMap(\.changes)
  }

  /// Returns the rows that were not written, and that may have entered or left the answer, or moved in it, by changes
  /// to other tables.
  package func affectedRows(_ parts: [LivePart], in tables: LiveTables) -> [LiveReference] {
    var positions = RowSet()
    for part in parts where part.interest > 0 {
      let dependency = dependencies[part.interest - 1]
      let isIrrelevant = dependency.isIrrelevant
      for change in part.changes where !isIrrelevant(change.old?.row, change.new?.row) {
        for row in [change.old, change.new].compactMap({ $0 }) {
          positions.formUnion(dependency.rows(leadingTo: row.row, in: tables.tables))
        }
      }
    }
    if positions.isEmpty { return [] }
    for change in ownChanges(parts) { if let new = change.new { positions.remove(new.place) } }
    let table = tables.tables.version(layout)
    return positions.positions.map { LiveReference(row: table.rows[$0], place: $0) }
  }

  // MARK: - Reading

  /// Reads rows that meet the conditions, in order: the window and distinct columns are ignored.
  ///
  /// - Parameters:
  ///   - last: The row behind which to begin.
  ///   - limit: How many rows to read; nil for all.
  package func rows(behind last: LiveRow? = nil, limit: Int?, in tables: LiveTables) -> [LiveRow] {
    if last == nil, limit != 0, let row = rowWithID(in: tables) { return row.map { [$0] } ?? [] }
    var query = query
    (query.offset, query.limit, query.distinctColumns) = (0, limit, [])
    query = query.resolved(in: tables.tables)
    if let last { query.start = RowCursor(last.row, at: last.place, in: query, layout) }
    var rows: [LiveRow] = []
    let matcher = matcher(in: tables)
    let plan = QueryPlan(query, in: tables.tables.version(layout))
    Execution(plan).forEachPosition { rows.append(matcher.copy(LiveReference(row: $0, place: $1))) }
    return rows
  }

  /// Returns the row with an id, if the query is for that alone: it is looked up without a plan. Nil for any other
  /// query.
  private func rowWithID(in tables: LiveTables) -> LiveRow?? {
    guard query.start == nil, case .comparison(let test) = query.predicate, test.comparison == .equal,
      test.column.index == layout.idColumn
    else { return nil }
    let table = tables.tables.version(layout)
    guard let key = test.column.operations.key(test.operand),
      let place = table.ids.first(hash: key.hash, where: { key.isInRow(table.rows[$0]) })
    else { return .some(nil) }
    return matcher(in: tables).copy(LiveReference(row: table.rows[place], place: place))
  }

  /// Runs the query on the records that a store has now, without the writes of an open transaction: its window counts.
  ///
  /// - Parameter old: Rows that were read before. Those that have not changed are returned again.
  /// - Returns: The rows in order, the number of the last commit, and how many rows the table has.
  package func rows(of store: Store, sharing old: [LiveRow]) -> (rows: [LiveRow], commit: Int, tableCount: Int) {
    let known = Dictionary(old.map { ($0.place, $0) }) { first, _ in first }
    let now = store.publishedCopy
    let (rows, tableCount) = now.answer(query, of: layout) { plan in
      var rows: [LiveRow] = []
      Execution(plan).forEachPosition { row, place in
        let same = known[place].flatMap { layout.isSame($0.row, row) ? $0 : nil }
        rows.append(same ?? LiveRow(row, at: place, nil, layout.memory))
      }
      return (rows, plan.table.count)
    }
    return (rows, now.commitCount, tableCount)
  }
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
  /// The rows of other tables on which the answer depends; nil when it depends on code.
  var dependencies: [RelatedDependency]? {
    if distinctColumns.contains(where: { $0.operations.bytes == nil }) { return nil }
    var all = predicate.dependencies
    for term in order {
      let own = term.computed.map { $0.dependencies() } ?? (term.hasCode ? nil : [])
      all = all.flatMap { all in own.map { all + $0 } }
    }
    return all
  }

  /// Whether the answer depends only on its own table, but on several of its rows together.
  fileprivate var dependsOnTableAlone: Bool {
    var unranked = self
    unranked.order.removeAll(where: \.isRank)
    return unranked.dependencies?.isEmpty == true && !predicate.isRelated
  }

  /// The name of a part of the query that is code.
  fileprivate var obstacle: String {
    if let name = predicate.obstacle { return name }
    if let term = order.first(where: { $0.hasCode && $0.computed?.dependencies() == nil }) {
      return "the order by \(term)"
    }
    return distinctColumns.first { $0.operations.bytes == nil }?.name ?? "code"
  }
}

extension PredicateNode {
  /// The name of a part of the predicate that is code; nil when there is none.
  fileprivate var obstacle: String? {
    leaves.first { $0.dependencies == nil }.map { "\($0)" }
  }
}
