extension Store {
  /// Answers a query: lets `body` run the best plan for it, in the tables as the caller may see them now.
  func answer<Result>(_ query: Query, of layout: TableLayout, _ body: (QueryPlan) -> Result) -> Result {
    guard let watch, watch.isWatching else { return answerUnwatched(query, of: layout, body) }
    let start = ContinuousClock.now
    return answerUnwatched(query, of: layout) { plan in
      let result = body(plan)
      watch.note(query, of: layout, plan, ContinuousClock.now - start)
      return result
    }
  }

  /// The same without being noted.
  func answerUnwatched<Result>(_ query: Query, of layout: TableLayout, _ body: (QueryPlan) -> Result) -> Result {
    if !query.isRelated { return read(layout) { body(QueryPlan(query, in: $0)) } }
    return readRelated(of: layout.type) { body(QueryPlan(query.resolved(in: $0), in: $0.version(layout))) }
  }

  /// Lets `body` look up in all tables what is related to records of a model; traps when some of that is not in memory.
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
