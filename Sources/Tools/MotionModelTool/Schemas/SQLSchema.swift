import MotionModelGenerator
import MotionModelSQL
import MotionModelValues

/// The models of a file as `CREATE TABLE` statements.
///
/// All names are quoted: they keep their capitals, and keywords are names like others.
struct SQLSchema {
  private let schema: FileSchema
  private let dialect: SQLDialect
  private let tables: [String]
  private let columns: [[String]]

  init(_ schema: FileSchema, _ dialect: SQLDialect) {
    (self.schema, self.dialect) = (schema, dialect)
    tables = dialect.names(schema.models.map { dialect.tableName($0.name) })
    columns = schema.models.map { dialect.names($0.columns.map(\.name)) }
  }

  var text: String {
    let tables = schema.models.indices.map { text(of: $0) }
    let keys = dialect == .postgresql ? schema.models.indices.flatMap { table($0).referenceAdditions } : []
    return (tables + (keys.isEmpty ? [] : [keys.map(statement).joined()])).joined(separator: "\n")
  }

  private func text(of index: Int) -> String {
    let model = schema.models[index]
    guard !model.columns.isEmpty else { return "-- \(model.name.printable) has no columns.\n" }
    return statement(table(index).creation(withReferences: dialect == .sqlite))
  }

  private func statement(_ text: SQLText) -> String { "\(text.statement(in: dialect).text);\n" }

  // MARK: - Tables

  private func table(_ index: Int) -> SQLTable {
    let (model, names) = (schema.models[index], columns[index])
    return SQLTable(
      tables[index], columns: model.columns.indices.map { column($0, of: index) },
      unique: model.unique.filter { $0.count > 1 }.map { $0.map { names[$0] } })
  }

  private func column(_ place: Int, of index: Int) -> SQLTable.Column {
    let model = schema.models[index]
    let column = model.columns[place]
    let (type, isExact) = dialect.type(of: column)
    let isKey = place == model.idPlace
    return SQLTable.Column(
      columns[index][place], type: type, isRequired: !column.isOptional || isKey, isKey: isKey,
      isUnique: !isKey && model.isUnique(place), reference: model.target(of: place).map(reference),
      note: isExact ? nil : column.typeNote)
  }

  private func reference(to model: Int) -> SQLTable.Reference {
    SQLTable.Reference(table: tables[model], column: schema.models[model].idPlace.map { columns[model][$0] })
  }
}

extension SQLDialect {
  /// Returns names of which the database takes no two for the same.
  fileprivate func names(_ names: [String]) -> [String] {
    var unique =
      switch self {
      // SQLite compares names without regard to the case of ASCII letters; other letters that differ only in case are
      // kept apart all the same, which does no harm.
      case .sqlite: UniqueNames(separator: "_") { $0.lowercased() }
      // PostgreSQL cuts names behind 63 bytes.
      case .postgresql: UniqueNames(separator: "_", longest: 63)
      }
    return names.map { unique.take($0.isEmpty ? "_" : $0.printable) }
  }

  /// Returns a name for a table: SQLite keeps those that begin with `sqlite_` for itself.
  fileprivate func tableName(_ name: String) -> String {
    self == .sqlite && name.lowercased().hasPrefix("sqlite_") ? "_\(name)" : name
  }

  /// Returns the type of a column, and whether it says as much as the type of the file; no type if any value may be in
  /// it.
  fileprivate func type(of column: FileSchema.Column) -> (name: String?, isExact: Bool) {
    guard let type = column.type else { return (self == .sqlite ? nil : "jsonb", false) }
    let (name, isExact) = SQLTypeName.of(type.stored, for: .describing, in: self)
    return (name, isExact && !column.isInferred && type == type.stored)
  }
}
