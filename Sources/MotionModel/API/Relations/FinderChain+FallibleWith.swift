// FinderChain+FallibleRecords.swift explains why these calls are declared twice.

extension FinderChain {
  /// Returns the records, each with its related records, where an adapter keeps them: `try projects.with(\.todos)`.
  ///
  /// The adapter is asked once for the records, and once for the related records of all of them; for a relation through others,
  /// once for each key that leads to them. Databases answer all of it from one state. Refinements and results are those of records
  /// in memory.
  ///
  /// - Parameters:
  ///   - relation: The relation.
  ///   - refine: Refines which related records are returned; its order and its limit apply to each record
  ///     separately.
  /// - Complexity: That of the adapter's answers. A limit in `refine` is applied to the related records once they are read.
  public func with<Kind: RelationKind>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, Kind>> & Sendable,
    _ refine: (Finder<Kind.Target>) -> Finder<Kind.Target> = { $0 }
  ) throws(Record.Adapter.Failure) -> [(Record, Kind.Related)] {
    try finder.store.asCurrent { () throws(Record.Adapter.Failure) in
      let (records, reader) = try finder.readingOneState { () throws(Record.Adapter.Failure) in
        let records = try finder.records()
        return (records, try LevelReader(Record.relations[keyPath: relation], refine, of: records, in: finder.store))
      }
      return records.map { ($0, reader.related(to: $0)) }
    }
  }

  /// Returns the records, each with its related records by several relations, where an adapter keeps them.
  ///
  /// - Complexity: As for `with(_:_:)`, for each relation.
  public func with<First: RelationKind, Second: RelationKind, each Kind: RelationKind>(
    _ first: any KeyPath<Record.Relations, Relation<Record, First>> & Sendable,
    _ second: any KeyPath<Record.Relations, Relation<Record, Second>> & Sendable,
    _ more: repeat any KeyPath<Record.Relations, Relation<Record, each Kind>> & Sendable
  ) throws(Record.Adapter.Failure) -> [(Record, First.Related, Second.Related, repeat (each Kind).Related)] {
    let store = finder.store
    return try store.asCurrent { () throws(Record.Adapter.Failure) in
      try finder.readingOneState { () throws(Record.Adapter.Failure) in
        let records = try finder.records()
        let first = try LevelReader(Record.relations[keyPath: first], of: records, in: store)
        let second = try LevelReader(Record.relations[keyPath: second], of: records, in: store)
        let more = (repeat try LevelReader(Record.relations[keyPath: each more], of: records, in: store))
        return records.map {
          ($0, first.related(to: $0), second.related(to: $0), repeat (each more).related(to: $0))
        }
      }
    }
  }

  /// Returns a pair of record and related record for each related record, where an adapter keeps them; records without
  /// related records are left out.
  ///
  /// - Complexity: That of `with(_:_:)`.
  public func join<Kind: RelationKind>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, Kind>> & Sendable,
    _ refine: (Finder<Kind.Target>) -> Finder<Kind.Target> = { $0 }
  ) throws(Record.Adapter.Failure) -> [(Record, Kind.Target)] {
    try finder.store.asCurrent { () throws(Record.Adapter.Failure) in
      let (records, reader) = try finder.readingOneState { () throws(Record.Adapter.Failure) in
        let records = try finder.records()
        return (records, try LevelReader(Record.relations[keyPath: relation], refine, of: records, in: finder.store))
      }
      return records.flatMap { record in reader.records(of: record).map { (record, $0) } }
    }
  }
}

extension Model {
  /// Returns all records, each with its related records, where an adapter keeps them; see `with(_:_:)` of finders.
  public static func with<Kind: RelationKind>(
    _ relation: any KeyPath<Relations, Relation<Self, Kind>> & Sendable,
    _ refine: (Finder<Kind.Target>) -> Finder<Kind.Target> = { $0 }
  ) throws(Adapter.Failure) -> [(Self, Kind.Related)] {
    try records.with(relation, refine)
  }
}

/// The related records of some records, of which an adapter keeps one or the other.
///
/// They are read level by level: the records to which the first key leads from all of the records, then those to which the
/// next key leads from these, and so on. Each level is a finder like any other, so that the adapter answers its conditions as
/// it does elsewhere, and a transaction sees what it has written.
private struct LevelReader<Owner: Model, Kind: RelationKind> {
  /// The order and the window of the records of one owner.
  private let query: Query
  private let levels: [RouteReader]
  /// The order of a relation through others, and the index of its term in the query's order.
  private let way: (terms: ThroughOrder<Owner, Kind.Target>.Terms, index: Int)?

