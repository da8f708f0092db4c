import MotionModel
import MotionModelValues

/// Turns rows into records of a model, and records into rows.
struct SQLRecords<Record: Model>: Sendable {
  private let fields: SQLFields

  init(_ fields: SQLFields) { self.fields = fields }

  /// Returns the records of rows that have a value for each column.
  ///
  /// - Parameter layout: The table of the rows, whose columns have to have usual values; nil to read whatever can be
  ///   read.
  func records(_ rows: SQLRows, of layout: SQLLayout? = nil) throws(SQLError) -> [Record] {
    var failure: SQLFields.Failure?
    let records = [Record](unsafeUninitializedCapacity: rows.count) { records, count in
      guard let start = records.baseAddress.map({ MutableRow($0) }) else { return }
      failure = fields.read(rows, besides: layout?.mapped, to: start, stride: MemoryLayout<Record>.stride, &count) {
        $0.address.bound(to: Record.self).initialize(to: Record())
      }
    }
    if let failure { throw unreadable(failure) }
    // The table of the adapter keeps such ids unique.
    if layout?.hasPosition == false, let ids = records.map(\.id) as? [String] { try checkForms(of: ids) }
    return records
  }

  /// Refuses ids that are the same string in two Unicode forms, which are two rows, and would be one record.
  private func checkForms(of ids: [String]) throws(SQLError) {
    if ids.allSatisfy({ $0.utf8.allSatisfy { $0 < 128 } }) || Set(ids).count == ids.count { return }
    throw .twoForms(of: Record.schema.modelName)
  }

  /// Returns the record of a row.
  func record(_ values: some RandomAccessCollection<SQLValue>) throws(SQLError) -> Record {
    try records(SQLRows(row: values))[0]
  }

  /// Returns the id that is stored as a value.
  ///
  /// - Parameter index: The number of the column with the ids.
  func id(_ value: SQLValue, ofColumn index: Int) throws(SQLError) -> Record.ID {
    let field = fields.fields[index]
    var record = Record()
    if let error = withRow(of: &record, { field.read(value, $0) }) {
      throw unreadable((field.name, error))
    }
    return record.id
  }

  private func unreadable(_ failure: SQLFields.Failure) -> SQLError {
    .unreadableValue(model: Record.schema.modelName, column: failure.column, failure.error)
  }

  /// Returns the name of a column.
  func name(of index: Int) -> String { fields.fields[index].name }

  /// Returns the row of a record.
  func row(_ record: Record) throws(SQLError) -> [SQLValue] {
    var row = SQLRows(columnCount: fields.fields.count)
    let failure = withRow(of: record) { fields.append(0..<fields.fields.count, of: $0, [:], to: &row) }
    if let failure {
      throw .unwritableValue(model: Record.schema.modelName, column: failure.column, failure.error)
    }
    return row.values
  }
}

extension SQLError {
  /// The error for rows of a model whose ids are the same string in two Unicode forms.
  static func twoForms(of model: String) -> SQLError {
    .unsuitableTable(
      model: model, reason: "two rows have ids that are one string in two Unicode forms: change the id of one")
  }
}
