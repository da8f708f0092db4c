/// The statements that change a table of SQLite to the one that a schema wants.
///
/// SQLite can add columns that may be NULL, and indexes. For all else the rows are copied into a new table, in one
/// transaction. Columns that the schema does not know are kept, unless they need a value that nobody gives them.
package struct SQLMigration: Sendable {
  /// The statements in order; empty if there is nothing to do.
  package let statements: [SQLText]

  /// - Parameters:
  ///   - wanted: The table that the schema wants.
  ///   - found: The table as it is; nil if there is none.
  ///   - formerNames: The names that columns had before, by their names now.
  ///   - defaults: The values of columns that are added and must not be NULL.
  package init(
    to wanted: SQLTable, from found: SQLTable?, formerNames: [String: [String]] = [:],
    defaults: [String: SQLValue] = [:]
  ) {
    guard let found else {
      statements = [wanted.creation()] + wanted.indexCreations
      return
    }
    let (renamings, renamed) = Self.renamings(to: wanted, from: found, formerNames)
    let differences = wanted.differences(from: renamed)
    let additions = differences.compactMap { wanted.addition(for: $0) }
    if additions.count == differences.filter({ !$0.isHarmless }).count {
      statements = renamings + additions
    } else {
      statements = renamings + Self.rebuilding(wanted, from: renamed, defaults)
    }
  }

  // MARK: - Steps

  private static func renamings(
    to wanted: SQLTable, from found: SQLTable, _ formerNames: [String: [String]]
  ) -> (statements: [SQLText], table: SQLTable) {
    var (table, statements) = (found, [SQLText]())
    for column in wanted.columns where !table.columns.contains(where: { $0.name == column.name }) {
      guard let former = formerNames[column.name]?.first(where: { name in table.columns.contains { $0.name == name } })
      else { continue }
      statements.append("ALTER TABLE \(name: table.name) RENAME COLUMN \(name: former) TO \(name: column.name)")
      table.rename(former, to: column.name)
    }
    return (statements, table)
  }

  private static func rebuilding(
    _ wanted: SQLTable, from found: SQLTable, _ defaults: [String: SQLValue]
  ) -> [SQLText] {
    let names = Set(wanted.columns.map(\.name))
    let kept = found.columns.filter { !names.contains($0.name) && !$0.isRequired }
    var table = wanted
    table.columns += kept
    table.name = "_new \(wanted.name)"
    let stored = Set(found.columns.map(\.name))
    let values = table.columns.map { column -> SQLText in
      if !stored.contains(column.name) { return "\(bind: defaults[column.name] ?? .null)" }
      guard column.isRequired, let value = defaults[column.name] else { return "\(name: column.name)" }
      return "COALESCE(\(name: column.name), \(bind: value))"
    }
    return [
      table.creation(),
      """
      INSERT INTO \(name: table.name) (\(names: table.columns.map(\.name))) SELECT \(sql: values, separator: ", ") FROM \
      \(name: found.name) ORDER BY \(sql: stored.contains(SQLTable.position) ? "\(name: SQLTable.position)" : "rowid")
      """,
      "DROP TABLE \(name: found.name)",
      "ALTER TABLE \(name: table.name) RENAME TO \(name: wanted.name)",
    ] + wanted.indexCreations
  }
}

extension SQLTable {
  fileprivate mutating func rename(_ column: String, to name: String) {
    for index in columns.indices where columns[index].name == column { columns[index].name = name }
    func renamed(_ names: [String]) -> [String] { names.map { $0 == column ? name : $0 } }
    unique = unique.map(renamed)
    indexes = indexes.map { Index($0.name, columns: renamed($0.columns), isUnique: $0.isUnique) }
  }

  /// Returns the statement that removes a difference without touching rows; nil if there is none.
  fileprivate func addition(for difference: SQLDifference) -> SQLText? {
    switch difference {
    case .missingIndex(let index): return creation(of: index)
    case .missingColumn(let name):
      guard let column = columns.first(where: { $0.name == name }), !column.isRequired, !column.isUnique, !column.isKey
      else { return nil }
      return "ALTER TABLE \(name: self.name) ADD COLUMN \(sql: column.declaration(withReference: false))"
    default: return nil
    }
  }
}

extension SQLDifference {
  /// Whether nothing needs to be done about it.
  fileprivate var isHarmless: Bool { if case .unknownColumn(_, false) = self { true } else { false } }
}
