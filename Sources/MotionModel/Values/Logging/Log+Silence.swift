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
  /// It applies to everything that `body` calls and to the tasks that it starts, and to nothing else. It ends when
  /// `body` returns or throws. A nested block has no effect.
  ///
  /// - Returns: The result of `body`.
  @discardableResult
  public static func silenced<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try $silence.with(true, body)
  }

  /// Runs an asynchronous `body` without writing anything to the log.
  ///
  /// - Parameters:
  ///   - isolation: The actor that `body` runs on, by default the caller's.
  ///   - body: The code that runs without logging.
  /// - Returns: The result of `body`.
  @discardableResult
  public static func silenced<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $silence.withValue(true, operation: body, isolation: isolation)
  }
}
