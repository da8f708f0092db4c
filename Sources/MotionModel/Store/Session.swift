import Foundation

/// A group of writes that has not been committed: tables of its own, and what was changed in them so far.
///
/// Tables of its own cost copies of what is changed in them. A session that comes to a single change, as the saving of a record with
/// hooks does, can do without: the change is checked and kept, and put into the tables only if somebody wants to see them.
///
/// It travels in a task local, and tasks that are started inside inherit it. Hence the lock; and once the session is over, it
/// tells a task that outlives it that it takes no more.
final class Session: Sendable {
  fileprivate struct State: Sendable {
    var tables: Tables
    var changeset: Changeset
    /// Whether the changeset is one change that the tables do not have yet, and the first of the session.
    var isPending = false
    /// How often something was written.
    var writeCount = 0
    /// What was undone although the session goes on, in order.
    var discarded: [Changeset] = []
    var isOpen = true
    /// Whether what is written will be undone in any case.
    var isPreview = false
    /// How many operations with hooks are under way, one inside the other.
    var hooks = 0
  }

  /// The time of all that is written in it.
  let now: Date
  private let state: Locked<State>

  init(_ tables: Tables, now: Date, isPreview: Bool) {
    self.now = now
    state = Locked(State(tables: tables, changeset: Changeset(date: now), isPreview: isPreview))
  }

  var isOpen: Bool { state.withLock { $0.isOpen } }
  var isPreview: Bool { state.withLock { $0.isPreview } }

  /// The tables with what was written so far; nil when the session is over.
  var tables: Tables? {
    state.withLock { state in
      state.settle()
      return state.isOpen ? state.tables : nil
    }
  }

  /// How often something was written so far.
  var writeCount: Int { state.withLock { $0.writeCount } }

  /// Throws when what was written must not be committed: because a model says so, or because it leaves a record without a
  /// parent that it has to have.
  func check(in store: Store) throws {
    // Checks are users' code and read the store, so they do not run under the lock.
    try state.withLock { $0.changeset }.check(in: store)
    let (tables, changeset) = state.withLock { ($0.tables, $0.changeset) }
    try Integrity.check(changeset, in: tables)
  }

  /// What a session came to.
  struct Outcome {
    let tables: Tables
    var changeset: Changeset
    /// Whether the changeset is one change that the tables do not have.
    let isPending: Bool
    /// What was undone although the session went on.
    let discarded: [Changeset]
  }

  /// Ends the session.
  ///
  /// - Returns: What it came to; nil when it was over already.
  @discardableResult
  func close() -> Outcome? {
    state.withLock { state in
      guard state.isOpen else { return nil }
      let outcome = Outcome(
        tables: state.isPending ? Tables() : state.tables, changeset: state.changeset, isPending: state.isPending,
        discarded: state.discarded)
      state = State(tables: Tables(), changeset: Changeset(), isOpen: false)
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
      state.settle()
      var changeset = try prepare(state.tables)
      if !changeset.hasEffect { return changeset }
      if changeset.isSingle && state.writeCount == 0 {
        try changeset.check(in: state.tables)
        state.isPending = true
      } else if changeset.isSingle {
        try changeset.apply(to: &state.tables)
      } else {
        var tables = state.tables
        try changeset.apply(to: &tables)
        state.tables = tables
      }
      state.writeCount += 1
      state.changeset.append(changeset)
      return changeset
    }
  }

  /// Has the changes to the records of one model, those that are there so far, told together.
  func markBulk(_ layout: TableLayout) { state.withLock { $0.changeset.markBulk(layout) } }

  /// Runs `body`, and forgets what it wrote when it throws.
  ///
  /// - Parameters:
  ///   - isPreview: Whether what it writes will be undone in any case.
  ///   - written: Becomes what was written.
  /// - Returns: What `body` returned.
  func nested<Result>(
    _ isPreview: Bool, _ written: inout Changeset, _ body: () throws -> Result
  ) throws -> Result {
    let outer = begin(isPreview)
    do {
      let result = try body()
      written = end(inside: outer)
      return result
    } catch {
      undo(to: outer)
      throw error
    }
  }

  private func begin(_ isPreview: Bool) -> State {
    state.withLock { state in
      state.settle()
      let outer = state
      state.changeset = Changeset(date: now)
      state.isPreview = outer.isPreview || isPreview
      return outer
    }
  }

  private func end(inside outer: State) -> Changeset {
    state.withLock { state in
      let inner = state.changeset
      guard state.isOpen else { return inner }
      state.isPreview = outer.isPreview
      if outer.changeset.hasEffect {
        state.changeset = outer.changeset
        state.changeset.append(inner)
      }
      return inner
    }
  }

  private func undo(to outer: State) {
    state.withLock { state in
      guard state.isOpen else { return }
      let (undone, discarded, isPreview) = (state.changeset, state.discarded, state.isPreview)
      state = outer
      state.discarded = discarded
      if undone.hasEffect && !isPreview { state.discarded.append(undone) }
    }
  }

  // MARK: - Hooks

  /// Counts an operation with hooks.
  ///
  /// - Returns: Whether it may run: not when as many as `limit` are under way.
  func enterHooks(limit: Int) -> Bool {
    state.withLock { state in
      if state.hooks >= limit { return false }
      state.hooks += 1
      return true
    }
  }

  /// Ends the counting of an operation with hooks.
  func leaveHooks() { state.withLock { $0.hooks -= 1 } }
}

extension Session.State {
  /// Puts a change that the tables do not have yet into them.
  fileprivate mutating func settle() {
    guard isPending else { return }
    isPending = false
    do throws(StoreError) {
      try changeset.apply(to: &tables)
    } catch {
      // It was checked in these tables, and nothing was written to them since.
      fatalError("A change that was checked could not be made: \(error)")
    }
  }
}