  init(
    _ relation: Relation<Owner, Kind>, _ refine: (Finder<Kind.Target>) -> Finder<Kind.Target> = { $0 },
    of records: [Owner], in store: Store
  ) throws(Owner.Adapter.Failure) {
    let owners = Finder<Owner>(in: store)
    var scoped = relation.core.scoped(relation.core.start(in: store))
    let terms = try owners.terms(of: relation.core)
    if terms != nil { scoped.query.order.append(.way) }
    let refined = refine(scoped)
    levels = try owners.levels(relation.core.route, from: records, where: refined.query.predicate)
    var query = refined.query
    // An order by records that are related to the related ones.
    if query.order.contains(where: { $0.isRelated && !$0.isWay }) { query = try owners.lookedUp(refined) }
    // All records that were read meet the conditions.
    query.predicate = .constant(true)
    self.query = query
    way = terms.flatMap { terms in query.order.firstIndex(where: \.isWay).map { (terms, $0) } }
  }

  func related(to owner: Owner) -> Kind.Related { Kind.related(records(of: owner)) }

  func records(of owner: Owner) -> [Kind.Target] {
    withUnsafePointer(to: owner) { owner in
      let row = UnsafeRawPointer(owner)
      var query = query
      if let way { query.order.replaceSubrange(way.index...way.index, with: way.terms(row)) }
      return Execution(query, of: Selection(levels[levels.count - 1].table, rows: rows(of: row))).records()
    }
  }

  private func rows(of row: UnsafeRawPointer) -> RowSet {
    var found = levels[0].rows(of: row)
    for (level, next) in zip(levels, levels.dropFirst()) {
      var rows = RowSet()
      found.forEach { rows.formUnion(next.rows(of: level.table.rows.address(at: $0))) }
      found = rows
    }
    return found
  }
}

// MARK: - Reading

extension Finder {
  /// Reads the records to which the keys of a route lead, each level by one finder.
  fileprivate func levels(
    _ route: Route, from records: [Record], where condition: PredicateNode
  ) throws(Record.Adapter.Failure) -> [RouteReader] {
    var levels: [RouteReader] = []
    for (number, step) in route.steps.enumerated() {
      let isLast = number == route.steps.count - 1
      let key = levels.last.map { step.key(from: $0.table) } ?? step.key(from: records)
      let table = try level(step, key && step.conditions && (isLast ? condition : .constant(true)), step.target.type)
      var tables = Tables()
      tables.add(table)
      levels.append(RouteReader(step, in: tables))
    }
    return levels
  }

  private func level<Other: Model>(
    _ step: Route.Step, _ condition: PredicateNode, _ model: Other.Type
  ) throws(Record.Adapter.Failure) -> TableVersion {
    if case .constant(false) = condition { return TableVersion(unindexed: [Other]()) }
    let finder = Finder<Other>(in: store).with { $0.query.predicate = condition }
    return TableVersion(unindexed: try failing(of: model) { () throws(Other.Adapter.Failure) in try finder.records() })
  }

  /// Returns the query of a finder of another model, with all that it needs of other models looked up.
  fileprivate func lookedUp<Other: Model>(_ finder: Finder<Other>) throws(Record.Adapter.Failure) -> Query {
    try failing(of: Other.self) { () throws(Other.Adapter.Failure) in try finder.externalQuery() }
  }

  /// Returns the order of a relation through others, from all records of the models on its way; nil if it has none.
  fileprivate func terms<Target: Model>(
    of relation: RelationCore<Record, Target>
  ) throws(Record.Adapter.Failure) -> ThroughOrder<Record, Target>.Terms? {
    guard let through = relation.through, through.isOrdered else { return nil }
    return try lookingUp { through.terms(in: $0) }
  }
}

extension Route.Step {
  /// Returns the condition that a record is one to which the step leads from one of some records.
  fileprivate func key<Record: Model>(from records: [Record]) -> PredicateNode {
    records.withUnsafeBufferPointer { records in
      records.baseAddress.map { first in key(from: records.indices.map { UnsafeRawPointer(first + $0) }) }
        ?? .constant(false)
    }
  }

  /// Returns the condition that a record is one to which the step leads from one of the rows of a table.
  fileprivate func key(from table: TableVersion) -> PredicateNode {
    key(from: table.positions.map { table.rows.address(at: $0) })
  }

  private func key(from rows: [UnsafeRawPointer]) -> PredicateNode {
    switch direction {
    case .toParent: parents(of: rows, link.parent.type)
    case .toChildren:
      // A record that was never saved has no children.
      rows.allSatisfy { link.operations.childHash($0) == nil }
        ? .constant(false) : .membership(link.column, link.operations.childKeys(rows))
    }
  }

  private func parents<Parent: Model>(of rows: [UnsafeRawPointer], _ model: Parent.Type) -> PredicateNode {
    guard let ids = link.operations.parentIDs(rows) as? [Parent.ID] else { preconditionFailure("ids of another type") }
    let wanted = Set(ids)
    return wanted.isEmpty ? .constant(false) : Finder<Parent>.node(ids: Array(wanted))
  }
}
