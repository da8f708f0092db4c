extension Inflector {
  // NB: The lock is for a program that sets the default while other threads read it.
  private static let shared = Locked(Inflector.english)

  @TaskLocal private static var override: Inflector?

  /// The inflector of the whole program: ``english``, until it is set to another.
  ///
  /// Set it once, when the program starts:
  ///
  /// ```swift
  /// Inflector.default = .english.adding(acronym: "VAT")
  /// ```
  ///
  /// It may be set and read from any thread. Reading it and setting it are two steps: of two threads that each add a rule
  /// to what they read, one may undo what the other did.
  public static var `default`: Inflector {
    get { shared.withLock { $0 } }
    set { shared.withLock { $0 = newValue } }
  }

  /// The inflector to use here and now: the one of the innermost ``with(_:_:)-(Inflector,_)``, or ``default``.
  ///
  /// It cannot be set, because it would not be clear for whom.
  public static var current: Inflector { override ?? `default` }

  /// Makes an inflector the ``current`` one while `body` runs.
  ///
  /// ```swift
  /// Inflector.with(.english.adding(uncountable: "staff")) {
  ///   Inflector.current.counted(3, "staff")   // => "3 staff"
  /// }
  /// ```
  ///
  /// It holds for everything that `body` calls and for the tasks that it starts, and for nobody else.
  ///
  /// - Parameters:
  ///   - inflector: The inflector to use.
  ///   - body: What is to use it.
  /// - Returns: What `body` returned.
  @discardableResult
  public static func with<Result, Failure: Error>(
    _ inflector: Inflector, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try $override.with(inflector, body)
  }

  /// Makes an inflector the ``current`` one while an asynchronous `body` runs.
  ///
  /// - Parameters:
  ///   - isolation: The actor that `body` runs on: the caller's.
  ///   - inflector: The inflector to use.
  ///   - body: What is to use it.
  /// - Returns: What `body` returned.
  @discardableResult
  public static func with<Result>(
    isolation: isolated (any Actor)? = #isolation, _ inflector: Inflector, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $override.withValue(inflector, operation: body, isolation: isolation)
  }
}
