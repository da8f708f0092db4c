#if canImport(Testing)
  public import MotionModel
  public import Testing

  /// Expects that a store has the records of a text, and no others.
  ///
  /// ```swift
  /// expectStore(
  ///   equals: """
  ///     Project 1: name "House"
  ///     Todo 1: name "Walk the dog", projectID 1
  ///     """)
  /// ```
  ///
  /// If they differ, the test has an issue, which shows the difference line by line and the text that was found. The
  /// text is that of `store.text(ignoring:)`.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - expected: The records.
  ///   - columns: Columns that are left out, such as `updatedAt`, or `Todo.updatedAt` for one model only.
  ///   - sourceLocation: Where the issue is shown.
  public func expectStore(
    _ store: Store = .current, equals expected: String, ignoring columns: Set<String> = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    Report.compare(
      "The records of the store are not as expected.", expected: expected, found: store.text(ignoring: columns),
      sourceLocation)
  }
#endif
