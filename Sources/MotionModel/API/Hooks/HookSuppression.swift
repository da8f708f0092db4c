/// The `withoutHooks` blocks that the calling task is inside.
final class HookSuppression: Sendable {
  @TaskLocal static var current: HookSuppression?

  /// The slot of the model whose hooks do not run; nil for all models.
  private let slot: Int?
  private let outer: HookSuppression?

  init(slot: Int?) {
    self.slot = slot
    outer = Self.current
  }

  /// Returns whether the hooks of a model are suppressed in the calling task.
  ///
  /// - Parameter slot: The model's slot.
  static func covers(_ slot: Int) -> Bool { current?.contains(slot) ?? false }

  /// Whether the hooks of all models are suppressed in the calling task.
  static var coversAll: Bool { current?.contains(nil) ?? false }

  private func contains(_ slot: Int?) -> Bool {
    var suppression: HookSuppression? = self
    while let here = suppression {
      if here.slot == nil || here.slot == slot { return true }
      suppression = here.outer
    }
    return false
  }

  // MARK: - Blocks

  static func with<Result, Failure: Error>(
    _ suppression: HookSuppression, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try $current.with(suppression, body)
  }
}

extension Model {
  /// Runs `body` without this model's hooks, and without middleware for its records.
  ///
  /// ```swift
  /// try Todo.withoutHooks { try Todo.insert(contentsOf: todos) }
  /// ```
  ///
  /// It applies to the calls of `body` and to the tasks started in it, in all stores, and ends when `body` returns or
  /// throws. Other tasks are not affected. Blocks may be nested. Validation is not a hook, so records are still
  /// validated. Hooks after a commit are suppressed if the outermost operation ends inside the block.
  @discardableResult
  public static func withoutHooks<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try HookSuppression.with(HookSuppression(slot: schema.layout.slot), body)
  }

  /// Runs an asynchronous `body` without this model's hooks, and without middleware for its records.
  @discardableResult
  public static func withoutHooks<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    let suppression = HookSuppression(slot: schema.layout.slot)
    return try await HookSuppression.$current.withValue(suppression, operation: body, isolation: isolation)
  }
}

extension Store {
  /// Runs `body` without the hooks of any model and without middleware; see ``Model/withoutHooks(_:)``.
  @discardableResult
  public static func withoutHooks<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try HookSuppression.with(HookSuppression(slot: nil), body)
  }

  /// Runs an asynchronous `body` without the hooks of any model and without middleware.
  @discardableResult
  public static func withoutHooks<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await HookSuppression.$current.withValue(HookSuppression(slot: nil), operation: body, isolation: isolation)
  }
}
