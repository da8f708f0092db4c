import MotionModel
import MotionModelInspector
import MotionModelSQL
import MotionModelValues

/// What a copy notes of its models in a table of its own: the types of columns, of which a database does not know all,
/// versions and next numbers.
struct CopyNotes {
  static let tableName = "motionmodel_models"

  private var models: [String: CopiedModel] = [:]
  /// The names, in the order of the models that were copied.
  private var order: [String] = []

  /// Whether a table is none of a model.
  static func isOwn(_ table: String) -> Bool { table.hasPrefix("motionmodel_") }

  /// What is noted of a table; nil if there is nothing.
  subscript(name: String) -> CopiedModel? { models[name] }

  /// The names of tables: first those of which something is noted.
  func keys(before names: [String]) -> [String] {
    let known = order.filter { names.contains($0) }
    return known + names.filter { models[$0] == nil }
  }

  // MARK: - Reading

  static func read(_ connection: some SQLConnection, _ names: [String]) throws -> CopyNotes {
    var notes = CopyNotes()
    guard try connection.table(tableName) != nil else { return notes }
    let rows = try connection.run(
      "SELECT \(names: ["model", "form"]) FROM \(name: tableName) ORDER BY \(name: "place"), \(name: "model")")
    for row in 0..<rows.count {
      // Rows that others have written there are ignored.
      guard let model = CopiedModel(note: rows.text(row, 1), name: rows.text(row, 0)) else { continue }
      notes.models[model.name] = model
      notes.order.append(model.name)
    }
    return notes
  }

  // MARK: - Writing

  static func create(in connection: some SQLConnection) throws(SQLError) {
    try connection.run(
      """
      CREATE TABLE IF NOT EXISTS \(name: tableName) (\(name: "model") TEXT PRIMARY KEY, \(name: "place") BIGINT NOT NULL, \
      \(name: "form") TEXT NOT NULL)
      """)
  }

  static func write(_ model: CopiedModel, in connection: some SQLConnection) throws(SQLError) {
    try connection.run("DELETE FROM \(name: tableName) WHERE \(name: "model") = \(bind: .text(model.name))")
    try connection.run(
      """
      INSERT INTO \(name: tableName) (\(names: ["model", "form", "place"])) SELECT \(bind: .text(model.name)), \
      \(bind: .text(model.note)), COALESCE(MAX(\(name: "place")), 0) + 1 FROM \(name: tableName)
      """)
  }
}

extension CopiedModel {
  fileprivate var note: String {
    JSONFormat.written(
      .dictionary([
        "version": .int(Int64(version)), "nextNumber": .int(Int64(nextNumber)), "id": .string(columns[idPlace].name),
        "columns": .array(columns.map(\.note)),
      ]))
  }

  /// Reads a note; nil if it is none.
  fileprivate init?(note: String, name: String) {
    guard case .success(.dictionary(let members)) = JSONFormat.read(note),
      case .array(let columns)? = members["columns"],
      case .string(let id)? = members["id"]
    else { return nil }
    let read = columns.compactMap { CopiedColumn(note: $0) }
    guard let place = read.firstIndex(where: { $0.name == id }) else { return nil }
    self.init(name: name, columns: read, idPlace: place)
    // A file with numbers below 1 could not be read.
    if case .int(let number)? = members["version"] { version = max(1, Int(number)) }
    if case .int(let number)? = members["nextNumber"] { nextNumber = max(1, Int(number)) }
  }
}

extension CopiedColumn {
  fileprivate var note: AttributeValue {
    var members: [String: AttributeValue] = ["name": .string(name)]
    if let typeName { members["type"] = .string(typeName) } else { members["values"] = .string("\(type)") }
    return .dictionary(members)
  }

  fileprivate init?(note: AttributeValue) {
    guard case .dictionary(let members) = note, case .string(let name)? = members["name"] else { return nil }
    if case .string(let type)? = members["type"] {
      self.init(name, typeName: type)
    } else if case .string(let values)? = members["values"] {
      self.init(name, valuesOf: ColumnType(typeName: values))
    } else {
      return nil
    }
  }
}
