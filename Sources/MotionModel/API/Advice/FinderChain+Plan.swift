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
    finder.store.withPlan(finder.query, of: Record.schema.layout) { plan in
      FinderPlan(indexes.isEmpty ? plan : plan.assuming(indexes.map(\.definition)))
    }
  }
}

extension QueryPlan {
  /// Whether rows are compared by code. Rows with equal keys in an index are compared by the further keys of the order.
  fileprivate var ordersByCode: Bool {
    switch ordering {
    case .insertion: false
    case .ranked: false
    case .walk(let walk): query.order.dropFirst(walk.order.keyCount).contains(where: \.hasCode)
    case .heap, .sort: query.order.contains { $0.hasCode && !$0.isRank }
    }
  }

  /// The column of which a scan reads the keys first; nil for none.
  fileprivate var scannedOrder: ColumnReference? {
    guard case .heap = ordering, let column = query.order.first?.column else { return nil }
    let isOnlyByte = column.operations.byte != nil && query.order.count == 1
    return isOnlyByte || column.operations.keyFilter != nil ? column : nil
  }

  /// Returns the plan for the same query with additional indexes.
  func assuming(_ indexes: [IndexDefinition]) -> QueryPlan {
    let assumed = TableVersion(copying: table)
    for index in indexes { _ = assumed.add(index) }
    return QueryPlan(query, in: assumed)
  }
}

extension FinderPlan {
  /// Creates the public description of a plan.
  /// - Parameter hidesValues: Whether the values in conditions are left out, as in a log.
  init(_ plan: QueryPlan, hidesValues: Bool = false) {
    let (path, table) = (plan.path, plan.table)
    rowCount = table.count
    let nodes: [PredicateNode]
    switch plan.ordering {
    case .walk(let walk):
      (access, estimatedRows, nodes) = (.index(IndexUse(walk.use)), walk.estimate, walk.tests)
    case .ranked(let scan):
      (access, estimatedRows, nodes) = (.index(IndexUse(scan.use)), scan.estimate, scan.tests)
    case .insertion, .heap, .sort:
      (access, estimatedRows) = (path.map { Access($0.source, hidesValues) } ?? .scan, path?.estimate ?? table.count)
      nodes = (path?.remaining ?? plan.query.predicate.conjuncts).filter { !$0.isAlwaysTrue }
    }
    tests = nodes.map { hidesValues ? $0.shape : $0.description }
    packedColumns = access == .scan ? table.packedColumns(of: nodes, plan.scannedOrder).map(\.name) : []
    callsCode = nodes.contains(where: \.hasCode) || plan.ordersByCode
    ordering =
      switch plan.ordering {
      case .insertion: .insertion
      case .walk(let walk): .index(IndexUse(walk.use))
      case .ranked(let scan): .index(IndexUse(scan.use))
      case .heap(let count): .heap(count)
      case .sort: .sort
      }
  }
}
