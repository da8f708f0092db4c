import MotionModel

extension ValidationMessages {
  // NB: The lock allows a program to set the default while other threads read it.
  private static let shared = Locked(ValidationMessages.english)

  @TaskLocal private static var override: ValidationMessages?

  /// The language of the whole program, ``english`` unless it is set.
  public static var `default`: ValidationMessages {
    get { shared.withLock { $0 } }
    set { shared.withLock { $0 = newValue } }
  }

  /// The current language: that of the innermost ``with(_:_:)-(ValidationMessages,_)``, or ``default``.
  public static var current: ValidationMessages { override ?? .default }

  /// Makes a language the ``current`` one while `body` runs.
  ///
  /// It applies to the calls of `body` and to the tasks started in it, and to nothing else. So a server can answer each
  /// request in the language of its user.
  ///
  /// - Parameters:
  ///   - language: The language to use.
  ///   - body: The code that uses the language.
  /// - Returns: What `body` returned.
  @discardableResult
  public static func with<Result, Failure: Error>(
    _ language: ValidationMessages, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try $override.with(language, body)
  }

  /// Makes a language the ``current`` one while an asynchronous `body` runs.
  ///
  /// - Parameters:
  ///   - isolation: The actor that `body` runs on, the caller's by default.
  ///   - language: The language to use.
  ///   - body: The code that uses the language.
  /// - Returns: What `body` returned.
  @discardableResult
  public static func with<Result>(
    isolation: isolated (any Actor)? = #isolation, _ language: ValidationMessages, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $override.withValue(language, operation: body, isolation: isolation)
  }
}
