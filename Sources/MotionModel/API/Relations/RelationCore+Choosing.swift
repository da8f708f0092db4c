// A relation to one means one record everywhere: the first of the records to which its route leads.

extension RelationCore {
  /// The legs of the route to the related records. For a relation to one, they lead to the record that reading returns.
  var scopedLegs: [Route.Leg] {
    if !isOne { return allLegs }
    return isCertain ? legs(to: .scoped(in: .none)) : [.choice(choice)]
  }

  /// The legs of the route to all records in the scope; a relation to one returns the first of these records.
  var allLegs: [Route.Leg] { legs(to: .withoutStore) }

  /// Returns the legs of the route, the last one restricted by the conditions of a finder and of the relation's scope.
  private func legs(to start: Finder<Target>) -> [Route.Leg] {
    var legs = route.legs
    guard scope != nil || start.query.scope != nil, let last = legs.popLast() else { return legs }
    return legs + [last.with { self.scoped(start).query.predicate }]
  }

  /// Whether no record has more than one related record, so that none has to be chosen.
  private var isCertain: Bool {
    guard route.legs.allSatisfy(\.isSingle) else { return false }
    let query = scoped(.withoutStore).query
    return query.offset == 0 && query.limit != 0
  }

  /// The choice of the record that reading a relation to one gives.
  private var choice: RouteChoice {
    RouteChoice(
      relation: ObjectIdentifier(self), candidates: route, start: { Owner.schema.layout },
      query: { self.scoped(.scoped(in: .none)).query }, reader: firstReader, dependencies: { self.choiceDependencies })
  }

  private var choiceDependencies: [RelatedDependency]? {
    let query = scoped(.scoped(in: .none)).query
    // The order of the records in between is not a part of the query.
    if through?.isOrdered == true { return nil }
    return query.dependencies.flatMap { inner in
      RelatedDependency.along(route, where: query.predicate).map { $0 + inner.map { $0.behind(route.steps) } }
    }
  }

  /// Returns a closure that finds the position of the record that reading the relation gives for a row.
  @Sendable private func firstReader(in tables: Tables) -> @Sendable (Row) -> Int? {
    var query = scoped(.scoped(in: .none)).query.resolved(in: tables)
    let reader = RouteReader(route, where: query.predicate, in: tables)
    let way = through?.terms(in: tables)
    if way == nil, query.isPlain, query.offset == 0, query.limit != 0 {
      return { row in
        let rows = reader.rows(of: row)
        return rows.isEmpty ? nil : rows.first
      }
    }
    query.limit = min(1, query.limit ?? 1)
    return { [query] row in
      var ordered = query
      if let way { ordered.order += way(row) }
      var first: Int?
      Execution(ordered, of: Selection(reader.table, rows: reader.rows(of: row))).forEachPosition { first = $1 }
      return first
    }
  }
}
