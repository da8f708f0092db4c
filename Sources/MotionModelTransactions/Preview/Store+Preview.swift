public import MotionModel

extension Store {
  /// The result of a dry run of a transaction.
  ///
  /// ```swift
  /// let preview = store.preview { try project.destroy() }
  /// preview.summary      // => "1 project destroyed, 3 todos destroyed, 2 comments nullified, 1 invoice restricts"
  /// preview.isPossible   // => false
  /// ```
  ///
  /// ## Topics
  /// ### What would happen
  /// - ``changeset``
  /// - ``value``
  /// - ``isPossible``
  /// ### What would stand in the way
  /// - ``errors``
  /// - ``warnings``
  /// ### What takes part
  /// - ``hooks``
  /// ### What destroying would take along
  /// - ``cascade``
  /// - ``summary``
  public struct Preview<Value> {
    /// What the body returned; nil when it threw.
    public let value: Value?
    /// What would be committed. If something prevents the commit, these are the changes until the body threw, or
    /// those made as if nothing were restricted.
    public let changeset: Changeset
    /// All refusals in order, including those that the body caught: a `StoreError`, invalid records, errors of hooks
    /// and commit checks, and the error of the body itself.
    public let errors: [any Error]
    /// Records that would still be saved, with warnings about each; with `MotionModelValidation` these are
    /// `ValidationError` values with the severity of a warning.
    public let warnings: [(record: any Model, warnings: [any Error])]
    /// The hooks and the middleware that take part, in the order in which each runs first: hooks before, around and
    /// after steps, hooks after touching and before the commit, which ran in the preview, and, if the transaction is
    /// possible, hooks that would run after its commit. Hooks before and after the commit of a transaction around the
    /// preview are among them.
    public let hooks: [Store.PreviewHook]
    /// The effects of destroying, with a tree for each call.
    public let cascade: [Store.CascadeStep]
    /// Whether the transaction would be committed. Refusals that the body caught do not prevent that, but a restriction
    /// does, even if the body would have caught it.
    public let isPossible: Bool

    /// The cascade in one line: how many records of each model would be destroyed, deleted, nullified or kept, and
    /// how many prevent it.
    public var summary: String { cascade.summary }
  }
}

extension Store.Preview: Sendable where Value: Sendable {}

extension Store {
  /// Runs `body` as a transaction that is not committed, and returns what it would have done.
  ///
  /// Finders, hooks and validations work as in a transaction; hooks see in `HookContext.isPreview` that nothing will be
  /// committed. Nobody is notified, and no hooks run after a commit or a rollback. Ids that records got are not given
  /// again. A relation that restricts destroying does not stop the preview, which shows all effects of destroying.
  ///
  /// Inside a transaction, it returns what `body` would add to that transaction.
  ///
  /// - Parameter body: What to try. Its effects outside of the store are real.
  /// - Returns: What `body` would do, and what would prevent it.
  /// - Complexity: That of the transaction.
  public func preview<Value>(_ body: (Store.Transaction) throws -> Value) -> Store.Preview<Value> {
    let recorder = PreviewRecorder()
    var value: Value?
    let trial = dryRun(recorder) { value = try body(Store.Transaction(in: self)) }
    let findings = recorder.findings
    return Store.Preview(
      value: value, changeset: trial.changeset, errors: findings.errors, warnings: findings.warnings,
      hooks: findings.hooks, cascade: findings.steps, isPossible: trial.isPossible)
  }

  /// Runs `body` as a transaction that is not committed, and returns what it would have done.
  ///
  /// - Parameter body: What to try.
  /// - Returns: What `body` would do, and what would prevent it.
  public func preview<Value>(_ body: () throws -> Value) -> Store.Preview<Value> { preview { _ in try body() } }
}
