public import Foundation

/// A row of an import, or the reason why it is not one.
typealias ImportedRow = Result<[String: AttributeValue], CastError>

extension ModelTable {
  /// Imports rows, as one changeset, and reports what becomes of each row; see
  /// ``Model/importRows(_:mapping:allOrNothing:progress:)``.
  @discardableResult public func importRows(
    _ rows: some Sequence<[String: AttributeValue]>, mapping: ImportMapping<Record>? = nil,
    allOrNothing: Bool = false, progress: ((ImportProgress) throws -> Void)? = nil
  ) throws -> ImportReport<Record> {
    let reporter = ProgressReporter(total: (rows as? any Collection)?.count, progress)
    return try importRows(rows.lazy.map { .success($0) }, mapping, allOrNothing, reporter)
  }

  /// Imports the objects of a JSON array, as one changeset, and reports what becomes of each of them; see
  /// ``Model/importRows(json:mapping:allOrNothing:progress:)``.
  @discardableResult public func importRows(
    json: Data, mapping: ImportMapping<Record>? = nil, allOrNothing: Bool = false,
    progress: ((ImportProgress) throws -> Void)? = nil
  ) throws -> ImportReport<Record> {
    let rows = try jsonRows(json)
    return try importRows(rows, mapping, allOrNothing, ProgressReporter(total: rows.count, progress))
  }

  /// Imports the rows of CSV, as one changeset, and reports what becomes of each of them; see
  /// ``Model/importRows(csv:skippingLines:mapping:allOrNothing:progress:)``.
  @discardableResult public func importRows(
    csv source: FileSource, skippingLines skippedLines: Int = 0, mapping: ImportMapping<Record> = [],
    allOrNothing: Bool = false, progress: ((ImportProgress) throws -> Void)? = nil
  ) throws -> ImportReport<Record> {
    let csv = try CSVRows(source, skippedLines: skippedLines)
    let reporter = ProgressReporter(total: csv.rows.count, progress)
    return try importRows(csv.rows, mapping, allOrNothing, reporter, names: csv.names)
  }

  /// - Parameter names: The names that rows may have, if that is known. What all of them leave out is no mistake then.
  private func importRows(
    _ rows: some Sequence<ImportedRow>, _ mapping: ImportMapping<Record>?, _ allOrNothing: Bool,
    _ progress: ProgressReporter, names: [String] = []
  ) throws -> ImportReport<Record> {
    guard let mapping else {
      return try importRecords(of: rows, allOrNothing, progress) { try Record(attributes: $0.get()) }
    }
    let run = ImportRun(self)
    let mapped = try MappedImport(run, mapping, progress, names)
    return try run.report(allOrNothing: allOrNothing) { try mapped.importRows(rows) }
  }

  /// Inserts a record for each row, as one changeset, and reports the rows that are refused.
  ///
  /// - Parameter record: Creates the record of a row.
  package func importRecords<Row>(
    of rows: some Sequence<Row>, allOrNothing: Bool, _ record: (Row) throws -> Record
  ) throws -> ImportReport<Record> {
    try importRecords(of: rows, allOrNothing, ProgressReporter(total: nil, nil), record)
  }

  private func importRecords<Row>(
    of rows: some Sequence<Row>, _ allOrNothing: Bool, _ reporter: ProgressReporter, _ record: (Row) throws -> Record
  ) throws -> ImportReport<Record> {
    let run = ImportRun(self)
    var progress = reporter
    return try run.report(allOrNothing: allOrNothing) {
      for (index, row) in rows.enumerated() {
        do { try run.insert(record(row), row: index + 1) } catch { run.refuse(row: index + 1, error) }
        try progress.step(done: run.doneCount, refused: run.failures.count)
      }
      try progress.finish(done: run.doneCount, refused: run.failures.count)
    }
  }

  /// Returns the elements of a JSON array.
  private func jsonRows(_ json: Data) throws(CastError) -> some RandomAccessCollection<ImportedRow> {
    let expected = "a string with a JSON array of objects"
    guard let text = String(validating: json, as: UTF8.self) else {
      throw CastError(expected: expected, found: "bytes that are not UTF-8")
    }
    guard case .array(let rows) = try JSONFormat.value(from: text, expected: expected) else {
      throw CastError(expected: expected, found: "other JSON")
    }
    return rows.lazy.map { row in
      if case .dictionary(let values) = row { return .success(values) }
      return .failure(CastError(expected: "a JSON object", found: row.kind))
    }
  }
}
