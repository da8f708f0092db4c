extension Store {
  /// What shows commits to views, once there was one.
  package var liveRouter: LiveRouter { delivery.liveRouter }

  /// Begins to show commits to a view. Reading the tables and registering are one step: no commit is missed, or shown
  /// although its result was read.
  ///
  /// The view is kept until ``close(_:)``.
  ///
  /// - Parameter read: Reads the tables after the last commit, whose number it receives. Writers wait for it.
  package func open(_ view: any LiveView, _ interests: LiveInterests, _ read: (LiveTables, Int) -> Void) {
    // NB: Each closure that captured the interests would retain and release them.
    if isInTransaction { return openPublished(view, interests, read) }
    writer.withoutCommits { openPublished(view, interests, read) }
  }

  /// Ends to show commits to a view.
  package func close(_ view: any LiveView) { if !isSnapshot { delivery.liveRouter.remove(view) } }

  /// A snapshot of the last commit, and the number of that commit.
  package var committed: (store: Store, commit: Int) {
    let now = publishedCopy
    return (now, now.commitCount)
  }

  /// Calls `body` with this store as the one in use.
  package func using<Result>(_ body: () -> Result) -> Result { asCurrent { body() } }

  /// Reads the tables after the last commit, and registers a view, while no commit can be made. The writes of an open
  /// transaction are not in the tables.
  private func openPublished(_ view: any LiveView, _ interests: LiveInterests, _ read: (LiveTables, Int) -> Void) {
    let (tables, commits) = published.read { ($0.tables, $0.commits) }
    defer { withExtendedLifetime(tables) { fence.readerIsDone() } }
    read(LiveTables(tables: tables), commits)
    if !isSnapshot { delivery.liveRouter.add(view, interests) }
  }
}
