import MotionModelValues

/// The models of a file as `CREATE TABLE` statements.
///
/// All names are quoted: they keep their capitals, and keywords are names like others.
struct SQLSchema {
  enum Dialect: Sendable {
    case sqlite, postgresql
  }

  private let schema: FileSchema
  private let dialect: Dialect
  private let tables: [String]
  private let columns: [[String]]

  init(_ schema: FileSchema, _ dialect: Dialect) {
    (self.schema, self.dialect) = (schema, dialect)
    tables = dialect.names(schema.models.map { dialect.tableName($0.name) })
    columns = schema.models.map { dialect.names($0.columns.map(\.name)) }
  }

  var text: String {
    let tables = schema.models.indices.map { table($0) }
    let keys = dialect == .postgresql ? schema.models.indices.flatMap { foreignKeys(of: $0) } : []
    return (tables + (keys.isEmpty ? [] : [keys.joined()])).joined(separator: "\n")
  }

  // MARK: - Tables

  private func table(_ index: Int) -> String {
    let model = schema.models[index]
    guard !model.columns.isEmpty else { return "-- \(model.name.printable) has no columns.\n" }
    var lines = model.columns.indices.map { column($0, of: index) }
    for places in model.unique where places.count > 1 {
      lines.append((text: "UNIQUE (\(places.map { quoted(columns[index][$0]) }.joined(separator: ", ")))", note: nil))
    }
    let body = lines.enumerated().map { place, line in
      "  \(line.text)\(place == lines.count - 1 ? "" : ",")\(line.note.map { " -- \($0)" } ?? "")\n"
    }
    return "CREATE TABLE \(quoted(tables[index])) (\n\(body.joined()));\n"
  }

  private func column(_ place: Int, of index: Int) -> (text: String, note: String?) {
    let model = schema.models[index]
    let column = model.columns[place]
    let (type, isExact) = dialect.type(of: column)
    var words = [quoted(columns[index][place])]
    if let type { words.append(type) }
    if !column.isOptional || place == model.idPlace { words.append("NOT NULL") }
    if place == model.idPlace { words.append("PRIMARY KEY") } else if model.isUnique(place) { words.append("UNIQUE") }
    if dialect == .sqlite, let target = model.target(of: place) { words.append(reference(to: target)) }
    return (words.joined(separator: " "), isExact ? nil : column.typeNote)
  }

  private func reference(to model: Int) -> String {
    let id = schema.models[model].idPlace.map { " (\(quoted(columns[model][$0])))" } ?? ""
    return "REFERENCES \(quoted(tables[model]))\(id)"
  }

  /// The keys as statements behind all tables, so that tables may refer to each other.
  private func foreignKeys(of index: Int) -> [String] {
    schema.models[index].references.map { key in
      let name = quoted(columns[index][key.column])
      return "ALTER TABLE \(quoted(tables[index])) ADD FOREIGN KEY (\(name)) \(reference(to: key.model));\n"
    }
  }

  private func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }
}

extension SQLSchema.Dialect {
  /// Returns names of which the database takes no two for the same.
  fileprivate func names(_ names: [String]) -> [String] {
    let allowed = names.map { $0.isEmpty ? "_" : $0.printable }
    return switch self {
    // SQLite compares names without regard to the case of ASCII letters; other letters that differ only in case are
    // kept apart all the same, which does no harm.
    case .sqlite: UniqueNames.distinct(allowed) { $0.lowercased() }
    // PostgreSQL cuts names behind 63 bytes.
    case .postgresql: UniqueNames.distinct(allowed, longest: 63)
    }
  }

  /// Returns a name for a table: SQLite keeps those that begin with `sqlite_` for itself.
  fileprivate func tableName(_ name: String) -> String {
    self == .sqlite && name.lowercased().hasPrefix("sqlite_") ? "_\(name)" : name
  }

  /// Returns the type of a column, and whether it says as much as the type of the file; no type if any value may be in it.
  fileprivate func type(of column: FileSchema.Column) -> (name: String?, isExact: Bool) {
    guard let type = column.type else { return (self == .sqlite ? nil : "jsonb", false) }
    let (name, isExact) = self == .sqlite ? Self.sqliteType(type.stored) : Self.postgresqlType(type.stored)
    return (name, isExact && !column.isInferred && type == type.stored)
  }

  private static func sqliteType(_ type: ColumnType) -> (String?, Bool) {
    switch type {
    case .int(64): ("INTEGER", true)
    case .bool, .int, .uint: ("INTEGER", false)
    case .double: ("REAL", true)
    case .float: ("REAL", false)
    case .string: ("TEXT", true)
    case .data: ("BLOB", true)
    // As text, a decimal keeps all its digits.
    case .decimal, .date, .uuid, .url, .array, .dictionary: ("TEXT", false)
    case .optional, .enumeration, .document, .custom: (nil, false)
    }
  }

  private static func postgresqlType(_ type: ColumnType) -> (String?, Bool) {
    switch type {
    case .bool: ("boolean", true)
    case .int(let bits): bits > 32 ? ("bigint", true) : bits > 16 ? ("integer", true) : ("smallint", bits == 16)
    case .uint(let bits):
      (bits > 32 ? "numeric(20)" : bits > 16 ? "bigint" : bits > 8 ? "integer" : "smallint", false)
    case .double: ("double precision", true)
    case .float: ("real", true)
    case .decimal: ("numeric", true)
    case .string: ("text", true)
    case .date: ("timestamp with time zone", true)
    case .uuid: ("uuid", true)
    case .url: ("text", false)
    case .data: ("bytea", true)
    // An array has no arrays of different lengths in it.
    case .array(let element) where element.stored.isSingle:
      ((postgresqlType(element.stored).0 ?? "jsonb") + "[]", false)
    case .array, .dictionary, .optional, .enumeration, .document, .custom: ("jsonb", false)
    }
  }
}

extension ColumnType {
  /// Whether it is a standard type of single values.
  fileprivate var isSingle: Bool {
    switch self {
    case .array, .dictionary, .optional, .enumeration, .document, .custom: false
    default: true
    }
  }
}
