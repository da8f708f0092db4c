/// Decides whether changes to records may be committed; see ``Model/commitCheck``.
///
/// A ``SaveCheck`` sees one record. This sees all changes of a commit to the records of one model together, at its end, when
/// they are made but nobody else has seen them: a rule such as "one administrator at least" can only be judged then.
public struct CommitCheck<Record: Model>: Sendable {
  let check: @Sendable ([Change<Record>], Store) throws -> Void

  /// Makes a check.
  ///
  /// - Parameter check: Is given the changes and the store, in which it finds the records as they would be, and throws when
  ///   that must not be. Then nothing of the commit happens. It must not write.
  public init(_ check: @escaping @Sendable ([Change<Record>], Store) throws -> Void) { self.check = check }
}

/// A model's commit check for code that does not know the model.
struct CommitTest: Sendable {
  let run: @Sendable (Changeset, Store) throws -> Void

  /// The check is asked for each time, because it may be made of the schema, which is being made here.
  init<Record: Model>(_ model: Record.Type) {
    run = { changeset, store in
      guard let check = Record.commitCheck else { return }
      try check.check(changeset.changes(of: Record.self), store)
    }
  }
}

extension Changeset {
  /// Runs the commit checks of the models of the records that change.
  func check(in store: Store) throws {
    for part in parts where part.count > 0 { try part.layout.commitTest.run(self, store) }
  }

  /// What the commit checks of all these models throw.
  func objections(in store: Store) -> [any Error] {
    parts.filter { $0.count > 0 }.compactMap { part in
      do { try part.layout.commitTest.run(self, store) } catch { return error }
      return nil
    }
  }
}
