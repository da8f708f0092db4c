/// What surrounds the calling task: the store in use, a transaction of it, and blocks with settings, each inside the one before.
///
/// It is one list in one task local, because looking a task local up takes as long as many other steps of a save.
@usableFromInline
final class Scope: Sendable {
  @TaskLocal @usableFromInline static var current: Scope?

  /// The store that static calls use; nil for ``Store/default``.
  @usableFromInline let store: Store?
  /// A transaction of that store, which the task is inside.
  private let transaction: OpenTransaction?
  private let block: StoreBlock?
  /// What surrounds the task once this scope ends.
  private let outer: Scope?

  /// A scope inside the current one, in which static calls use a store.
  init(store: Store, transaction: OpenTransaction? = nil) {
    (self.store, self.transaction, block, outer) = (store, transaction, nil, Scope.current)
  }

  /// A scope inside the current one, in which a block's setting holds.
  init(_ block: StoreBlock) {
    let outer = Scope.current
    (store, transaction, self.block, self.outer) = (outer?.store, nil, block, outer)
  }

  /// The transaction of a store that the task is inside, whichever other stores it has used since.
  func transaction(in store: Store) -> OpenTransaction? {
    if self.store === store, let transaction { return transaction }
    var scope = outer
    while let here = scope {
      if here.store === store, let transaction = here.transaction { return transaction }
      scope = here.outer
    }
    return nil
  }

  /// The settings of all blocks for a store that the task is inside.
  func settings(in store: Store) -> StoreBlock.Settings {
    var settings = StoreBlock.Settings()
    var scope: Scope? = self
    while let here = scope {
      here.block?.add(to: &settings, in: store)
      scope = here.outer
    }
    return settings
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
