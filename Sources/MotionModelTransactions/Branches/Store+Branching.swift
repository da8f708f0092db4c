public import Foundation
public import MotionModel

extension Store {
  /// A store of its own that begins with the records of this one, to be changed apart from it and then merged or dropped.
  ///
  /// The models' hooks and the store's middleware run in it as ever; hooks see the branch as their store, and those after a commit
  /// run when the branch commits and again, for the merged changes, when it is merged. Notifications of it are posted only where
  /// that is asked for.
  ///
  /// - Parameter notificationCenter: Where the branch posts notifications; nil for nowhere.
  /// - Complexity: O(1), in time and memory, at any size. What is changed later, on either side, is kept twice for as long as the
  ///   branch lives.
  public func branch(notificationCenter: NotificationCenter? = nil) -> Branch {
    Branch(of: self, fork(notificationCenter: notificationCenter))
  }

  /// Makes a branch the store that static calls use while `body` runs; see `Store.with`.
  @discardableResult
  public static func with<Result, Failure: Error>(
    _ branch: Branch, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try with(branch.store, body)
  }

  /// Makes a branch the store that static calls use while an asynchronous `body` runs; see `Store.with`.
  ///
  /// - Parameters:
  ///   - isolation: The actor that `body` runs on: the caller's.
  ///   - branch: The branch to use.
  ///   - body: What is to use it.
  @discardableResult
  public static func with<Result>(
    isolation: isolated (any Actor)? = #isolation, _ branch: Branch, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await with(isolation: isolation, branch.store, body)
  }
}

extension Branch {
  /// A branch of this branch, which is merged into it.
  public func branch(notificationCenter: NotificationCenter? = nil) -> Branch {
    store.branch(notificationCenter: notificationCenter)
  }
}
