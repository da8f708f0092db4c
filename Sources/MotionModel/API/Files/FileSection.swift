/// What a file holds.
enum FileScope: String {
  /// The records of the models that it names.
  case models
  /// The records of a whole store; models that it does not name had no records.
  case store

  /// Reads the scope as files spell it.
  init(_ value: AttributeValue) throws(OtherStructure) {
    guard case .string(let text) = value, let scope = FileScope(rawValue: text) else { throw OtherStructure() }
    self = scope
  }
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
  /// The number of records, which only some formats say.
  var count = 0
  /// Whether the places of the records in their table are in the file. Otherwise they follow each other.
  var hasPlaces = false
  /// The place behind all records, if the file says it.
  var nextPlace: Int?
}

extension FileSection {
  /// The names of the columns as files have them.
  var columnList: AttributeValue { .array(columns.map { .string($0) }) }

  init(_ table: TableVersion) {
    self.init(
      model: table.layout.name, columns: table.layout.columns.map(\.name), nextNumber: table.nextNumber,
      count: table.count)
  }

  /// The section of a snapshot, which keeps the places of records.
  init(_ table: TableVersion, hasPlaces: Bool) {
    self.init(table)
    (self.hasPlaces, nextPlace) = (hasPlaces, table.nextPosition)
  }
}

/// What all formats say of themselves.
enum FileHeader {
  static let format = "MotionModel"
  /// What JSON Lines say instead, so that they can be told from JSON.
  static let lines = "MotionModel Lines"
  /// The version of the format that this library writes.
  static let version = 1
  static let versionNumber = AttributeValue.int(Int64(version))
  /// How deep a value in a row may be nested: it may be escaped.
  static let valueDepthLimit = AttributeValue.depthLimit + 1
}
