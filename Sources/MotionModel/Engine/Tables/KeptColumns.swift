/// Values of columns that a file has and the model has not, by the ids of the records: they are written back when the
/// records are saved.
///
/// They belong to a version of a table, and follow it into snapshots and branches. No write of a record changes them: a
/// record that is deleted has none in a file, and has them again if the deletion is undone.
struct KeptColumns: Sendable {
  /// The columns that the file lists, and behind them those that only some records have.
  private(set) var names: [String]
  /// How many of the columns the file lists.
  private var listedCount: Int
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

  /// Whether there are values of a record.
  func hasValues(of id: AttributeValue) -> Bool { values[id] != nil }

  var isEmpty: Bool { values.isEmpty }

  /// Returns these values, and for records that have none here those of another file.
  ///
  /// - Parameter ids: The ids that records of the other file have got, by those that they have in it.
  func adding(_ other: KeptColumns, ids: [AttributeValue: AttributeValue]) -> KeptColumns {
    let own = Set(names)
    var sum = KeptColumns(
      listed: listed + other.listed.filter { !own.contains($0) },
      unlisted: unlisted + other.unlisted.filter { !own.contains($0) },
      types: types.merging(other.types) { own, _ in own })
    let columns = Dictionary(sum.names.enumerated().map { ($1, $0) }) { first, _ in first }
    func add(_ kept: KeptColumns, _ ids: [AttributeValue: AttributeValue]) {
      for (id, values) in kept.values {
        let id = ids[id] ?? id
        if sum.values[id] != nil { continue }
        sum.values[id] = values.compactMap { value in
          columns[kept.names[value.column]].map { Value(column: $0, value: value.value) }
        }
      }
    }
    add(self, [:])
    add(other, ids)
    return sum
  }

  mutating func set(_ kept: [Value], of row: UnsafeRawPointer, _ layout: TableLayout) {
    values[layout.idAttribute(of: row)] = kept
  }
}

extension KeptColumns {
  /// The value of a column in a commit of a journal.
  struct NamedValue: Sendable {
    let name: String
    /// Nil for no value.
    var value: AttributeValue?
  }

  /// Sets values of a record, and leaves those of other columns as they are.
  mutating func set(_ changed: [NamedValue], of id: AttributeValue) {
    var row = values[id] ?? []
    for (name, value) in changed.map({ ($0.name, $0.value) }) {
      let column = names.firstIndex(of: name) ?? addListed(name, &row)
      row.removeAll { $0.column == column }
      if let value { row.append(Value(column: column, value: value)) }
    }
    values[id] = row.isEmpty ? nil : row
  }

  /// Adds a column behind the others that the file lists.
  private mutating func addListed(_ name: String, _ row: inout [Value]) -> Int {
    let place = listedCount
    func moved(_ values: [Value]) -> [Value] {
      values.map { $0.column < place ? $0 : Value(column: $0.column + 1, value: $0.value) }
    }
    if place < names.count {
      values = values.mapValues(moved)
      row = moved(row)
    }
    names.insert(name, at: place)
    listedCount += 1
    return place
  }
}

extension TableVersion {
  /// Changes what is kept of a record, in the gate.
  func keep(_ changed: [KeptColumns.NamedValue], of id: AttributeValue) {
    var columns = kept ?? KeptColumns(listed: [], unlisted: [], types: [:])
    // Two references would make a change copy what is kept of all records.
    kept = nil
    columns.set(changed, of: id)
    kept = columns
  }
}

extension Tables {
  /// Whether a changeset brings back records with kept columns. A snapshot that was written while they were deleted has not
  /// their values, and neither has the changeset.
  func restoresKeptColumns(_ changeset: Changeset) -> Bool {
    changeset.parts.contains { part in
      guard let kept = version(part.layout.slot)?.kept, !kept.isEmpty else { return false }
      return part.entries.contains {
        $0.kind == .insert && kept.hasValues(of: part.layout.idAttribute(of: part.address($0.row)))
      }
    }
  }
}

extension TableLayout {
  func idAttribute(of row: UnsafeRawPointer) -> AttributeValue {
    columns[idColumn].operations.attribute(row)
  }
}
