extension Store {
  /// Runs `body` keeping the timestamps that records bring, as an import or a synchronisation needs it.
  ///
  /// ```swift
  /// try store.keepingTimestamps {
  ///   for var todo in fromServer { try todo.upsert() }
  /// }
  /// ```
  ///
  /// A time that a record has is stored as it is, by every way of writing; one that it does not have is set as ever. Whoever
  /// changes a stored record inside therefore leaves the time of its latest save as it was.
  ///
  /// It holds for what is written to this store by everything that `body` calls and by the tasks that it starts, and for nobody
  /// else; it ends with `body`, however that ends.
  ///
  /// - Returns: What `body` returned.
  @discardableResult
  public func keepingTimestamps<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try StoreBlock(.keepsTimestamps, in: self).run(body)
  }

  /// Runs an asynchronous `body` keeping the timestamps that records bring.
  ///
  /// - Parameters:
  ///   - isolation: The actor that `body` runs on: the caller's.
  ///   - body: What brings its timestamps.
  /// - Returns: What `body` returned.
  @discardableResult
  public func keepingTimestamps<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await StoreBlock(.keepsTimestamps, in: self).run(isolation: isolation, body)
  }
}
