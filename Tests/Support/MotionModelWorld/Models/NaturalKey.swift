import MotionModel

/// A column by which a program finds the record that it writes.
package struct NaturalKey<Record: WorldModel>: Sendable {
  let swift: String
  let upsert: @Sendable (inout Record) throws -> Void
  let firstOrCreate: @Sendable (Record) throws -> Record
  let isEqual: @Sendable (Record, Record) -> Bool
  let isNil: @Sendable (Record) -> Bool
  let insert: @Sendable ([Record], InsertPolicy<Record>) throws -> InsertReport<Record>

  init<Value: ColumnValue & Equatable>(
    _ swift: String, _ column: any WritableKeyPath<Record, Value> & Sendable
  ) {
    self.swift = swift
    upsert = { try $0.upsert(on: column) }
    firstOrCreate = { record in
      try Record.where(column).eq(record[keyPath: column]).firstOrCreate { $0 = record }
    }
    isEqual = { $0[keyPath: column] == $1[keyPath: column] }
    isNil = { $0[keyPath: column].unwrapped == nil }
    insert = { try Record.insert(contentsOf: $0, onConflict: $1, on: column) }
  }
}
