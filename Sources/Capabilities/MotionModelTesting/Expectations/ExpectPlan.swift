#if canImport(Testing)
  public import MotionModel
  public import Testing

  /// Expects that a finder finds its records by a plan.
  ///
  /// ```swift
  /// expectPlan(Todo.where(\.projectID == 7), "index projectID (3 rows of 120)")
  /// ```
  ///
  /// A later version of the library may plan in another way, or describe its plans in other words. Where only the index
  /// matters, expect `finder.plan.usesIndex(on:)`.
  ///
  /// - Parameters:
  ///   - finder: The finder, a table, or related records.
  ///   - expected: The plan, as `finder.plan` describes it.
  ///   - sourceLocation: Where the issue is shown.
  public func expectPlan<Records: FinderChain>(
    _ finder: Records, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
  ) where Records.Record.Adapter == ArrayAdapter {
    Report.compare(
      "The plan of \"\(finder.finder)\" is not as expected.", expected: expected, found: "\(finder.plan)",
      sourceLocation)
  }
#endif
