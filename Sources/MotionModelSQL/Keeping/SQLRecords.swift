import MotionModel
import MotionModelValues

/// Turns rows into records of a model, and records into rows.
struct SQLRecords<Record: Model>: Sendable {
  private let columns = Record.schema.columns
  private let storages = Record.schema.columns.map { SQLStorage($0.type) }
  private let dialect: SQLDialect

  init(in dialect: SQLDialect) { self.dialect = dialect }

  /// Returns the records of rows that have a value for each column.
  func records(_ rows: SQLRows) throws(SQLError) -> [Record] {
    var records: [Record] = []
    records.reserveCapacity(rows.count)
    for row in 0..<rows.count { records.append(try record(rows, row)) }
    return records
  }

  private func record(_ rows: SQLRows, _ row: Int) throws(SQLError) -> Record { try record(rows[row: row]) }

  /// Returns the record of a row.
  func record(_ values: some RandomAccessCollection<SQLValue>) throws(SQLError) -> Record {
    var record = Record()
    for (index, (column, value)) in zip(columns, values).enumerated() {
      if let error = read(value, column, storages[index], into: &record) {
        throw .unreadableValue(model: Record.schema.modelName, column: column.name, error)
      }
    }
    return record
  }

  private func read(
    _ value: SQLValue, _ column: Column<Record>, _ storage: SQLStorage, into record: inout Record
  ) -> CastError? {
    do throws(CastError) {
      return column.read(try storage.attribute(value, in: dialect), into: &record)
    } catch {
      return error
    }
  }

  /// Returns the id that is stored as a value.
  func id(_ value: SQLValue) throws(SQLError) -> Record.ID {
    let index = Record.schema.tableForm.idColumn
    var record = Record()
    if let error = read(value, columns[index], storages[index], into: &record) {
      throw .unreadableValue(model: Record.schema.modelName, column: columns[index].name, error)
    }
    return record.id
  }

  /// Returns the name of a column.
  func name(of index: Int) -> String { columns[index].name }

  /// Returns the row of a record.
  ///
  /// - Parameter mapped: The columns of other types than the adapter declares.
  func row(_ record: Record, mapped: [Int: SQLMappedType] = [:]) throws(SQLError) -> [SQLValue] {
    var values: [SQLValue] = []
    values.reserveCapacity(columns.count)
    for (index, column) in columns.enumerated() {
      do throws(CastError) {
        let value = try storages[index].value(try column.written(record), in: dialect)
        values.append(try mapped[index]?.value(value, storages[index]) ?? value)
      } catch {
        throw .unwritableValue(model: Record.schema.modelName, column: column.name, error)
      }
    }
    return values
  }
}
