import MotionModel
import MotionModelValues

/// Turns rows into records of a model, and records into rows.
struct SQLRecords<Record: Model>: Sendable {
  private let fields: [SQLField]

  init(in dialect: SQLDialect) { fields = SQLField.of(Record.self, in: dialect) }

  /// Returns the records of rows that have a value for each column.
  func records(_ rows: SQLRows) throws(SQLError) -> [Record] {
    var records: [Record] = []
    records.reserveCapacity(rows.count)
    for row in 0..<rows.count { records.append(try record(rows.values, from: row * rows.columnCount)) }
    return records
  }

  /// Returns the record of a row.
  func record(_ values: some RandomAccessCollection<SQLValue>) throws(SQLError) -> Record {
    try record(Array(values), from: 0)
  }

  /// Returns the record of a row whose values begin at a place.
  private func record(_ values: [SQLValue], from start: Int) throws(SQLError) -> Record {
    var record = Record()
    let failure = withUnsafeMutablePointer(to: &record) { Self.read(values, from: start, fields, into: $0) }
    if let failure {
      throw .unreadableValue(model: Record.schema.modelName, column: failure.column, failure.error)
    }
    return record
  }

  private static func read(
    _ values: [SQLValue], from start: Int, _ fields: [SQLField], into record: UnsafeMutableRawPointer
  ) -> (column: String, error: CastError)? {
    for (index, field) in fields.enumerated() {
      if let error = field.read(values[start + index], record) { return (field.name, error) }
    }
    return nil
  }

  /// Returns the id that is stored as a value.
  ///
  /// - Parameter index: The number of the column with the ids.
  func id(_ value: SQLValue, ofColumn index: Int) throws(SQLError) -> Record.ID {
    let field = fields[index]
    var record = Record()
    if let error = withUnsafeMutablePointer(to: &record, { field.read(value, $0) }) {
      throw .unreadableValue(model: Record.schema.modelName, column: field.name, error)
    }
    return record.id
  }

  /// Returns the value that is bound for an id; nil for one that has none.
  func value(of id: Record.ID) -> SQLValue? {
    var record = Record()
    record.id = id
    let field = fields[Record.schema.tableForm.idColumn]
    return withUnsafePointer(to: record) { try? field.value($0) }
  }

  /// Returns the name of a column.
  func name(of index: Int) -> String { fields[index].name }

  /// Returns the row of a record.
  ///
  /// - Parameter mapped: The columns of other types than the adapter declares.
  func row(_ record: Record, mapped: [Int: SQLMappedType] = [:]) throws(SQLError) -> [SQLValue] {
    var values: [SQLValue] = []
    values.reserveCapacity(fields.count)
    let failure = withUnsafePointer(to: record) { Self.append($0, fields, mapped, to: &values) }
    if let failure {
      throw .unwritableValue(model: Record.schema.modelName, column: failure.column, failure.error)
    }
    return values
  }

  private static func append(
    _ record: UnsafeRawPointer, _ fields: [SQLField], _ mapped: [Int: SQLMappedType], to values: inout [SQLValue]
  ) -> (column: String, error: CastError)? {
    for (index, field) in fields.enumerated() {
      do throws(CastError) {
        let value = try field.value(record)
        values.append(mapped.isEmpty ? value : try mapped[index]?.value(value, field.storage) ?? value)
      } catch {
        return (field.name, error)
      }
    }
    return nil
  }
}
