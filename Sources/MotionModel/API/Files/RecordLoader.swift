/// What happens to columns in a file that the model does not have.
public enum UnknownColumns: String, Sendable, Hashable, CaseIterable {
  /// The file is refused, so that saving over it cannot lose data.
  case refuse
  /// The columns are ignored.
  case ignore
}

/// Makes records of the rows of a section.
struct RecordLoader<Record: Model> {
  /// The columns of the file that the model has, in the order of the model, with their places in a row.
  private let known: [(place: Int, column: Column<Record>, isListed: Bool)]
  /// The columns of the file that the model does not have, in the order of their names. They are empty if ignored.
  private let unknown: [(name: String, place: Int)]

  init(_ section: FileSection, unknown policy: UnknownColumns) {
    let schema = Record.schema
    var (known, unknown): ([(place: Int, index: Int)], [(name: String, place: Int)]) = ([], [])
    for (place, name) in (section.columns + section.unlisted).enumerated() {
      if let index = schema.index(of: name) { known.append((place, index)) } else { unknown.append((name, place)) }
    }
    self.known = known.sorted { ($0.index, $0.place) < ($1.index, $1.place) }
      .map { ($0.place, schema.columns[$0.index], $0.place < section.columns.count) }
    self.unknown = policy == .ignore ? [] : unknown.sorted { $0.name < $1.name }
  }

  /// Returns the record of a row. Columns without a value have their defaults, or nil if the file lists them.
  func record(of row: [AttributeValue?]) throws(AttributeError) -> Record {
    for (name, place) in unknown where row[place] != nil {
      throw .unknownColumn(model: Record.schema.modelName, column: name)
    }
    var record = Record.new()
    var last: String?
    for (place, column, isListed) in known {
      var value = AttributeValue.null
      if let given = row[place] {
        // Two names of the file may be those of one column.
        if last == column.name { throw .duplicateColumn(model: Record.schema.modelName, column: column.name) }
        (value, last) = (given, column.name)
      } else if !isListed || !column.isOptional || last == column.name {
        continue
      }
      if let reason = column.load(value, into: &record) {
        throw .cast(model: Record.schema.modelName, column: column.name, reason)
      }
    }
    return record
  }
}
