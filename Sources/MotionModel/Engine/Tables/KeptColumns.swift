/// Values of columns that a file has and the model has not, by the ids of the records: they are written back when the
/// records are saved.
///
/// They belong to a version of a table, and follow it into snapshots and branches. No write of a record changes them: a
/// record that is deleted has none in a file, and has them again if the deletion is undone.
struct KeptColumns: Sendable {
  /// The columns that the file lists, and behind them the columns that only some records have.
  private(set) var names: [String]
  /// The numbers of the columns, by their names; nil until first needed.
  private var columns: [String: Int]?
  /// How many of the columns the file lists.
  private var listedCount: Int
  /// The types of the columns, as far as the file says them.
  let types: [String: String]
  /// The values that each record has; records without any are not here.
  private var values: [AttributeValue: [Value]] = [:]

  /// The value of a column. A record has only the columns with a value, so kept values take no more memory than the
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
  func values(of row: Row, _ layout: TableLayout) -> [Value] {
    values.isEmpty ? [] : values[layout.idAttribute(of: row)] ?? []
  }

  /// Whether there are values of a record.
  func hasValues(of id: AttributeValue) -> Bool { values[id] != nil }

  var isEmpty: Bool { values.isEmpty }

  /// The ids of the records that have values.
  var ids: Dictionary<AttributeValue, [Value]>.Keys { values.keys }

  /// The values of a record, by the names of their columns.
  func namedValues(of id: AttributeValue) -> [String: AttributeValue] {
    let values = values[id] ?? []
    return Dictionary(values.map { (names[$0.column], $0.value) }) { first, _ in first }
  }

  /// Returns these values, and the other file's values for records that have none here.
  ///
  /// - Parameter ids: The ids of records in this store, by their ids in the other file.
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

  mutating func set(_ kept: [Value], of row: Row, _ layout: TableLayout) {
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
  ///
  /// - Parameter replaced: Columns whose other values the record loses.
  mutating func set(_ changed: [NamedValue], of id: AttributeValue, replacing replaced: Set<String>) {
    var row = values[id] ?? []
    if !replaced.isEmpty { row.removeAll { replaced.contains(names[$0.column]) } }
    for change in changed {
      guard let column = column(change.name) ?? (change.value == nil ? nil : addListed(change.name, &row)) else {
        continue
      }
      if !replaced.contains(change.name) { row.removeAll { $0.column == column } }
      if let value = change.value { row.append(Value(column: column, value: value)) }
    }
    values[id] = row.isEmpty ? nil : row
  }

  private mutating func column(_ name: String) -> Int? {
    if columns == nil { columns = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first } }
    return columns?[name]
  }

  /// Returns the values of some records in other columns. Those of columns that are not among them are lost.
  func inColumns(of other: KeptColumns, where isIncluded: (_ id: AttributeValue) -> Bool) -> KeptColumns {
    var result = KeptColumns(listed: other.listed, unlisted: other.unlisted, types: other.types)
    let places = names.map { result.column($0) }
    for (id, row) in values where isIncluded(id) {
      let moved = row.compactMap { value in places[value.column].map { Value(column: $0, value: value.value) } }
      if !moved.isEmpty { result.values[id] = moved }
    }
    return result
  }

  /// Adds a column behind the listed columns of the file.
  private mutating func addListed(_ name: String, _ row: inout [Value]) -> Int {
    let place = listedCount
    func moved(_ values: [Value]) -> [Value] {
      values.map { $0.column < place ? $0 : Value(column: $0.column + 1, value: $0.value) }
    }
    if place < names.count {
      values = values.mapValues(moved)
      row = moved(row)
    }
    if place < names.count { columns = nil } else { columns?[name] = place }
    names.insert(name, at: place)
    listedCount += 1
    return place
  }
}

extension TableVersion {
  /// Changes what is kept of a record, in the gate.
  func keep(_ changed: [KeptColumns.NamedValue], of id: AttributeValue, replacing replaced: Set<String>) {
    var columns = kept ?? KeptColumns(listed: [], unlisted: [], types: [:])
    // Two references would make a change copy what is kept of all records.
    kept = nil
    columns.set(changed, of: id, replacing: replaced)
    kept = columns
  }

  /// Replaces the kept columns, and drops the kept values of deleted records.
  func keepColumns(of columns: KeptColumns) {
    let moved = kept?.inColumns(of: columns, where: has) ?? columns
    kept = moved.names.isEmpty ? nil : moved
  }

  /// Whether there is a record with an id.
  func has(_ id: AttributeValue) -> Bool {
    var isID = true
    let row = OwnedRow(of: layout) { isID = layout.columns[layout.idColumn].operations.load(id, $0) == nil }
    return isID && row.read { position(of: $0) != nil }
  }
}

extension TableLayout {
  func idAttribute(of row: Row) -> AttributeValue {
    columns[idColumn].operations.attribute(row)
  }
}
