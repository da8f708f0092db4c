import Foundation
import MotionModel
import MotionModelValues

/// Reads and writes the values of one column of records, by the untyped values that files have.
struct SQLField: Sendable {
  let name: String
  let storage: SQLStorage
  let dialect: SQLDialect
  /// Assigns a value of a row to the column of a new record.
  let read: @Sendable (SQLValue, MutableRow) -> CastError?
  /// Returns the value of the column to be bound.
  let value: @Sendable (Row) throws(CastError) -> SQLValue

  init<Record: Model>(_ column: Column<Record>, in dialect: SQLDialect) {
    let storage = SQLStorage(column.type)
    (name, self.storage, self.dialect) = (column.name, storage, dialect)
    read = { value, record in
      do throws(CastError) {
        let attribute = try storage.attribute(value, in: dialect)
        return column.read(attribute, into: &record[Record.self])
      } catch {
        return error
      }
    }
    value = { record throws(CastError) in
      let attribute = try column.written(record[Record.self])
      return try storage.value(attribute, in: dialect)
    }
  }
}

/// The columns of a model, whose records are read and written in place.
///
/// Its functions do not depend on the model's type. A generic function of another module is compiled once for all
/// models, and asks at run time for the type of each value that it moves, which takes longer than reading a row.
final class SQLFields: Sendable {
  /// A value that cannot be read or written.
  typealias Failure = (column: String, error: CastError)

  let fields: [SQLField]
  let idColumn: Int
  private let plain: [SQLPlainField]
  private let isSaved: @Sendable (Row) -> Bool

  init<Record: Model>(_ model: Record.Type, in dialect: SQLDialect) {
    let schema = model.schema
    fields = schema.columns.map { SQLField($0, in: dialect) }
    idColumn = schema.tableForm.idColumn
    isSaved = { $0[Record.self].id.isAssigned }
    plain = schema.columns.indices.map { [idColumn] index in
      let column = schema.columns[index]
      // A key path to the id in generic code does not reveal its offset.
      let offset = column.offset ?? (index == idColumn ? schema.idOffset : nil)
      return SQLPlainField(type(of: column.keyPath).valueType, at: offset, in: dialect)
    }
  }

  // MARK: - Reading

  /// Makes records of rows, one behind the other in memory.
  ///
  /// - Parameters:
  ///   - start: The first record.
  ///   - stride: How far it is to the next one.
  ///   - count: The number of the records that were made.
  ///   - mapped: The columns of other types than the adapter declares. The other ones have to have usual values; nil to
  ///     read whatever can be read.
  ///   - make: Makes a new record in memory.
  func read(
    _ rows: SQLRows, besides mapped: [Int: SQLMappedType]?, to start: MutableRow, stride: Int, _ count: inout Int,
    _ make: (MutableRow) -> Void
  ) -> Failure? {
    rows.withPointers { cells, bytes in
      while count < rows.count {
        let record = start + count * stride
        make(record)
        count += 1
        let failure = read(cells, from: (count - 1) * rows.columnCount, bytes, besides: mapped, into: record)
        if failure != nil { return failure }
      }
      return nil
    }
  }

  /// Assigns the values of a row to a new record.
  ///
  /// - Parameters:
  ///   - cells: The cells of all rows.
  ///   - start: The number of the first cell of the row.
  ///   - bytes: The bytes of all rows.
  private func read(
    _ cells: UnsafeBufferPointer<SQLCell>, from start: Int, _ bytes: UnsafeRawBufferPointer,
    besides mapped: [Int: SQLMappedType]?, into record: MutableRow
  ) -> Failure? {
    var mayBeUnsaved = cells[start + idColumn].isEmpty
    for index in plain.indices {
      let cell = cells[start + index]
      if plain[index].read(cell, bytes, into: record) { continue }
      if index == idColumn { mayBeUnsaved = true }
      let (field, value) = (fields[index], cell.value(in: bytes))
      if let mapped, field.dialect == .sqlite, mapped[index] == nil, !field.storage.isUsual(value) {
        return (field.name, CastError(expected: "a value of the type that the adapter writes", found: "another one"))
      }
      if let error = field.read(value, record) { return (field.name, error) }
    }
    // A record that seems never to have been saved would be inserted again.
    if mayBeUnsaved && !isSaved(Row(record)) {
      return (fields[idColumn].name, CastError(expected: "an id", found: "the value of a record that has none"))
    }
    return nil
  }

  // MARK: - Writing

  /// Adds what is bound for some columns of a record.
  ///
  /// - Parameter mapped: The columns of other types than the adapter declares.
  func append(
    _ columns: some Sequence<Int>, of record: Row, _ mapped: [Int: SQLMappedType], to rows: inout SQLRows
  ) -> Failure? {
    for index in columns {
      if (mapped.isEmpty || mapped[index] == nil) && plain[index].append(record, to: &rows) { continue }
      do throws(CastError) {
        rows.append(try value(index, of: record, mapped))
      } catch {
        return (fields[index].name, error)
      }
    }
    return nil
  }

  /// Returns the number that is bound for the id of a record; nil if it is none.
  func idNumber(of record: Row) -> Int64? {
    if let number = plain[idColumn].number(of: record) { return number }
    guard case .integer(let number) = try? value(idColumn, of: record, [:]) else { return nil }
    return number
  }

  /// Returns what is bound for a column of a record.
  func value(_ index: Int, of record: Row, _ mapped: [Int: SQLMappedType]) throws(CastError) -> SQLValue {
    let value = try fields[index].value(record)
    return mapped.isEmpty ? value : try mapped[index]?.value(value, fields[index].storage) ?? value
  }

  /// Returns whether what is bound for a column is the same for two records.
  func isSame(_ index: Int, of record: Row, _ other: Row, _ mapped: [Int: SQLMappedType]) throws(CastError) -> Bool {
    if mapped.isEmpty || mapped[index] == nil, let isSame = plain[index].isSame(record, other) { return isSame }
    return try value(index, of: record, mapped).isSame(as: value(index, of: other, mapped))
  }
}

extension SQLValue {
  /// Whether replacing one value by the other changes nothing: zero and negative zero are equal, and not the same.
  fileprivate func isSame(as other: SQLValue) -> Bool {
    switch (self, other) {
    case (.real(let value), .real(let other)): value.bitPattern == other.bitPattern
    case (.text(let text), .text(let other)): text.utf8.elementsEqual(other.utf8)
    default: self == other
    }
  }
}

extension SQLCell {
  /// Whether it is zero, or a string without characters.
  fileprivate var isEmpty: Bool { kind == .integer && bits == 0 || kind == .text && count == 0 }
}
