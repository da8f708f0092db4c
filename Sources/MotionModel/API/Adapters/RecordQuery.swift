/// What a finder wants of the records of one model, as an adapter gets it: conditions, order and window.
///
/// ```swift
/// func read<Record: Model>(_ query: RecordQuery<Record>) throws(Offline) -> [Record] {
///   if let ids = query.ids { return query.records(from: try fetch(ids)) }
///   return query.records(from: try fetchAll())
/// }
/// ```
///
/// What it needs of other models has been looked up.
public struct RecordQuery<Record: Model>: Sendable {
  let query: Query

  init(_ query: Query) { self.query = query }

  /// Whether a record meets the conditions. Order and window play no part.
  public func matches(_ record: Record) -> Bool { RecordPredicate<Record>(query.predicate).matches(record) }

  /// The only ids that a record can have which meets the conditions; nil when they do not name ids.
  public var ids: [Record.ID]? { query.predicate.ids(of: Record.self) }

  /// The records that the query wants, in its order and window.
  ///
  /// - Parameter records: All records of the model that may meet the conditions, in the order in which they were inserted. Records that
  ///   do not meet them are left out.
  /// - Complexity: O(*n*) in the number of records, and O(*n* log *k*) for an order of which *k* records are wanted.
  public func records(from records: some Sequence<Record>) -> [Record] {
    Execution(QueryPlan(query, in: TableVersion(unindexed: records))).records()
  }
}

extension RecordQuery: CustomStringConvertible {
  /// The query as one would write it: `where priority > 2 order by dueDate limit 20`.
  public var description: String { query.description }
}

extension TableVersion {
  /// A version of some records, without indexes.
  convenience init<Record: Model>(unindexed records: some Sequence<Record>) {
    self.init(unindexed: Record.schema.layout)
    for record in records { withUnsafePointer(to: record) { load($0) } }
  }
}

extension PredicateNode {
  /// The only ids that a record can have which meets the predicate; nil when it does not name ids.
  fileprivate func ids<Record: Model>(of model: Record.Type) -> [Record.ID]? {
    let idColumn = model.schema.layout.idColumn
    switch self {
    case .constant(false): return []
    case .comparison(let column, .equal, let id) where column.index == idColumn:
      return (id as? Record.ID).map { [$0] }
    case .membership(let column, let ids) where column.index == idColumn: return ids as? [Record.ID]
    case .and(let nodes): return nodes.nodes.lazy.compactMap { $0.ids(of: model) }.first
    default: return nil
    }
  }
}

extension Finder {
  /// The condition that a record has one of some ids.
  static func node(ids: [Record.ID]) -> PredicateNode { .membership(ColumnReference(\Record.id), ids) }
}
