/// A group of writes that has not been committed: tables of its own, and what was changed in them so far.
///
/// It travels in a task local, and tasks that are started inside inherit it. Hence the lock; and once the session is over, it
/// tells a task that outlives it that it takes no more.
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

  /// Ends the session.
  ///
  /// - Returns: What it came to; nil when it was over already.
  @discardableResult
  func close() -> (Tables, Changeset)? {
    state.withLock { state in
      guard state.isOpen else { return nil }
      let outcome = (state.tables, state.changeset)
      state = State(tables: Tables(), isOpen: false)
      return outcome
    }
  }

  /// Applies the changes that `prepare` derives from the tables as they are.
  ///
  /// - Parameter prepare: It must not run users' code: the session is locked.
  /// - Returns: The changes; nil when the session is over.
  func write(_ prepare: (Tables) throws(StoreError) -> Changeset) throws(StoreError) -> Changeset? {
    try state.withLock { state throws(StoreError) in
      guard state.isOpen else { return nil }
      var changeset = try prepare(state.tables)
      if changeset.isSingle {
        try changeset.apply(to: &state.tables)
      } else if changeset.hasEffect {
        var tables = state.tables
        try changeset.apply(to: &tables)
        state.tables = tables
      }
      state.changeset.append(changeset)
      return changeset
    }
  }

  /// Runs `body`, and forgets what it wrote when it throws.
  func nested<Result>(_ body: () throws -> Result) throws -> Result {
    let saved = state.withLock { $0 }
    do {
      return try body()
    } catch {
      state.withLock { state in
        if state.isOpen { state = saved }
      }
      throw error
    }
  }
}
