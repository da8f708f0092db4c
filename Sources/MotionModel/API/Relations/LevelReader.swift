/// The related records of some records, where an adapter keeps either.
///
/// They are read level by level: the records to which the first key leads from all of the records, then those to which
/// the next key leads from these, and so on. Each level is an ordinary finder, so the adapter answers its conditions as
/// usual, and a transaction sees its own writes.
struct LevelReader<Owner: Model, Kind: RelationKind, Element> {
  private let rows: RelatedRows<Owner, Kind.Target>
  /// Reads what is included with the related records.
  private let included: RelatedFinder<Kind.Target, Element>

  /// Creates a reader of related records with what is included with them.
  init(
    including relation: Relation<Owner, Kind>, _ refine: (Finder<Kind.Target>) -> RelatedFinder<Kind.Target, Element>,
    of records: [Owner], in store: Store
  ) throws(Owner.Adapter.Failure) {
    let owners = Finder<Owner>(in: store)
    var scoped = relation.core.scoped(relation.core.start(in: store))
    let terms = try owners.terms(of: relation.core)
    if terms != nil { scoped.query.order.append(.way) }
    included = refine(scoped)
    let refined = included.finder
    let reader = try owners.reader(relation.core.route, from: records, where: refined.query.predicate)
    var query = refined.query
    // An order by records that are related to the related ones.
    if query.order.contains(where: { $0.isRelated && !$0.isWay }) { query = try owners.lookedUp(refined) }
    // All records that were read meet the conditions.
    query.predicate = .constant(true)
    rows = RelatedRows(query, reader, terms)
  }

  /// Returns the related records of each of some records, with what is included with them. A record to which several
  /// records lead is read once, with its included records.
  func elements(of owners: [Owner]) throws(Owner.Adapter.Failure) -> [[Element]] {
    var (positions, records) = ([[Int]](), [Kind.Target]())
    /// The index of each related record, by its position.
    var indexes: [Int: Int] = [:]
    for owner in owners {
      var own: [Int] = []
      withRow(of: owner) { owner in
        rows.execution(owner).forEachPosition { row, position in
          own.append(position)
          if indexes[position] != nil { return }
          indexes[position] = records.count
          records.append(row[Kind.Target.self])
        }
      }
      positions.append(own)
    }
    let elements = try Finder<Owner>(in: included.finder.store).failing(of: Kind.Target.self) {
      () throws(Kind.Target.Adapter.Failure) in try included.inclusion.read(records)
    }
    return positions.map { $0.compactMap { indexes[$0].map { elements[$0] } } }
  }
}

// MARK: - Reading

extension Finder {
  /// Reads the records to which the keys of a route lead, each level by one finder.
  fileprivate func reader(
    _ route: Route, from records: [Record], where condition: PredicateNode
  ) throws(Record.Adapter.Failure) -> RouteReader {
    var levels: [RouteReader] = []
    for (number, leg) in route.legs.enumerated() {
      let starts = levels.last?.table ?? TableVersion(unindexed: records)
      let conditions = number == route.legs.count - 1 ? leg.conditions && condition : leg.conditions
      switch leg {
      case .step(let step): levels.append(try level(step, from: starts, conditions))
      case .choice(let choice): levels.append(try level(choice, from: starts, conditions, leg.target.type))
      }
    }
    return RouteReader(joining: levels)
  }

  /// Reads the records to which a key leads.
  private func level(
    _ step: Route.Step, from starts: TableVersion, _ conditions: PredicateNode
  ) throws(Record.Adapter.Failure) -> RouteReader {
    var tables = Tables()
    tables.add(try table(where: step.key(from: starts) && conditions, step.target.type))
    return RouteReader(step, in: tables)
  }

  /// Reads the records that are chosen. All records on the way are read for that.
  private func level<Other: Model>(
    _ choice: RouteChoice, from starts: TableVersion, _ conditions: PredicateNode, _ model: Other.Type
  ) throws(Record.Adapter.Failure) -> RouteReader {
    let chosen = try lookingUp { tables in
      let (first, targets) = (choice.reader(tables), tables.version(model.schema.layout))
      return starts.positions.reduce(into: [Int: Other.ID]()) { ids, position in
        ids[position] = first(starts.rows[position]).map {
          targets.rows[$0][Other.self].id
        }
      }
    }
    let table = try table(where: Finder<Other>.node(ids: Array(Set(chosen.values))) && conditions, model)
    return RouteReader(chosenIn: table) { row in
      starts.position(of: row).flatMap { chosen[$0] }.flatMap { id in model.withIDRow(id) { table.position(of: $0) } }
    }
  }

  private func table<Other: Model>(
    where condition: PredicateNode, _ model: Other.Type
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
  /// Returns the condition for records to which the step leads from any row of a table.
  fileprivate func key(from table: TableVersion) -> PredicateNode {
    key(from: table.positions.map { table.rows[$0] })
  }

  private func key(from rows: [Row]) -> PredicateNode {
    switch direction {
    case .toParent: parents(of: rows, link.parent.type)
    case .toChildren:
      // A record that was never saved has no children.
      rows.allSatisfy { link.operations.childHash($0) == nil }
        ? .constant(false) : .membership(link.column, link.operations.childKeys(rows))
    }
  }

  private func parents<Parent: Model>(of rows: [Row], _ model: Parent.Type) -> PredicateNode {
    guard let ids = link.operations.parentIDs(rows) as? [Parent.ID] else { preconditionFailure("ids of another type") }
    let wanted = Set(ids)
    return wanted.isEmpty ? .constant(false) : Finder<Parent>.node(ids: Array(wanted))
  }
}
