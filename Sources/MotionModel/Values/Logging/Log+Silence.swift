extension Log {
  @TaskLocal private static var silence = false

  /// Whether the calling task is inside a ``silenced(_:)`` block.
  public static var isSilenced: Bool { silence }

  /// Runs `body` without writing anything to the log.
  ///
  /// ```swift
  /// try Log.silenced { try importOldFiles() }
  /// ```
  ///
  /// It holds for everything that `body` calls and for the tasks that it starts, and for nobody else; it ends with `body`,
  /// however that ends. One such block in another changes nothing.
  ///
  /// - Returns: What `body` returned.
  @discardableResult
  public static func silenced<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try $silence.with(true, body)
  }

  /// Runs an asynchronous `body` without writing anything to the log.
  ///
  /// - Parameters:
  ///   - isolation: The actor that `body` runs on: the caller's.
  ///   - body: What is to be silent.
  /// - Returns: What `body` returned.
  @discardableResult
  public static func silenced<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $silence.withValue(true, operation: body, isolation: isolation)
  }
}
