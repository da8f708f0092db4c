public import MotionModel

extension Validatable {
  /// Inserts the valid ones of many records, as one changeset, and reports the rest.
  ///
  /// ```swift
  /// let report = try Todo.insertValid(contentsOf: todos)
  /// report.records.count                                          // => 2
  /// report.failures.map(\.row)                                    // => [3]
  /// (report.failures[0].error as? RecordInvalid)?.errors          // => [name: blank]
  /// ```
  ///
  /// Each record is checked after those before it are inserted. So if two have the same value in a unique column,
  /// the first is inserted.
  ///
  /// - Parameters:
  ///   - records: The records.
  ///   - allOrNothing: Whether no record is inserted if any is refused. All are tried even so, so that the report
  ///     is complete.
  /// - Returns: The inserted records, and for each refused record its number, counted from 1, and its error: a
  ///   ``RecordInvalid``, or whatever else prevented the insert.
  /// - Throws: ``RecordInvalid`` if a rule over several records is broken. Nothing is then inserted.
  /// - Complexity: O(*n*) in the number of records.
  @discardableResult
  public static func insertValid(
    contentsOf records: some Sequence<Self>, allOrNothing: Bool = false
  ) throws -> ImportReport<Self> {
    try Self.table.insertValid(contentsOf: records, allOrNothing: allOrNothing)
  }
}

extension ModelTable where Record: Validatable {
  /// Inserts the valid ones of many records, as one changeset, and reports the rest; see
  /// ``Validatable/insertValid(contentsOf:allOrNothing:)``.
  @discardableResult
  public func insertValid(
    contentsOf records: some Sequence<Record>, allOrNothing: Bool = false
  ) throws -> ImportReport<Record> {
    try importRecords(of: records, allOrNothing: allOrNothing) { $0 }
  }
}
