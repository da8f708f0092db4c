public import Foundation

/// A row of an import, or the reason why it is not one.
typealias ImportedRow = Result<[String: AttributeValue], CastError>

extension ModelTable {
  /// Inserts a record for each row of untyped values, as one changeset, and reports the rows that are refused; see
  /// ``Model/importRows(_:allOrNothing:)``.
  @discardableResult
  public func importRows(
    _ rows: some Sequence<[String: AttributeValue]>, allOrNothing: Bool = false
  ) throws -> ImportReport<Record> {
    try importRecords(of: rows, allOrNothing: allOrNothing) { try Record(attributes: $0) }
  }

  /// Inserts a record for each object of a JSON array, as one changeset, and reports the rows that are refused; see
  /// ``Model/importRows(json:allOrNothing:)``.
  @discardableResult
  public func importRows(json: Data, allOrNothing: Bool = false) throws -> ImportReport<Record> {
    try importRecords(of: jsonRows(json), allOrNothing: allOrNothing) { try Record(attributes: $0.get()) }
  }

  /// Imports rows by a mapping, as one changeset, and reports what becomes of each row; see
  /// ``Model/importRows(_:mapping:allOrNothing:progress:)``.
  @discardableResult
  public func importRows(
    _ rows: some Sequence<[String: AttributeValue]>, mapping: ImportMapping<Record>, allOrNothing: Bool = false,
    progress: ((ImportProgress) throws -> Void)? = nil
  ) throws -> ImportReport<Record> {
    let total = (rows as? any Collection)?.count
    let reporter = ProgressReporter(total: total, progress)
    return try importRows(rows.lazy.map { .success($0) }, mapping, allOrNothing, reporter)
  }

  /// Imports the objects of a JSON array by a mapping, as one changeset, and reports what becomes of each of them; see
  /// ``Model/importRows(json:mapping:allOrNothing:progress:)``.
  @discardableResult
  public func importRows(
    json: Data, mapping: ImportMapping<Record>, allOrNothing: Bool = false,
    progress: ((ImportProgress) throws -> Void)? = nil
  ) throws -> ImportReport<Record> {
    let rows = try jsonRows(json)
    return try importRows(rows, mapping, allOrNothing, ProgressReporter(total: rows.count, progress))
  }

  /// Imports the rows of CSV, as one changeset, and reports what becomes of each of them; see
  /// ``Model/importRows(csv:skippingLines:mapping:allOrNothing:progress:)``.
  @discardableResult
  public func importRows(
    csv source: FileSource, skippingLines skippedLines: Int = 0, mapping: ImportMapping<Record> = [],
    allOrNothing: Bool = false, progress: ((ImportProgress) throws -> Void)? = nil
  ) throws -> ImportReport<Record> {
    let csv = try CSVRows(source, skippedLines: skippedLines)
    let reporter = ProgressReporter(total: csv.rows.count, progress)
    return try importRows(csv.rows, mapping, allOrNothing, reporter, names: csv.names)
  }

  /// - Parameter names: The names that rows may have, if that is known. What all of them leave out is no mistake then.
  private func importRows(
    _ rows: some Sequence<ImportedRow>, _ mapping: ImportMapping<Record>, _ allOrNothing: Bool,
    _ progress: ProgressReporter, names: [String] = []
  ) throws -> ImportReport<Record> {
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
    let run = ImportRun(self)
    return try run.report(allOrNothing: allOrNothing) {
      for (index, row) in rows.enumerated() {
        do { try run.insert(record(row), row: index + 1) } catch { run.refuse(row: index + 1, error) }
      }
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
