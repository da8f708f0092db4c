public import MotionModel

extension Store {
  /// An open transaction, passed to its body.
  ///
  /// ```swift
  /// try store.transaction { transaction in
  ///   transaction.metadata.author = "ann"
  ///   try Todo.where(\.done == true).deleteAll()
  ///   if Todo.count == 0 { transaction.rollback() }
  /// }
  /// ```
  ///
  /// It may only be used in the body: it traps afterwards, and while another transaction is open inside.
  ///
  /// ## Topics
  /// ### Undoing
  /// - ``rollback()``
  /// ### What is going to be committed
  /// - ``changeset``
  /// - ``metadata``
  public struct Transaction: Sendable {
    private let savepoint: Savepoint

    @usableFromInline
    init(_ savepoint: Savepoint) { self.savepoint = savepoint }

    /// Captures the transaction that the calling task has just begun.
    init(in store: Store) {
      guard let savepoint = store.savepoint else {
        fatalError("A transaction is not seen by its own body: let the body run on the thread that begins it.")
      }
      self.savepoint = savepoint
    }

    /// Undoes all that was written since the transaction began; the metadata of the commit stays.
    ///
    /// The body continues: what it writes afterwards is committed when it returns. Return after the call if that is not
    /// wanted. Records that the body holds are values and stay as they are; in `record.transaction`, records have a
    /// `rollback` of their own.
    public func rollback() { savepoint.rollback() }

    /// What was written since the transaction began, as one changeset without a commit number.
    ///
    /// - Complexity: O(1).
    public var changeset: Changeset { savepoint.changeset }

    /// Who makes the commit and why: it is part of the changeset.
    ///
    /// There is one value for the whole commit, and the last assignment counts. A nested transaction begins with the
    /// metadata of the outer one. Its own assignment stays when it returns, and is dropped when it throws.
    public var metadata: Changeset.Metadata {
      get { savepoint.metadata }
      nonmutating set { savepoint.metadata = newValue }
    }
  }
}
