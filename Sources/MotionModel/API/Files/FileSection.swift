/// What a file holds.
enum FileScope: String {
  /// The records of the models that it names.
  case models
  /// The records of a whole store; models that it does not name had no records.
  case store
}

/// What a file says about the records of one model, before it lists them.
struct FileSection {
  let model: String
  /// The names of the columns, in the order of the values in rows.
  let columns: [String]
  /// The names of columns that the file does not list, though records have them. They are behind the others.
  var unlisted: [String] = []
  /// The number from which the next id is created.
  let nextNumber: Int
}

extension FileSection {
  /// A row without values.
  var emptyRow: [AttributeValue?] { Array(repeating: nil, count: columns.count + unlisted.count) }

  init(_ table: TableVersion) {
    self.init(
      model: table.layout.name, columns: table.layout.columns.map(\.name), nextNumber: table.nextNumber)
  }
}

/// What all formats say of themselves.
enum FileHeader {
  static let format = "MotionModel"
  /// The version of the format that this library writes.
  static let version = 1
}
