/// The query of a finder of one model, as an adapter receives it: conditions, order and window.
///
/// ```swift
/// func read<Record: Model>(_ query: RecordQuery<Record>) throws(Offline) -> [Record] {
///   if let ids = query.ids { return query.records(from: try fetch(ids)) }
///   return query.records(from: try fetchAll())
/// }
/// ```
///
/// The data that it needs of other models has already been looked up.
public struct RecordQuery<Record: Model>: Sendable {
  let query: Query

  init(_ query: Query) { self.query = query }

  /// The query for the records with some ids.
  package init(ids: [Record.ID]) { self.init(Query(predicate: Finder<Record>.node(ids: ids))) }

  /// Returns whether a record meets the conditions. Order and window are ignored.
  public func matches(_ record: Record) -> Bool { RecordPredicate<Record>(query.predicate).matches(record) }

  /// The ids to which the conditions restrict the records; nil if they do not name ids. A record with one of these ids
  /// may still fail other conditions.
  public var ids: [Record.ID]? { query.predicate.ids(of: Record.self) }

  /// Returns the records of the query, in its order and window.
  ///
  /// - Parameter records: All records of the model that may meet the conditions, in the order in which they were
  ///   inserted. Records that do not meet the conditions are left out.
  /// - Complexity: O(*n*) in the number of records, and O(*n* log *k*) for the first *k* records of an order.
  public func records(from records: some Sequence<Record>) -> [Record] {
    Execution(QueryPlan(query, in: TableVersion(unindexed: records))).records()
  }
}

extension RecordQuery: CustomStringConvertible {
  /// The query as one would write it: `where priority > 2 order by dueDate limit 20`.
  public var description: String { query.description }
}

extension TableVersion {
  /// Creates a version with some records, without indexes.
  convenience init<Record: Model>(unindexed records: some Sequence<Record>) {
    self.init(unindexed: Record.schema.layout)
    for record in records { withRow(of: record) { load($0) } }
  }
}

extension PredicateNode {
  /// Returns the ids to which the predicate restricts records; nil if it does not name ids.
  fileprivate func ids<Record: Model>(of model: Record.Type) -> [Record.ID]? {
    let idColumn = model.schema.layout.idColumn
    switch self {
    case .constant(false): return []
    case .comparison(let test) where test.comparison == .equal && test.column.index == idColumn:
      return (test.operand as? Record.ID).map { [$0] }
    case .membership(let column, let ids) where column.index == idColumn: return ids as? [Record.ID]
    case .and(let nodes): return nodes.nodes.lazy.compactMap { $0.ids(of: model) }.first
    default: return nil
    }
  }
}

extension Finder {
  /// Returns the condition that a record has one of the given ids.
  static func node(ids: [Record.ID]) -> PredicateNode { .membership(Record.schema.idReference, ids) }
}
