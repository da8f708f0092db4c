import MotionModel

/// A column of a stored record, which is read as it is stored, and each change of which is a commit.
struct StoredColumn<Record: Model, Value>: Sendable where Record.Adapter == ArrayAdapter {
  /// A copy of the record, which says what to read when the stored one is gone.
  let record: Record
  let column: any WritableKeyPath<Record, Value> & Sendable
  let store: Store

  var value: Value { (store.table(Record.self).find(record.id) ?? record)[keyPath: column] }

  func write(_ value: Value) throws {
    // NB: The copy may be old, and a value that it has already would not be written.
    var stored = try store.table(Record.self).require(record.id)
    try store.table(Record.self).update(&stored) { $0[keyPath: column] = value }
  }
}
