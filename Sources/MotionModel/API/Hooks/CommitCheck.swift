/// Decides whether changes to records may be committed; see ``Model/commitCheck``.
///
/// A ``SaveCheck`` checks one record. A commit check receives all changes of a commit to one model's records
/// together, at the end of the commit, when nobody else has seen them. Only then can a rule such as "at least one
/// administrator" be checked.
public struct CommitCheck<Record: Model>: Sendable {
  package let check: @Sendable ([Change<Record>], Store) throws -> Void

  /// Creates a check.
  ///
  /// - Parameter check: Receives the changes and the store, which returns the records as they would be committed. It
  ///   throws to refuse the commit; nothing is committed then. It must not write.
  public init(_ check: @escaping @Sendable ([Change<Record>], Store) throws -> Void) { self.check = check }
}

extension Changeset {
  /// Runs the commit checks of the models whose records the changeset changes.
  func check(in store: Store) throws {
    for part in parts where part.count > 0 { try part.layout.traits.judge(self, store) }
  }

  /// Returns the errors that the commit checks of these models throw.
  func refusals(in store: Store) -> [any Error] {
    parts.filter { $0.count > 0 }.compactMap { part in
      do { try part.layout.traits.judge(self, store) } catch { return error }
      return nil
    }
  }
}

extension OpenTransaction {
  /// Seals the transaction, and throws if it must not be committed: because a commit check refuses it, or because a
  /// record would be left without its required parent.
  func check(in store: Store) throws {
    // Checks are users' code and read the store, so they do not run under the lock.
    let changeset = seal()
    if !state.withLock({ $0.isJudged }) { return }
    try changeset.check(in: store)
    if Integrity.concerns(changeset) { try checkIntegrity() }
  }

  /// Returns all errors that ``check(in:)`` could throw.
  func refusals(in store: Store) -> [any Error] {
    var refusals = changeset.refusals(in: store)
    do { try checkIntegrity() } catch { refusals.append(error) }
    return refusals
  }
}

extension Store {
  /// Runs `body`, which does not write, as outside of the transaction of the calling task: with the records as they
  /// were when it began.
  package func beforeTransaction<Result>(_ body: () throws -> Result) rethrows -> Result {
    try StoreContext.$current.withValue(StoreContext(store: self, in: nil), operation: body)
  }

  /// The names of the columns that the store sets itself, such as times of saving, and that callers have set in the
  /// transaction of the calling task, by record.
  package func statedColumns<Record: Model>(of model: Record.Type) -> [Record.ID: Set<String>] {
    var names: [Record.ID: Set<String>] = [:]
    for (column, part) in transaction?.statedColumns(of: Record.schema.layout) ?? [] {
      for change in part.changes(of: model) { names[change.id, default: []].insert(Record.schema.columns[column].name) }
    }
    return names
  }
}
