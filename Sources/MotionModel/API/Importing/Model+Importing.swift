public import Foundation

extension Model {
  /// Imports rows of untyped values, as one changeset, and reports what becomes of each row. Without a mapping, each
  /// row is a new record.
  ///
  /// ```swift
  /// let report = try Todo.importRows([["name": "Walk the dog"], ["name": "Paint", "priority": "high"]])
  /// report.records.count          // => 1
  /// report.failures.map(\.row)    // => [2]
  /// ```
  ///
  /// ```swift
  /// let report = try Album.importRows(
  ///   rows, mapping: [.column("Title", to: \.title), .parent("Artist", \.artist, by: \.name, missing: .create)]
  /// ) { progress in
  ///   try Task.checkCancellation()
  ///   print(progress.done)
  /// }
  /// print(report)   // => Album: 347 inserted; Artist: 204 created
  /// ```
  ///
  /// - Parameters:
  ///   - rows: The rows; ``init(attributes:)`` describes what they may hold.
  ///   - mapping: What the columns of the rows mean; see ``ImportMapping``. Nil if they are those of the model.
  ///   - allOrNothing: Whether no row is imported if any row is refused. All rows are tried in any case, so the
  ///     report is complete.
  ///   - progress: Called after every 100 rows and at the end, on the calling thread and inside the import's
  ///     transaction: other writers wait meanwhile. If it throws, nothing is imported.
  /// - Returns: The records of the rows, and the rows that were skipped or refused.
  /// - Throws: ``ImportError`` when the mapping does not fit the model or the rows, any error of `progress`, or
  ///   ``StoreError/readOnlyStore`` when the store is a snapshot. Nothing is imported then.
  /// - Complexity: O(*n*) in the number of rows, plus the number of stored parents or records for each rule that finds
  ///   them by columns without an index.
  @discardableResult public static func importRows(
    _ rows: some Sequence<[String: AttributeValue]>, mapping: ImportMapping<Self>? = nil,
    allOrNothing: Bool = false, progress: ((ImportProgress) throws -> Void)? = nil
  ) throws -> ImportReport<Self> {
    try table.importRows(rows, mapping: mapping, allOrNothing: allOrNothing, progress: progress)
  }

  /// Imports the objects of a JSON array, as one changeset, and reports what becomes of each of them; see
  /// ``importRows(_:mapping:allOrNothing:progress:)``.
  ///
  /// ```swift
  /// let report = try Todo.importRows(json: Data(#"[{"name": "Walk the dog", "due_date": "2012-09-15"}]"#.utf8))
  /// ```
  ///
  /// Decimal numbers keep all their digits.
  ///
  /// - Parameters:
  ///   - json: A JSON array, in UTF-8.
  ///   - mapping: What the columns of the rows mean; see ``ImportMapping``. Nil if they are those of the model.
  ///   - allOrNothing: Whether no row is imported if any row is refused.
  ///   - progress: Called after every 100 rows and at the end. If it throws, nothing is imported.
  /// - Returns: The records of the rows, and the rows that were skipped or refused.
  /// - Throws: ``CastError`` when the data is not a JSON array, or what importing rows throws. Nothing is imported
  ///   then.
  @discardableResult public static func importRows(
    json: Data, mapping: ImportMapping<Self>? = nil, allOrNothing: Bool = false,
    progress: ((ImportProgress) throws -> Void)? = nil
  ) throws -> ImportReport<Self> {
    try table.importRows(json: json, mapping: mapping, allOrNothing: allOrNothing, progress: progress)
  }

  /// Imports the rows of CSV, as one changeset, and reports what becomes of each of them; see
  /// ``importRows(_:mapping:allOrNothing:progress:)``.
  ///
  /// ```swift
  /// let report = try Payment.importRows(csv: .file(statement), skippingLines: 4, mapping: ["Betrag": \.amount])
  /// ```
  ///
  /// The separator, a comma, a semicolon or a tab, is found by the line of the names. A row with another number of
  /// fields is refused. An empty field leaves its column as it is in a new record, or in the stored one that a key
  /// finds.
  ///
  /// - Parameters:
  ///   - source: The file, its bytes or its text, in UTF-8.
  ///   - skippedLines: How many lines are before the one with the names, such as the head of a bank's statement.
  ///   - mapping: What the columns mean; by default, they have the names of the model's columns.
  ///   - allOrNothing: Whether no row is imported if any row is refused.
  ///   - progress: Called after every 100 rows and at the end. If it throws, nothing is imported.
  /// - Returns: The records of the rows, and the rows that were skipped or refused, counted from the line behind the
  ///   names.
  /// - Throws: ``FileError`` for what is no CSV, or what importing rows throws. Nothing is imported then.
  /// - Complexity: O(*n*) in time and memory.
  @discardableResult public static func importRows(
    csv source: FileSource, skippingLines skippedLines: Int = 0, mapping: ImportMapping<Self> = [],
    allOrNothing: Bool = false, progress: ((ImportProgress) throws -> Void)? = nil
  ) throws -> ImportReport<Self> {
    try table.importRows(
      csv: source, skippingLines: skippedLines, mapping: mapping, allOrNothing: allOrNothing, progress: progress)
  }
}
