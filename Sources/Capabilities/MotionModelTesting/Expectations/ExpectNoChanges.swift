#if canImport(Testing)
  public import MotionModel
  public import Testing

  /// Expects that a block leaves a store as it is.
  ///
  /// ```swift
  /// #expect(throws: RecordInvalid.self) {
  ///   try expectNoChanges { try todo.save() }
  /// }
  /// ```
  ///
  /// Changes that cancel each other out are none; see ``expectChanges(in:_:ignoring:sourceLocation:_:)`` for what
  /// counts.
  ///
  /// - Parameters:
  ///   - store: The store; it is the one in use in the block.
  ///   - columns: Columns that may change, such as `updatedAt`, or `Todo.updatedAt` for one model only.
  ///   - sourceLocation: Where the issue is shown.
  ///   - body: The code that must not change the store.
  /// - Returns: The result of `body`.
  @discardableResult
  public func expectNoChanges<Result, Failure: Error>(
    in store: Store = .current, ignoring columns: Set<String> = [],
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try expectChanges(in: store, "", ignoring: columns, sourceLocation: sourceLocation, body)
  }

  /// Expects that an asynchronous block leaves a store as it is; see
  /// ``expectNoChanges(in:ignoring:sourceLocation:_:)``.
  ///
  /// - Parameters:
  ///   - isolation: The actor on which `body` runs; by default, the caller's.
  ///   - store: The store; it is the one in use in the block.
  ///   - columns: Columns that may change, such as `updatedAt`, or `Todo.updatedAt` for one model only.
  ///   - sourceLocation: Where the issue is shown.
  ///   - body: The code that must not change the store.
  /// - Returns: The result of `body`.
  @discardableResult
  public func expectNoChanges<Result>(
    isolation: isolated (any Actor)? = #isolation, in store: Store = .current, ignoring columns: Set<String> = [],
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await expectChanges(
      isolation: isolation, in: store, "", ignoring: columns, sourceLocation: sourceLocation, body)
  }
#endif
