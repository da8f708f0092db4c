extension Store {
  /// What shows commits to views, once there was one.
  package var liveRouter: LiveRouter { delivery.liveRouter }

  /// Begins to show commits to a view. Reading the tables and registering are one step: no commit is missed, or shown
  /// although its result was read.
  ///
  /// The view is kept until ``close(_:)``.
  ///
  /// - Parameter read: Reads the tables after the last commit, whose number it receives. Writers wait for it. It returns
  ///   further interests, by their numbers.
  package func open(
    _ view: any LiveView, _ interests: LiveInterests, _ read: (LiveTables, Int) -> [Int: LiveInterest]
  ) {
    readCommitted { tables, number in
      let further = read(tables, number)
      if isSnapshot { return }
      delivery.liveRouter.add(view, interests)
      if !further.isEmpty { delivery.liveRouter.change(view, adding: further, removing: []) }
    }
  }

  /// Begins to show commits to a view, all of whose interests are known before.
  package func open(_ view: any LiveView, _ interests: LiveInterests, _ read: (LiveTables, Int) -> Void) {
    open(view, interests) { tables, number in
      read(tables, number)
      return [:]
    }
  }

  /// Ends to show commits to a view.
  package func close(_ view: any LiveView) { if !isSnapshot { delivery.liveRouter.remove(view) } }

  /// Calls `body` with this store as the one in use.
  package func using<Result>(_ body: () -> Result) -> Result { asCurrent { body() } }

  /// Calls `body` with the tables after the last commit, and its number, while no commit can be made. The writes of an
  /// open transaction are not in them.
  private func readCommitted(_ body: (LiveTables, Int) -> Void) {
    if isInTransaction { return readPublished(body) }
    writer.withLock { readPublished(body) }
  }

  private func readPublished(_ body: (LiveTables, Int) -> Void) {
    let (tables, commits) = published.read { ($0.tables, $0.commits) }
    defer { withExtendedLifetime(tables) { fence.readerIsDone() } }
    body(LiveTables(tables: tables), commits)
  }
}
