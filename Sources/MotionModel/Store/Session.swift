/// A group of writes that has not been committed: tables of its own, and what was changed in them so far.
///
/// It travels in a task local, and tasks that are started inside inherit it; hence the lock, and the flag that tells a
/// task that outlives its session that it has none.
final class Session: Sendable {
  private struct State: Sendable {
    var tables: Tables
    var changeset = Changeset()
    var isOpen = true
  }

  private let state: Locked<State>

  init(_ tables: Tables) { state = Locked(State(tables: tables)) }

  var isOpen: Bool { state.withLock { $0.isOpen } }

  /// The tables with what was written so far; nil when the session is over.
  var tables: Tables? { state.withLock { $0.isOpen ? $0.tables : nil } }

  var outcome: (Tables, Changeset) { state.withLock { ($0.tables, $0.changeset) } }

  func close() {
    state.withLock { state in
      state = State(tables: Tables())
      state.isOpen = false
    }
  }

  /// One table, with what was written so far.
  func version(_ layout: TableLayout) -> TableVersion { state.withLock { $0.tables.version(layout) } }

  func apply(_ changeset: Changeset) throws(StoreError) {
    if !changeset.hasEffect { return }
    try state.withLock { state throws(StoreError) in
      var changeset = changeset
      if changeset.count == 1 {
        try changeset.apply(to: &state.tables)
      } else {
        // A failure may leave the tables half changed, so they are changed as a copy.
        var tables = state.tables
        try changeset.apply(to: &tables)
        state.tables = tables
      }
      state.changeset.append(changeset)
    }
  }

  /// Runs `body`, and forgets what it wrote when it throws.
  func nested<Result>(_ body: () throws -> Result) throws -> Result {
    let saved = state.withLock { $0 }
    do {
      return try body()
    } catch {
      state.withLock { $0 = saved }
      throw error
    }
  }
}
