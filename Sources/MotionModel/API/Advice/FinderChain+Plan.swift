extension FinderChain where Record.Adapter == ArrayAdapter {
  /// The plan by which the finder would find its records now.
  ///
  /// - Complexity: That of looking up how many rows each index returns; no row of the table is read.
  public var plan: FinderPlan { plan(assuming: []) }

  /// Returns the plan that the finder would have with additional indexes.
  ///
  /// ```swift
  /// let plan = finder.plan(assuming: Index(\.projectID, \.priority))
  /// ```
  ///
  /// - Complexity: O(*n*) in the number of records: the indexes are built, and discarded.
  public func plan(assuming indexes: Index<Record>...) -> FinderPlan { plan(assuming: indexes) }

  private func plan(assuming indexes: [Index<Record>]) -> FinderPlan {
    finder.store.withUnwatchedPlan(finder.query, of: Record.schema.layout) { plan in
      FinderPlan(indexes.isEmpty ? plan : plan.assuming(indexes.map(\.definition)))
    }
  }
}

extension QueryPlan {
  /// Returns the plan for the same query with additional indexes.
  func assuming(_ indexes: [IndexDefinition]) -> QueryPlan {
    let assumed = TableVersion(copying: table)
    for index in indexes { _ = assumed.add(index) }
    return QueryPlan(query, in: assumed)
  }
}

extension FinderPlan {
  /// Creates the public description of a plan.
  init(_ plan: QueryPlan) {
    let (path, table) = (plan.path, plan.table)
    rowCount = table.count
    if case .walk(let walk) = plan.ordering {
      (access, estimatedRows) = (.index(IndexUse(walk.use)), walk.estimate)
      tests = walk.tests.map(\.description)
    } else {
      (access, estimatedRows) = (path.map { Access($0.source) } ?? .scan, path?.estimate ?? table.count)
      tests = (path?.remaining ?? plan.query.predicate.conjuncts).filter { !$0.isAlwaysTrue }.map(\.description)
    }
    ordering =
      switch plan.ordering {
      case .insertion: .insertion
      case .walk(let walk): .index(IndexUse(walk.use))
      case .heap(let count): .heap(count)
      case .sort: .sort
      }
  }
}
