import Foundation
import Synchronization

/// One entry in the context of the calling task: the store in use, with an open transaction or a block's setting. Each
/// entry refers to the one around it.
///
/// All of them are in one list in one task local, because reading a task local takes as long as many other steps of a
/// save.
@usableFromInline final class StoreContext: Sendable {
  /// NB: It is never nil, because the system's library copies an optional by its type, which takes half as long again.
  @TaskLocal @usableFromInline static var current = StoreContext()

  /// The store that static calls use; nil for ``Store/default``.
  @usableFromInline let store: Store?
  /// The transaction of that store that the task is inside; nil if this entry adds none.
  private let transaction: OpenTransaction?
  private let block: StoreBlock?
  /// The outer context, which becomes current again at the end of this context.
  private let outer: StoreContext?
  /// Whether this context or one around it has a block, so that settings have to be combined.
  private let hasBlocks: Bool
  /// Whether a call that names no store traps here, even if ``Store/allowsDefault`` is true.
  fileprivate let refusesDefault: Bool

  /// Creates a context inside another one, in which static calls use a store.
  init(store: Store, transaction: OpenTransaction? = nil, in outer: StoreContext? = .current) {
    (self.store, self.transaction, block, self.outer) = (store, transaction, nil, outer)
    hasBlocks = outer?.hasBlocks ?? false
    refusesDefault = false
  }

  /// Creates a context in which no store is in use.
  ///
  /// - Parameter refusesDefault: Whether calls that name none trap.
  fileprivate init(in outer: StoreContext? = nil, refusesDefault: Bool = false) {
    (store, transaction, block, self.outer) = (nil, nil, nil, outer)
    (hasBlocks, self.refusesDefault) = (outer?.hasBlocks ?? false, refusesDefault)
  }

  /// Creates a context inside the current one, in which a block's setting applies.
  init(_ block: StoreBlock) {
    let outer = StoreContext.current
    (store, transaction, self.block, self.outer, hasBlocks) = (outer.store, nil, block, outer, true)
    refusesDefault = outer.refusesDefault
  }

  /// The store of a call that names none, where this context has none; traps if the default store is refused.
  @usableFromInline var fallback: Store {
    if refusesDefault { Store.refuseDefault("no store is in use here") }
    return .fallback
  }

  /// Returns the transaction of a store that the task is inside; nil if there is none. Other stores that the task has
  /// used since then do not matter.
  func transaction(in store: Store) -> OpenTransaction? {
    if self.store === store, let transaction { return transaction }
    var context = outer
    while let here = context {
      if here.store === store, let transaction = here.transaction { return transaction }
      context = here.outer
    }
    return nil
  }

  /// Returns the settings for a store, combined from all blocks that the task is inside.
  func settings(in store: Store) -> StoreBlock.Settings {
    var settings = StoreBlock.Settings()
    if !hasBlocks { return settings }
    var context: StoreContext? = self
    while let here = context {
      here.block?.add(to: &settings, in: store)
      context = here.outer
    }
    return settings
  }
}

extension Store {
  /// The store that static calls use: that of the innermost ``with(_:_:)-(Store,_)`` around the calling task, or
  /// ``default``.
  ///
  /// Inside a transaction, a hook or an observer of a store, it is that store.
  @inlinable public static var current: Store {
    let context = StoreContext.current
    return context.store ?? context.fallback
  }

  /// Whether static calls outside of any ``with(_:_:)-(Store,_)`` block use ``default``; true unless the environment
  /// variable `MOTIONMODEL_DEFAULT_STORE` is `none`.
  ///
  /// A program that passes its stores explicitly sets this to false. A call such as `Todo.where`, to which no store was
  /// given, then traps with a sentence that says so, and does not silently use another store.
  ///
  /// ```swift
  /// @main struct Server {
  ///   static func main() {
  ///     Store.allowsDefault = false
  ///     …
  /// ```
  public static var allowsDefault: Bool {
    get { defaultIsAllowed.load(ordering: .relaxed) }
    set { defaultIsAllowed.store(newValue, ordering: .relaxed) }
  }

  private static let defaultIsAllowed = Atomic(
    ProcessInfo.processInfo.environment["MOTIONMODEL_DEFAULT_STORE"] != "none")

  /// The default store, for a call outside of any ``with(_:_:)-(Store,_)`` block; traps if that is not allowed.
  @usableFromInline static var fallback: Store {
    if !allowsDefault { refuseDefault("Store.allowsDefault is false") }
    return .default
  }

  /// - Parameter reason: Why a call has to name its store.
  @inline(never) fileprivate static func refuseDefault(_ reason: String) -> Never {
    fatalError(
      """
      A call names no store, and \(reason): call it inside Store.with(store) { … }, or on a table, such as \
      store.table(Todo.self).
      """)
  }

  /// Runs `body` with this store as the one in use, unless it is already.
  ///
  /// - Parameter isNeeded: Whether `body` may use the store in use.
  @usableFromInline func asCurrent<Result, Failure: Error>(
    if isNeeded: Bool = true, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if !isNeeded || isInUse { return try body() }
    return try StoreContext.$current.with(StoreContext(store: self), body)
  }

  /// Whether static calls use this store.
  private var isInUse: Bool {
    let context = StoreContext.current
    if let store = context.store { return store === self }
    return !context.refusesDefault && Self.allowsDefault && isDefault
  }

  /// Makes calls that name no store trap while an asynchronous `body` runs, in its task and the tasks started in it.
  ///
  /// Unlike ``allowsDefault``, it does not affect other tasks.
  package static func withoutDefault<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await StoreContext.$current.withValue(
      StoreContext(in: .current, refusesDefault: true), operation: body, isolation: isolation)
  }

  /// Makes static calls use a store while `body` runs.
  ///
  /// All that `body` calls uses the store, and so do the tasks that it starts, except detached ones. Other tasks are
  /// not affected, so tests that each have their own store can run side by side.
  ///
  /// - Parameters:
  ///   - store: The store to use.
  ///   - body: The code that uses the store.
  /// - Returns: The result of `body`.
  @discardableResult public static func with<Result, Failure: Error>(
    _ store: Store, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try StoreContext.$current.with(StoreContext(store: store), body)
  }

  /// Makes static calls use a store while an asynchronous `body` runs.
  ///
  /// - Parameters:
  ///   - isolation: The actor on which `body` runs; by default, the caller's.
  ///   - store: The store to use.
  ///   - body: The code that uses the store.
  /// - Returns: The result of `body`.
  @discardableResult public static func with<Result>(
    isolation: isolated (any Actor)? = #isolation, _ store: Store, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await StoreContext.$current.withValue(StoreContext(store: store), operation: body, isolation: isolation)
  }
}
