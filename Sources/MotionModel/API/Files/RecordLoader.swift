/// Makes records of the rows of a section.
struct RecordLoader<Record: Model> {
  /// The columns of the file that the model has, in the order of the model, with their places in a row.
  private let known: [(place: Int, column: Column<Record>, isListed: Bool)]
  /// The columns of the file that the model does not have, by their places. They are empty if ignored.
  private let unknown: [Int: String]

  init(_ section: FileSection, unknown policy: UnknownColumns) {
    let schema = Record.schema
    var (known, unknown): ([(place: Int, index: Int)], [Int: String]) = ([], [:])
    var names: Set<String> = []
    for (place, name) in (section.columns + section.unlisted).enumerated() {
      guard let index = schema.index(of: name) else {
        unknown[place] = name
        continue
      }
      // A name has its values at its first place.
      if names.insert(name).inserted { known.append((place, index)) }
    }
    self.known = known.sorted { ($0.index, $0.place) < ($1.index, $1.place) }
      .map { ($0.place, schema.columns[$0.index], $0.place < section.columns.count) }
    self.unknown = policy == .ignore ? [:] : unknown
  }

  /// Returns the record of a row. Columns without a value have their defaults, or nil if the file lists them.
  func record(of row: FileRow) throws(AttributeError) -> Record {
    if !unknown.isEmpty, let name = row.places.compactMap({ unknown[$0] }).min() {
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
