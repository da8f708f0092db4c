import MotionModel

/// What a live value makes of the changes of each commit.
///
/// Except for ``again(in:)``, ``presented(_:by:in:)`` and ``change(_:_:by:)``, its functions are called under a lock,
/// so they must not run code of the program's.
protocol LiveFold: Sendable {
  /// What the lock guards.
  associatedtype Value: Sendable
  /// What is shown of it.
  associatedtype Presented: Sendable = Value
  /// What it takes to make that, where no lock is held.
  associatedtype Recipe: Sendable = Void
  /// The difference between two values. Those of several commits are composed into one, so that a slow consumer costs
  /// no more memory than the values themselves.
  associatedtype Delta: Sendable
  /// What consumers receive of a difference.
  associatedtype Change: Sendable

  /// What the value depends on.
  var interests: LiveInterests { get }
  /// Why the value can be maintained only by recomputing it; nil if it is derived from the changes of each commit.
  var obstacle: String? { get }
  var recipe: Recipe { get }
  var value: Value { get }
  /// The value that consumers received last. Unlike reading ``value``, reading it never traps.
  var shown: Value { get }

  /// Computes the value from tables.
  mutating func read(in tables: LiveTables)
  /// Takes changes into account.
  ///
  /// - Parameter isFollowed: Whether the changes of the value are followed. If not, the value may be computed later, by
  ///   ``settle()``.
  /// - Returns: What changed; nil when nothing did, or the changes are not followed.
  mutating func take(_ parts: [LivePart], of commit: LiveCommit, isFollowed: Bool) -> Delta?
  /// Computes the value from all changes that were taken. It is called before the value is read or followed.
  mutating func settle()
  /// Returns whether a value that is recomputed stays as it is, whatever changed. It is called while the value is up to
  /// date.
  mutating func isKept(by parts: [LivePart]) -> Bool
  /// Computes the value again from the store's present records. It may run any code.
  ///
  /// - Returns: The fold with the new value, and the number of the last commit.
  func again(in store: Store) -> (fold: Self, commit: Int)
  /// Returns the difference between the value of another fold and this one's; nil when they are the same.
  func difference(from old: Self) -> Delta?
  /// Returns the difference that two differences make one after the other; nil when nothing is left of them.
  func composed(_ first: consuming Delta, _ second: Delta) -> Delta?
  /// Returns what is shown of a value.
  static func presented(_ value: Value, by recipe: Recipe, in store: Store) -> Presented
  /// Returns what consumers receive of a difference; nil when nothing shown has changed.
  static func change(_ delta: Delta, _ span: CommitSpan, by recipe: Recipe) -> Change?
  /// Whether those who watch a value that is recomputed are notified only when it differs. Then it is recomputed after
  /// each commit while it is watched.
  static var isComparedForWatchers: Bool { get }
}

extension LiveFold {
  /// Most values are the ones that consumers received last.
  var shown: Value { value }

  /// Most values are computed with each commit.
  func settle() {}

  /// Most values can differ after each commit that concerns them.
  func isKept(by parts: [LivePart]) -> Bool { false }

  /// Most values are compared.
  static var isComparedForWatchers: Bool { true }
}

extension LiveFold where Presented == Value {
  static func presented(_ value: Value, by recipe: Recipe, in store: Store) -> Value { value }
}

extension LiveFold where Recipe == Void {
  var recipe: Void { () }
}

/// A value before and after a change.
struct LiveStep<Value: Sendable>: Sendable {
  let old: Value
  let new: Value

  init(_ old: Value, _ new: Value) { (self.old, self.new) = (old, new) }
}

/// When a live value changed.
struct CommitSpan: Sendable {
  /// The commits since the previous change.
  let commits: ClosedRange<Int>
  /// The metadata of the last commit.
  let metadata: Changeset.Metadata

  /// - Parameters:
  ///   - last: The number of the last commit before.
  ///   - now: The number of the last commit.
  init(after last: Int, to now: Int, _ metadata: Changeset.Metadata) {
    (commits, self.metadata) = (min(last + 1, now)...now, metadata)
  }
}
