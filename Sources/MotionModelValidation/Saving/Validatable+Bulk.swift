public import MotionModel

extension Validatable {
  /// Adds those of many records that are valid, as one changeset, and reports the others.
  ///
  /// ```swift
  /// let report = try Todo.insertValid(contentsOf: todos)
  /// report.records.count                                          // => 2
  /// report.failures.map(\.row)                                    // => [3]
  /// (report.failures[0].error as? RecordInvalid)?.errors          // => [name: blank]
  /// ```
  ///
  /// A record is checked when those before it are in, so of two with one value in a unique column the first is added.
  ///
  /// - Parameters:
  ///   - records: The records.
  ///   - allOrNothing: Whether no record is added when any is refused. All are tried all the same, so the report is
  ///     complete.
  /// - Returns: What was added, and for each of the others its number, counted from 1, and a ``RecordInvalid`` or what else
  ///   stood in the way.
  /// - Throws: ``RecordInvalid`` when a rule over several records is broken. Then nothing is added.
  /// - Complexity: O(*n*) in the number of records.
  @discardableResult
  public static func insertValid(
    contentsOf records: some Sequence<Self>, allOrNothing: Bool = false
  ) throws -> ImportReport<Self> {
    try importRecords(of: records, allOrNothing: allOrNothing) { $0 }
  }
}
