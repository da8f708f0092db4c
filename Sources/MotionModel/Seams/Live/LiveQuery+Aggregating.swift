extension LiveQuery {
  /// Whether a row's own values decide whether it is in the answer.
  package var judgesRowsAlone: Bool {
    obstacle == nil && query.window == 0..<Int.max && !isDistinct && query.start == nil && !query.isRelated
  }

  /// Calls `body` with each row of the answer.
  package func forEachRow(in tables: LiveTables, _ body: (LiveReference) -> Void) {
    let plan = QueryPlan(query.resolved(in: tables.tables), in: tables.tables.version(layout))
    Execution(plan).forEachPosition { body(LiveReference(row: $0, place: $1)) }
  }

  /// Calls `body` with each row of the answer from the records that a store has now, without the writes of an open
  /// transaction.
  ///
  /// - Returns: The number of the last commit.
  package func forEachRow(of store: Store, _ body: (LiveReference) -> Void) -> Int {
    let now = store.publishedCopy
    now.asCurrent {
      now.answer(query, of: layout) { plan in
        Execution(plan).forEachPosition { body(LiveReference(row: $0, place: $1)) }
      }
    }
    return now.commitCount
  }
}
