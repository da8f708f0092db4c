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
    finder.readUnwatched { finder, table in
      if indexes.isEmpty { return FinderPlan(finder, in: table) }
      let assumed = TableVersion(copying: table)
      for index in indexes { _ = assumed.add(index.definition) }
      return FinderPlan(finder, in: assumed)
    }
  }
}

extension FinderPlan {
  init<Record: Model>(_ finder: Finder<Record>, in table: TableVersion) {
    let path = Planner.path(to: finder.predicate, in: table)
    rowCount = table.count
    if let walk = OrderedWalk(finder, in: table, or: path) {
      (access, ordering, estimatedRows) = (.index(walk.use), .index(walk.use), walk.estimate)
      tests = walk.tests.map(\.description)
    } else {
      access = path.map { Access($0.source) } ?? .scan
      tests = (path?.remaining ?? finder.predicate.conjuncts).filter { !$0.isAlwaysTrue }.map(\.description)
      estimatedRows = path?.estimate ?? table.count
      ordering = Self.ordering(finder, of: estimatedRows)
    }
  }

  private static func ordering<Record: Model>(_ finder: Finder<Record>, of rows: Int) -> Ordering {
    if finder.isPlain { return .insertion }
    let isBounded = finder.distinctColumns.isEmpty && finder.window.upperBound < rows / 4
    return isBounded ? .heap(finder.window.upperBound) : .sort
  }
}
