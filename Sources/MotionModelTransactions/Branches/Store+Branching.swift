public import Foundation
public import MotionModel

extension Store {
  /// Creates a store that begins with the records of this one, is changed apart from it, and is then merged or
  /// dropped.
  ///
  /// The models' hooks and the store's middleware run in the branch as in any store, and hooks see the branch as
  /// their store. Hooks after a commit run when the branch commits, and again in the parent for the merged changes
  /// when the branch is merged. The branch posts notifications only if it is given a notification center.
  ///
  /// A branch begins with committed records. So it cannot begin inside a transaction of this store, whose writes may
  /// still be undone: the call traps.
  ///
  /// - Parameter notificationCenter: Where the branch posts notifications; nil for none.
  /// - Complexity: O(1), in time and memory, at any size. What is changed later, on either side, is stored twice
  ///   for as long as the branch lives.
  public func branch(notificationCenter: NotificationCenter? = nil) -> Branch {
    if isInTransaction {
      fatalError(
        "A branch cannot begin inside a transaction of its store, which may be undone: begin the branch before or after it."
      )
    }
    return Branch(of: self, fork(notificationCenter: notificationCenter))
  }
}
