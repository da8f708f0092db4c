extension Inflector {
  // NB: The lock lets a program set the default while other threads read it.
  private static let shared = Locked(Inflector.english)

  @TaskLocal private static var override: Inflector?

  /// The inflector of the whole program, by default ``english``.
  ///
  /// Set it once, when the program starts:
  ///
  /// ```swift
  /// Inflector.default = .english.adding(acronym: "VAT")
  /// ```
  ///
  /// Any thread may set and read it. Reading and setting are two steps: when two threads each add a rule to the
  /// inflector they read, one may overwrite the rule of the other.
  public static var `default`: Inflector {
    get { shared.withLock { $0 } }
    set { shared.withLock { $0 = newValue } }
  }

  /// The inflector in use: that of the innermost ``with(_:_:)-(Inflector,_)``, or ``default``.
  ///
  /// It cannot be set, because the scope of the change would not be clear.
  public static var current: Inflector { override ?? `default` }

  /// Makes an inflector the ``current`` one while `body` runs.
  ///
  /// ```swift
  /// Inflector.with(.english.adding(uncountable: "staff")) {
  ///   Inflector.current.counted(3, "staff")   // => "3 staff"
  /// }
  /// ```
  ///
  /// It applies to the calls of `body` and to the tasks started in it, and to nothing else.
  ///
  /// - Parameters:
  ///   - inflector: The inflector to use.
  ///   - body: The code that uses it.
  /// - Returns: The result of `body`.
  @discardableResult
  public static func with<Result, Failure: Error>(
    _ inflector: Inflector, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try $override.with(inflector, body)
  }

  /// Makes an inflector the ``current`` one while an asynchronous `body` runs.
  ///
  /// - Parameters:
  ///   - isolation: The actor that `body` runs on, by default the caller's.
  ///   - inflector: The inflector to use.
  ///   - body: The code that uses it.
  /// - Returns: The result of `body`.
  @discardableResult
  public static func with<Result>(
    isolation: isolated (any Actor)? = #isolation, _ inflector: Inflector, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $override.withValue(inflector, operation: body, isolation: isolation)
  }
}
