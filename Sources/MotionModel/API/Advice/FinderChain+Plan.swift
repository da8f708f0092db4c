extension FinderChain where Record.Adapter == ArrayAdapter {
  /// How the finder would come by its records now.
  ///
  /// - Complexity: That of looking up how many rows each index gives; no row is looked at.
  public var plan: FinderPlan { plan(assuming: []) }

  /// How the finder would come by its records if there were other indexes besides those that there are.
  ///
  /// ```swift
  /// let plan = finder.plan(assuming: Index(\.projectID, \.priority))
  /// ```
  ///
  /// - Complexity: O(*n*) in the number of records: the indexes are made, and thrown away.
  public func plan(assuming indexes: Index<Record>...) -> FinderPlan { plan(assuming: indexes) }

  private func plan(assuming indexes: [Index<Record>]) -> FinderPlan {
    finder.store.answerUnwatched(finder.query, of: Record.schema.layout) { plan in
      FinderPlan(indexes.isEmpty ? plan : plan.assuming(indexes.map(\.definition)))
    }
  }
}

extension QueryPlan {
  /// The plan for the same query if there were other indexes besides those that there are.
  func assuming(_ indexes: [IndexDefinition]) -> QueryPlan {
    let assumed = TableVersion(copying: table)
    for index in indexes { _ = assumed.add(index) }
    return QueryPlan(query, in: assumed)
  }
}

extension FinderPlan {
  /// Describes a plan.
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
