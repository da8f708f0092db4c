public import MotionModel

/// What a transaction would do, found out by a dry run.
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
/// ### What destroying would take along
/// - ``cascade``
/// - ``summary``
public struct Preview<Value> {
  /// What the body returned; nil when it threw.
  public let value: Value?
  /// What would be committed. Where something stands in the way it is what was written nevertheless: until the body threw, or
  /// if nothing were restricted.
  public let changeset: Changeset
  /// All that was refused on the way, in order, also what the body caught: a `StoreError`, invalid records, what hooks and commit
  /// checks threw, and the error of the body itself.
  public let errors: [any Error]
  /// What is to be said of records that would be saved all the same.
  public let warnings: [PreviewWarning]
  /// What destroying would do, as a tree for each call.
  public let cascade: [CascadeStep]
  /// Whether the transaction would be committed: nothing was refused but what the body caught. A
  /// restriction counts, also where the body would have caught it.
  public let isPossible: Bool

  /// The cascade in a line: how many records of each model would be destroyed, deleted and left behind, and how many do not allow it.
  public var summary: String { cascade.summary }
}

extension Preview: Sendable where Value: Sendable {}

/// What is to be said of a record that would be saved all the same.
public struct PreviewWarning: Sendable {
  /// The record.
  public let record: any Model
  /// What is to be said of it; with `MotionModelValidation` these are `ValidationError` values that are warnings.
  public let warnings: [any Error]
}

extension Store {
  /// Runs `body` as a transaction that is not committed, and tells what it would have done.
  ///
  /// Finders, hooks and validations work as they would; hooks see in `HookContext.isPreview` that nothing will come of it. Nobody
  /// is notified, and nothing runs after a commit or a rollback. Ids that records got are not given again. A relation that restricts
  /// destroying does not stop it here, so that all of what it would do is seen.
  ///
  /// In a transaction, it tells what `body` would add to it.
  ///
  /// - Parameter body: What might be done. What it does outside of the store is done.
  /// - Returns: What it would do, and what would stand in the way.
  /// - Complexity: That of the transaction.
  public func preview<Value>(_ body: (Transaction) throws -> Value) -> Preview<Value> {
    let recorder = PreviewRecorder()
    var value: Value?
    let trial = trial(recorder) { value = try body(Transaction(in: self)) }
    let findings = recorder.findings
    return Preview(
      value: value, changeset: trial.changeset, errors: findings.errors, warnings: findings.warnings,
      cascade: findings.steps, isPossible: trial.isPossible)
  }

  /// Runs `body` as a transaction that is not committed, and tells what it would have done.
  ///
  /// - Parameter body: What might be done.
  /// - Returns: What it would do, and what would stand in the way.
  public func preview<Value>(_ body: () throws -> Value) -> Preview<Value> { preview { _ in try body() } }
}
