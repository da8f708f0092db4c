extension Store {
  /// Runs `body` and keeps the timestamps that records have, for an import or a synchronisation.
  ///
  /// ```swift
  /// try store.keepingTimestamps {
  ///   for var todo in fromServer { try todo.upsert() }
  /// }
  /// ```
  ///
  /// A timestamp that a record has is stored unchanged by every kind of write; a missing one is set as usual. A
  /// stored record that is changed inside the block therefore keeps the time of its latest save.
  ///
  /// It applies to everything that `body` and the tasks started in it write to this store, until `body` returns or
  /// throws. Other tasks are not affected.
  ///
  /// - Returns: The result of `body`.
  @discardableResult public func keepingTimestamps<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try StoreBlock(.keepsTimestamps, in: self).run(body)
  }

  /// Runs an asynchronous `body` and keeps the timestamps that records have.
  ///
  /// - Parameters:
  ///   - isolation: The actor that `body` runs on, by default the caller's.
  ///   - body: The code that writes records with timestamps.
  /// - Returns: The result of `body`.
  @discardableResult public func keepingTimestamps<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await StoreBlock(.keepsTimestamps, in: self).run(isolation: isolation, body)
  }
}
