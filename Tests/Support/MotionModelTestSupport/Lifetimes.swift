package import MotionModel

/// Checks whether a store is freed when nobody holds it any more.
package enum Lifetimes {
  /// Returns whether a store is freed after a body that uses it.
  package static func isFreed(after body: (Store) throws -> Void) throws -> Bool {
    weak let store = try used(by: body)
    return store == nil
  }

  /// Returns a store after a body has used it. This is a separate function, so that no variable of the caller holds
  /// the store.
  @inline(never)
  private static func used(by body: (Store) throws -> Void) throws -> Store {
    let store = Store(notificationCenter: nil)
    try body(store)
    return store
  }
}
