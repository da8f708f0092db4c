extension Store {
  /// Calls `body` with the best plan for a query on the tables that the calling task sees now. Adds the query and
  /// its time to the store's logs, if any.
  func answer<Result>(_ query: Query, of layout: TableLayout, _ body: (QueryPlan) -> Result) -> Result {
    // Code in the query may use relations of the records, which are to be found in this store.
    asCurrent(if: query.hasCode) {
      guard let finderLogs, finderLogs.isLogging else { return withQuickPlan(query, of: layout, body) }
      let start = ContinuousClock.now
      return withPlan(query, of: layout) { plan in
        logging(query, of: layout, plan, since: start, in: finderLogs) { body(plan) }
      }
    }
  }

  /// Calls `body`, which answers a query by a plan, and adds the query with the time since a start to logs.
  private func logging<Result>(
    _ query: Query, of layout: TableLayout, _ plan: QueryPlan, since start: ContinuousClock.Instant,
    in logs: FinderLogs, _ body: () -> Result
  ) -> Result {
    let result = body()
    let time = ContinuousClock.now - start
    logs.log(
      query.shape(of: layout), of: layout, FinderPlan(plan, hidesValues: true), time, foundCount(in: result),
      isInTransaction: transaction != nil, query)
    return result
  }

  /// Returns the number of records in an answer; nil if it is a value over records, such as a sum.
  private func foundCount<Result>(in result: Result) -> Int? {
    if let count = result as? Int ?? (result as? Execution)?.count { return count }
    return (result as? any Collection)?.count
  }

  /// Calls `body`, which queries an adapter, and adds the question to the store's logs, if any.
  ///
  /// - Parameter query: The query; nil for a lookup by id.
  func answerExternally<Result, Failure>(
    _ query: Query?, of layout: TableLayout, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let finderLogs, finderLogs.isLogging else { return try body() }
    let (start, statements) = (ContinuousClock.now, FinderStatements())
    let found = try FinderStatements.$current.with(statements, body)
    let time = ContinuousClock.now - start
    finderLogs.log(
      query?.shape(of: layout) ?? "\(layout.name) by id", of: layout, nil, time, foundCount(in: found),
      isInTransaction: transaction != nil, statements: statements.all)
    return found
  }

  /// Adds a lookup by id to the store's logs if it has any.
  @usableFromInline func noteLookup(of layout: TableLayout, isFound: Bool) {
    guard let finderLogs, finderLogs.isLogging else { return }
    finderLogs.log("\(layout.name) by id", of: layout, nil, nil, isFound ? 1 : 0, isInTransaction: transaction != nil)
  }

  /// Calls `body` with the best plan for a query, or with a plan for a table of the few rows that it is about, and
  /// logs nothing.
  private func withQuickPlan<Result>(
    _ query: Query, of layout: TableLayout, _ body: (QueryPlan) -> Result
  ) -> Result {
    if query.isRelated { return withRelatedPlan(query, of: layout, body) }
    let version = version(layout, for: query)
    defer { readerIsDone(with: version) }
    return body(QueryPlan(query, in: version, threads: threads(for: version)))
  }

  /// Calls `body` with the best plan for a query, and logs nothing.
  func withPlan<Result>(_ query: Query, of layout: TableLayout, _ body: (QueryPlan) -> Result) -> Result {
    if query.isRelated { return withRelatedPlan(query, of: layout, body) }
    return read(layout) { body(QueryPlan(query, in: $0, threads: threads(for: $0))) }
  }

  /// Calls `body` with the best plan for a query that needs other tables.
  private func withRelatedPlan<Result>(
    _ query: Query, of layout: TableLayout, _ body: (QueryPlan) -> Result
  ) -> Result {
    readRelated(of: layout.type) { body(QueryPlan(query.resolved(in: $0), in: $0.version(layout))) }
  }

  /// Calls `body` with a query on a model's records and all tables, to look up related records too. Adds the
  /// query with the time of both to the store's logs, if any.
  func answerRelated<Record: Model, Result>(
    _ query: Query, of model: Record.Type, _ body: (Query, Tables) -> Result
  ) -> Result {
    readRelated(of: model) { tables in
      let resolved = query.resolved(in: tables)
      guard let finderLogs, finderLogs.isLogging else { return body(resolved, tables) }
      let layout = Record.schema.layout
      let plan = QueryPlan(resolved, in: tables.version(layout))
      return logging(query, of: layout, plan, since: .now, in: finderLogs) { body(resolved, tables) }
    }
  }

  /// Calls `body` with all tables, to look up records that are related to those of a model. Traps if `body` needs
  /// records that an adapter keeps.
  func readRelated<Result>(of model: any Model.Type, _ body: (Tables) -> Result) -> Result {
    read { tables in
      if adapters.isEmpty { return body(tables) }
      let tables = tables.notingRequests
      let result = body(tables)
      if let layout = tables.requests?.take().first { Self.refuseExternal(layout, in: model) }
      return result
    }
  }
}
