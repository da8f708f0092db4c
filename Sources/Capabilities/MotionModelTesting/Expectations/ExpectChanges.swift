#if canImport(Testing)
  public import MotionModel
  public import Testing

  /// Expects that a block changes a store as a text says, and nothing else.
  ///
  /// ```swift
  /// try expectChanges(
  ///   """
  ///   - Project 1: name "House"
  ///   ~ Todo 1: projectID 1 → nil
  ///   """
  /// ) {
  ///   try house.destroy()
  /// }
  /// ```
  ///
  /// If they differ, the test has an issue, which shows the difference line by line and the text that was found. The
  /// text is that of `changeset.text(ignoring:)`.
  ///
  /// The changes are the net changes of all commits to the store that are made while the block runs, by whomever: a
  /// record that ends as it began does not appear, and what was rolled back does not either. Inside a transaction, they
  /// are the changes that the block adds to the transaction. Expectations can be nested: the outer one includes the
  /// changes of the inner. If the block throws, the changes up to then are compared, and the error is thrown.
  ///
  /// - Parameters:
  ///   - store: The store; it is the one in use in the block.
  ///   - expected: The changes.
  ///   - columns: Columns that are left out, such as `updatedAt`, or `Todo.updatedAt` for one model only.
  ///   - sourceLocation: Where the issue is shown.
  ///   - body: The code that changes the store.
  /// - Returns: The result of `body`.
  @discardableResult
  public func expectChanges<Result, Failure: Error>(
    in store: Store = .current, _ expected: String, ignoring columns: Set<String> = [],
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let watch = ChangeWatch(store)
    defer { watch.compare(with: expected, columns, sourceLocation) }
    return try Store.with(store, body)
  }

  /// Expects that an asynchronous block changes a store as a text says, and nothing else; see
  /// ``expectChanges(in:_:ignoring:sourceLocation:_:)``.
  ///
  /// - Parameters:
  ///   - isolation: The actor on which `body` runs; by default, the caller's.
  ///   - store: The store; it is the one in use in the block.
  ///   - expected: The changes.
  ///   - columns: Columns that are left out, such as `updatedAt`, or `Todo.updatedAt` for one model only.
  ///   - sourceLocation: Where the issue is shown.
  ///   - body: The code that changes the store.
  /// - Returns: The result of `body`.
  @discardableResult
  public func expectChanges<Result>(
    isolation: isolated (any Actor)? = #isolation, in store: Store = .current, _ expected: String,
    ignoring columns: Set<String> = [], sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    let watch = ChangeWatch(store)
    defer { watch.compare(with: expected, columns, sourceLocation) }
    return try await Store.with(isolation: isolation, store, body)
  }

  extension ChangeWatch {
    /// Ends watching, and compares the changes with the expected ones of a test.
    fileprivate func compare(with expected: String, _ columns: Set<String>, _ sourceLocation: SourceLocation) {
      Report.compare(
        "The changes of the store are not as expected.", expected: expected, found: end(ignoring: columns),
        sourceLocation)
    }
  }
#endif
