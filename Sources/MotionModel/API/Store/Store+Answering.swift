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
    return read { tables in body(QueryPlan(query.resolved(in: tables), in: tables.version(layout))) }
  }
}
