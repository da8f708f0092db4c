/// Decides whether changes to records may be committed; see ``Model/commitCheck``.
///
/// A ``SaveCheck`` checks one record. A commit check receives all changes of a commit to one model's records
/// together, at the end of the commit, when nobody else has seen them. Only then can a rule such as "at least one
/// administrator" be checked.
public struct CommitCheck<Record: Model>: Sendable {
  let check: @Sendable ([Change<Record>], Store) throws -> Void

  /// Creates a check.
  ///
  /// - Parameter check: Receives the changes and the store, which returns the records as they would be committed. It
  ///   throws to refuse the commit; nothing is committed then. It must not write.
  public init(_ check: @escaping @Sendable ([Change<Record>], Store) throws -> Void) { self.check = check }
}

/// A model's commit check, for code that does not know the model.
struct CommitTest: Sendable {
  let run: @Sendable (Changeset, Store) throws -> Void
  /// Whether the model has a check.
  let isNeeded: @Sendable () -> Bool

  /// Reads the check at each run, because it may be computed from the schema, which is being created here.
  init<Record: Model>(_ model: Record.Type) {
    run = { changeset, store in
      guard let check = Record.commitCheck else { return }
      try check.check(changeset.changes(of: Record.self), store)
    }
    isNeeded = { Record.commitCheck != nil }
  }
}

extension Changeset {
  /// Runs the commit checks of the models whose records the changeset changes.
  func check(in store: Store) throws {
    for part in parts where part.count > 0 { try part.layout.traits.commitTest.run(self, store) }
  }

  /// Returns the errors that the commit checks of these models throw.
  func refusals(in store: Store) -> [any Error] {
    parts.filter { $0.count > 0 }.compactMap { part in
      do { try part.layout.traits.commitTest.run(self, store) } catch { return error }
      return nil
    }
  }
}

extension OpenTransaction {
  /// Seals the transaction, and throws if it must not be committed: because a commit check refuses it, or because a
  /// record would be left without its required parent.
  func check(in store: Store) throws {
    // Checks are users' code and read the store, so they do not run under the lock.
    try seal().check(in: store)
    try checkIntegrity()
  }

  /// Returns all errors that ``check(in:)`` could throw.
  func refusals(in store: Store) -> [any Error] {
    var refusals = changeset.refusals(in: store)
    do { try checkIntegrity() } catch { refusals.append(error) }
    return refusals
  }
}
