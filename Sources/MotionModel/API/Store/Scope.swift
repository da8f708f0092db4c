/// What the calling task works in: a store, and a transaction of it when it is inside one.
@usableFromInline
final class Scope: Sendable {
  @TaskLocal @usableFromInline static var current: Scope?

  @usableFromInline let store: Store
  private let transaction: OpenTransaction?
  /// What the task works in once this scope ends.
  private let outer: Scope?

  /// A scope inside the current one.
  init(store: Store, transaction: OpenTransaction? = nil) {
    self.store = store
    self.transaction = transaction
    outer = Scope.current
  }

  /// The transaction of a store that the calling task is inside, however many other stores it has turned to since.
  static func transaction(in store: Store) -> OpenTransaction? {
    var scope = current
    while let here = scope {
      if here.store === store, let transaction = here.transaction { return transaction }
      scope = here.outer
    }
    return nil
  }
}

extension Store {
  /// The store that static calls use here and now: the one of the innermost ``with(_:_:)-(Store,_)``, or ``default``.
  @inlinable
  public static var current: Store { Scope.current?.store ?? .default }

  /// Makes a store the one that static calls use while `body` runs.
  ///
  /// It holds for everything that `body` calls and for the tasks that it starts, and for nobody else, so tests that each
  /// have a store of their own can run side by side.
  ///
  /// - Parameters:
  ///   - store: The store to use.
  ///   - body: What is to use it.
  /// - Returns: What `body` returned.
  @discardableResult
  public static func with<Result, Failure: Error>(
    _ store: Store, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try Scope.$current.with(Scope(store: store), body)
  }

  /// Makes a store the one that static calls use while an asynchronous `body` runs.
  ///
  /// - Parameters:
  ///   - isolation: The actor that `body` runs on: the caller's.
  ///   - store: The store to use.
  ///   - body: What is to use it.
  /// - Returns: What `body` returned.
  @discardableResult
  public static func with<Result>(
    isolation: isolated (any Actor)? = #isolation, _ store: Store, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await Scope.$current.withValue(Scope(store: store), operation: body, isolation: isolation)
  }
}
