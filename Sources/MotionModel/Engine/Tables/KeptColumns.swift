/// Values of columns that a file has and the model has not, by the ids of the records: they are written back when the
/// records are saved.
///
/// They belong to a version of a table, and follow it into snapshots and branches. No write of a record changes them: a
/// record that is deleted has none in a file, and has them again if the deletion is undone.
struct KeptColumns: Sendable {
  /// The columns that the file lists, and behind them those that only some records have.
  let names: [String]
  /// How many of the columns the file lists.
  let listedCount: Int
  /// The types of the columns, as far as the file says them.
  let types: [String: String]
  /// The values that each record has; records without any are not here.
  private var values: [AttributeValue: [Value]] = [:]

  /// The value of a column. A record has only those that it has a value for, so what is kept takes no more memory than the
  /// file, however many columns it has.
  struct Value: Sendable {
    let column: Int
    let value: AttributeValue
  }

  init(listed: [String], unlisted: [String], types: [String: String]) {
    (names, listedCount, self.types) = (listed + unlisted, listed.count, types)
  }

  var listed: [String] { Array(names[..<listedCount]) }
  var unlisted: [String] { Array(names[listedCount...]) }

  /// The values of a record.
  func values(of row: UnsafeRawPointer, _ layout: TableLayout) -> [Value] {
    values.isEmpty ? [] : values[layout.idAttribute(of: row)] ?? []
  }

  mutating func set(_ kept: [Value], of row: UnsafeRawPointer, _ layout: TableLayout) {
    values[layout.idAttribute(of: row)] = kept
  }
}

extension TableLayout {
  fileprivate func idAttribute(of row: UnsafeRawPointer) -> AttributeValue {
    columns[idColumn].operations.attribute(row)
  }
}
