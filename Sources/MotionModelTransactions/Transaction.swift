public import MotionModel

/// A transaction that is under way, as its body sees it.
///
/// ```swift
/// try store.transaction { transaction in
///   transaction.metadata.author = "ann"
///   try Todo.where(\.done == true).deleteAll()
///   if Todo.count == 0 { transaction.rollback() }
/// }
/// ```
///
/// It is of use in the body only: afterwards, or while a transaction inside is under way, it traps.
///
/// ## Topics
/// ### Undoing
/// - ``rollback()``
/// ### What is going to be committed
/// - ``changeset``
/// - ``metadata``
public struct Transaction: Sendable {
  private let savepoint: Savepoint

  /// The transaction that the calling task has just begun.
  init(in store: Store) {
    guard let savepoint = store.savepoint else {
      fatalError("A transaction is not seen by its own body: let the body run on the thread that begins it.")
    }
    self.savepoint = savepoint
  }

  /// Undoes all that was written since the transaction began; what was known of the commit stays.
  ///
  /// The body goes on: what it writes afterwards counts, and is committed when it returns. Return after it where that is not
  /// wanted. Records that the body holds are values and stay as they are; those of `record.transaction` have a `rollback` of
  /// their own.
  public func rollback() { savepoint.rollback() }

  /// What was written since the transaction began, as one changeset; it has no number yet.
  ///
  /// - Complexity: O(1).
  public var changeset: Changeset { savepoint.changeset }

  /// Who makes the commit and why: it travels with the changeset.
  ///
  /// There is one for the whole commit, and what is said last counts. A transaction inside another begins with what is known
  /// there; what it says stays when it returns, and is forgotten when it throws.
  public var metadata: ChangesetMetadata {
    get { savepoint.metadata }
    nonmutating set { savepoint.metadata = newValue }
  }
}
