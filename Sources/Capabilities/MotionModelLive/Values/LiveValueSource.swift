import MotionModel

/// What keeps a live value true, for ``LiveValue``, which does not know how.
protocol LiveValueSource<Value, Change>: AnyObject, Sendable {
  associatedtype Value: Sendable
  associatedtype Change: Sendable

  /// Why the value can be maintained only by recomputing it; nil if it is derived from the changes of each commit.
  var obstacle: String? { get }

  /// Returns the present value.
  func value(in store: Store) -> Value
  /// Begins to follow the changes of the value.
  ///
  /// - Returns: The value that the first change begins with, besides.
  func begin(_ mode: LiveDelivery<Change>.Mode, in store: Store) -> (Value, LiveFollowing<Change>)
  /// Begins to follow the changes of the value.
  func follow(_ mode: LiveDelivery<Change>.Mode, in store: Store) -> LiveFollowing<Change>
  /// Calls a closure when the value may have changed. What changed is not kept, so this costs commits little.
  ///
  /// - Returns: What ends it.
  func watch(_ changed: @escaping @Sendable () -> Void, in store: Store) -> @Sendable () -> Void
  /// Ends following the store.
  func close(in store: Store)
}
