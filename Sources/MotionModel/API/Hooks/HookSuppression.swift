/// The models of the `withoutHooks` blocks that the calling task is inside.
struct HookSuppression: Sendable {
  @TaskLocal static var current = HookSuppression()

  private var slots: Set<Int> = []
  private var isOfAll = false

  /// Returns whether the hooks of a model are suppressed in the calling task.
  ///
  /// - Parameter slot: The model's slot.
  static func covers(_ slot: Int) -> Bool { current.isOfAll || current.slots.contains(slot) }

  /// Whether the hooks of all models are suppressed in the calling task.
  static var coversAll: Bool { current.isOfAll }

  /// Returns what is suppressed in the calling task, and one model more, or all of them.
  static func adding(_ slot: Int?) -> HookSuppression {
    var suppression = current
    if let slot { suppression.slots.insert(slot) } else { suppression.isOfAll = true }
    return suppression
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
  @discardableResult public static func withoutHooks<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try HookSuppression.with(HookSuppression.adding(schema.layout.slot), body)
  }

  /// Runs an asynchronous `body` without this model's hooks, and without middleware for its records.
  @discardableResult public static func withoutHooks<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    let suppression = HookSuppression.adding(schema.layout.slot)
    return try await HookSuppression.$current.withValue(suppression, operation: body, isolation: isolation)
  }
}

extension Store {
  /// Runs `body` without the hooks of any model and without middleware; see ``Model/withoutHooks(_:)``.
  @discardableResult public static func withoutHooks<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try HookSuppression.with(HookSuppression.adding(nil), body)
  }

  /// Runs an asynchronous `body` without the hooks of any model and without middleware.
  @discardableResult public static func withoutHooks<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await HookSuppression.$current.withValue(HookSuppression.adding(nil), operation: body, isolation: isolation)
  }
}
