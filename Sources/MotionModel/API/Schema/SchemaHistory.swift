/// What reading a file of an earlier version needs to know of a model.
struct SchemaHistory: Sendable {
  /// The version of the model.
  let version: Int
  /// The names that the model had.
  let formerNames: [String]
  /// The columns by names that they had, in both spellings.
  let formerColumns: [String: Int]
  /// The types of the columns by their names, as files have them.
  let types: [String: String]
  /// The fingerprint of the names and types.
  let fingerprint: String

  init(version: Int, formerNames: [String], formerColumns: [String: Int], types: [String: String]) {
    (self.version, self.formerNames, self.formerColumns, self.types) = (version, formerNames, formerColumns, types)
    fingerprint = Self.fingerprint(of: types)
  }

  /// Returns a number of 64 bits as hexadecimal digits (FNV-1a), which depends on the names and types and not on their
  /// order.
  static func fingerprint(of types: [String: String]) -> String {
    let lines = types.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\n" }
    let digits = String(lines.joined().fingerprint, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension Schema {
  /// The version of the model, which files say. A file of a higher version is refused.
  public var version: Int { layout.traits.history.version }

  /// The names that the model had in files of earlier versions.
  public var formerNames: [String] { layout.traits.history.formerNames }

  /// A number of 16 hexadecimal digits that is the same for schemas whose columns have the same names and types, in any
  /// order, on every system.
  ///
  /// Indexes, constraints, defaults, relations and the cases of enums do not matter, because they change nothing in
  /// files.
  public var fingerprint: String { layout.traits.history.fingerprint }

  /// - Throws: Nothing: traps if the declarations contradict each other.
  static func history(version: Int, formerNames: [String], _ columns: [Column<Record>]) -> SchemaHistory {
    if version < 1 { refuse("has version \(version): versions begin with 1") }
    let name = nameOfType
    if formerNames.contains(name) || Set(formerNames).count < formerNames.count {
      refuse("has a former name that it has now, or twice: remove it from was:")
    }
    return SchemaHistory(
      version: version, formerNames: formerNames, formerColumns: formerColumns(columns),
      types: Dictionary(columns.map { ($0.name, $0.typeInFiles) }) { first, _ in first })
  }

  private static func formerColumns(_ columns: [Column<Record>]) -> [String: Int] {
    let names = Set(columns.flatMap { [$0.name, ColumnName.snakeCase($0.name)] })
    var result: [String: Int] = [:]
    for (index, column) in columns.enumerated() {
      for former in column.formerNames {
        for name in Set([former, ColumnName.snakeCase(former)]) {
          if names.contains(name) || result.updateValue(index, forKey: name) != nil {
            refuse(
              "has a column \"\(column.name)\" that was \"\(former)\", which another column is or was, too: remove one")
          }
        }
      }
    }
    return result
  }
}

extension Column {
  /// The type as files have it, with a question mark if the value can be nil.
  var typeInFiles: String { isOptional ? "\(type)?" : "\(type)" }
}
