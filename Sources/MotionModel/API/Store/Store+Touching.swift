extension Store {
  /// Runs `body`, in which children do not touch their parents, and `touch()` does nothing.
  ///
  /// ```swift
  /// try store.withoutTouching(Project.self) {
  ///   for var todo in todos { try todo.update { $0.position += 1 } }
  /// }
  /// ```
  ///
  /// Saving a record sets its own time as usual. Counters and other derived columns follow as usual.
  ///
  /// It applies to everything that `body` and the tasks started in it write to this store, until `body` returns or
  /// throws. Other tasks are not affected. Blocks may be nested.
  ///
  /// - Parameters:
  ///   - models: The models whose records are not touched; all models if none is given.
  ///   - body: The code that writes.
  /// - Returns: The result of `body`.
  @discardableResult public func withoutTouching<Result, Failure: Error>(
    _ models: any Model.Type..., body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try StoreBlock(.untouched(Untouched(models)), in: self).run(body)
  }

  /// Runs an asynchronous `body`, in which children do not touch their parents, and `touch()` does nothing.
  ///
  /// - Parameters:
  ///   - models: The models whose records are not touched; all models if none is given.
  ///   - isolation: The actor that `body` runs on, by default the caller's.
  ///   - body: The code that writes.
  /// - Returns: The result of `body`.
  @discardableResult public func withoutTouching<Result>(
    _ models: any Model.Type..., isolation: isolated (any Actor)? = #isolation, body: () async throws -> Result
  ) async rethrows -> Result {
    try await StoreBlock(.untouched(Untouched(models)), in: self).run(isolation: isolation, body)
  }
}

extension Untouched {
  fileprivate init(_ models: [any Model.Type]) {
    self = models.isEmpty ? .all : Untouched(slots: Set(models.map { ModelSlots.shared.slot(of: $0) }))
  }
}
