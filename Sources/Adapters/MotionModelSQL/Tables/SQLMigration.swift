/// The statements that change a table to the form that a schema wants.
///
/// A column that is added and must have a value has a default, so that no row is rewritten, and programs with the
/// schema of before can still insert rows.
///
/// SQLite can add columns and indexes. For all else the rows are copied into a new table, in one transaction.
/// PostgreSQL changes everything in place. Columns that the schema does not know are kept; one that needs a value that
/// nobody gives is dropped in SQLite, and may be NULL from then on in PostgreSQL. The new table has the defaults and
/// the foreign keys that others have declared, and no other constraints and triggers of theirs.
package struct SQLMigration: Sendable {
  /// The statements in order; empty if there is nothing to do.
  package let statements: [SQLText]
  /// The statements that make indexes behind these, outside of a transaction, while others write.
  let concurrent: [SQLText]

  /// - Parameters:
  ///   - wanted: The table that the schema wants.
  ///   - found: The table as it is; nil if there is none.
  ///   - dialect: The SQL of the engine.
  ///   - formerNames: The names that columns had before, by their names now.
  ///   - defaults: The values of columns that are added and must not be NULL.
  ///   - isConcurrent: Whether others write to a table of PostgreSQL while its indexes are made.
  package init(
    to wanted: SQLTable, from found: SQLTable?, in dialect: SQLDialect, formerNames: [String: [String]] = [:],
    defaults: [String: SQLValue] = [:], isConcurrent: Bool = false
  ) {
    guard let found else {
      (statements, concurrent) = ([wanted.creation()] + wanted.indexCreations, [])
      return
    }
    let (renamings, renamed) = Self.renamings(to: wanted, from: found, formerNames)
    let differences = wanted.differences(from: renamed).filter { !$0.isHarmless && !$0.isKept(found, dialect) }
    if dialect == .postgresql {
      let indexes = isConcurrent ? differences.compactMap { wanted.index(for: $0) } : []
      let others = differences.filter { !isConcurrent || wanted.index(for: $0) == nil }
      statements = renamings + others.flatMap { wanted.alterations(for: $0, defaults) }
      // One that was begun and has failed is there, and no good.
      concurrent = indexes.flatMap {
        ["DROP INDEX CONCURRENTLY IF EXISTS \(name: $0.name)", wanted.creation(of: $0, isConcurrent: true)]
      }
      return
    }
    concurrent = []
    let additions = differences.compactMap { wanted.addition(for: $0, defaults) }
    if additions.count == differences.count {
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
    let types = Dictionary(found.columns.map { ($0.name, $0.type) }) { first, _ in first }
    let stored = Set(found.columns.map(\.name))
    let kept = found.columns.filter {
      !names.contains($0.name) && !$0.isGenerated && (!$0.isRequired || $0.hasDefault)
    }
    let expressions = Dictionary(found.columns.map { ($0.name, $0.defaultExpression) }) { first, _ in first }
    var table = wanted
    for index in table.columns.indices {
      let name = table.columns[index].name
      table.columns[index].defaultExpression = expressions[name] ?? nil
      // Rows of a table without the foreign key may break it.
      let target = table.columns[index].reference?.table
      let isKept = found.foreignKeys.contains { $0.columns == [name] && $0.table == target }
      if !isKept { table.columns[index].reference = nil }
      if !found.hasPosition, let type = types[name] { table.columns[index].type = type }
    }
    table.columns += kept
    let all = Set(table.columns.map(\.name))
    let referring = table.columns.filter { $0.reference != nil }.map { [$0.name] }
    table.foreignKeys = found.foreignKeys.filter {
      $0.columns.allSatisfy(all.contains) && !referring.contains($0.columns)
    }
    // Nor may rows of a table without the index of a rule be unique.
    let ruled = Set(found.indexes.filter(\.isOfRule).map(\.columns))
    table.indexes.removeAll { $0.isOfRule && !ruled.contains($0.columns) }
    let indexCreations = table.indexCreations
    table.name = "_new \(wanted.name)"
    // A table that others have made has no order of insertion: its rows are numbered in the order in which they are.
    let columns = table.columns.filter { stored.contains($0.name) || $0.name != SQLTable.position }
    let values = columns.map { column -> SQLText in
      if !stored.contains(column.name) { return "\(bind: defaults[column.name] ?? .null)" }
      guard column.isRequired, let value = defaults[column.name] else { return "\(name: column.name)" }
      return "COALESCE(\(name: column.name), \(bind: value))"
    }
    return [
      table.creation(),
      """
      INSERT INTO \(name: table.name) (\(names: columns.map(\.name))) SELECT \(sql: values, separator: ", ") FROM \
      \(name: found.name) ORDER BY \(sql: stored.contains(SQLTable.position) ? "\(name: SQLTable.position)" : "rowid")
      """,
      "DROP TABLE \(name: found.name)",
      "ALTER TABLE \(name: table.name) RENAME TO \(name: wanted.name)",
    ] + indexCreations
  }
}

extension SQLTable {
  fileprivate mutating func rename(_ column: String, to name: String) {
    for index in columns.indices where columns[index].name == column { columns[index].name = name }
    func renamed(_ names: [String]) -> [String] { names.map { $0 == column ? name : $0 } }
    unique = unique.map(renamed)
    for index in foreignKeys.indices { foreignKeys[index].columns = renamed(foreignKeys[index].columns) }
    indexes = indexes.map {
      Index($0.name, columns: renamed($0.columns), isUnique: $0.isUnique, ignoresCase: $0.ignoresCase)
    }
  }

  // MARK: - SQLite

  /// Returns the statement that removes a difference without touching rows; nil if there is none.
  fileprivate func addition(for difference: SQLDifference, _ defaults: [String: SQLValue]) -> SQLText? {
    switch difference {
    case .missingIndex(let index): return creation(of: index)
    case .formerRule(let index): return "DROP INDEX \(name: index.name)"
    case .missingColumn(let name):
      guard var column = columns.first(where: { $0.name == name }), !column.isUnique, !column.isKey else { return nil }
      if column.isRequired { column.defaultExpression = defaults[name].flatMap(SQLExpression.init(constant:)) }
      if column.isRequired && column.defaultExpression == nil { return nil }
      return "ALTER TABLE \(name: self.name) ADD COLUMN \(sql: column.declaration(withReference: false))"
    default: return nil
    }
  }

  // MARK: - PostgreSQL

  /// Returns the index that a difference wants; nil for other differences.
  fileprivate func index(for difference: SQLDifference) -> Index? {
    switch difference {
    case .missingIndex(let index): index
    case .notUnique(let names): uniqueIndex(of: names)
    default: nil
    }
  }

  /// Returns the statements that remove a difference in place.
  fileprivate func alterations(for difference: SQLDifference, _ defaults: [String: SQLValue]) -> [SQLText] {
    if let index = index(for: difference) { return [creation(of: index)] }
    switch difference {
    case .missingTable: return [creation()] + indexCreations
    case .missingIndex, .notUnique: return []
    case .formerRule(let index): return ["DROP INDEX \(name: index.name)"]
    case .unknownColumn(let name, _): return [altered(name, "DROP NOT NULL")]
    case .otherNil(let name, let isRequired):
      return isRequired ? filled(name, defaults) + [altered(name, "SET NOT NULL")] : [altered(name, "DROP NOT NULL")]
    case .otherType(let name, let type, _):
      return [altered(name, "TYPE \(type: type ?? "text") USING CAST(\(name: name) AS \(type: type ?? "text"))")]
    case .otherCollation: return []
    case .missingColumn(let name): return columns.first { $0.name == name }.map { added($0, defaults) } ?? []
    }
  }

  private func altered(_ column: String, _ change: SQLText) -> SQLText {
    "ALTER TABLE \(name: name) ALTER COLUMN \(name: column) \(sql: change)"
  }

  private func added(_ column: Column, _ defaults: [String: SQLValue]) -> [SQLText] {
    var plain = column
    // Rows of a table without the order of insertion get numbers by the default of the type.
    if !column.isKey {
      plain.isUnique = false
      if column.isRequired {
        plain.defaultExpression = defaults[column.name].map { .init(constant: $0, as: column.type) }
      }
      plain.isRequired = plain.defaultExpression != nil
    }
    var statements: [SQLText] = [
      "ALTER TABLE \(name: name) ADD COLUMN \(sql: plain.declaration(withReference: false))"
    ]
    if column.isKey { return statements }
    if column.isRequired && !plain.isRequired {
      statements += filled(column.name, defaults) + [altered(column.name, "SET NOT NULL")]
    }
    if column.isUnique { statements.append(creation(of: uniqueIndex(of: [column.name]))) }
    return statements
  }

  private func filled(_ column: String, _ defaults: [String: SQLValue]) -> [SQLText] {
    guard let value = defaults[column] else { return [] }
    return [
      "UPDATE \(name: name) SET \(name: column) = \(bind: value) WHERE \(name: column) IS NULL"
    ]
  }
}

extension SQLDifference {
  /// Whether nothing needs to be done about it.
  fileprivate var isHarmless: Bool { if case .unknownColumn(_, false) = self { true } else { false } }

  /// Whether the difference is ignored because another program declared the column: any type in a table of another
  /// program, and, in the adapter's own tables, a type that it never declares.
  fileprivate func isKept(_ found: SQLTable, _ dialect: SQLDialect) -> Bool {
    switch self {
    case .missingColumn(SQLTable.position), .otherCollation: !found.hasPosition
    case .otherType(_, _, let type):
      !found.hasPosition || dialect == .postgresql && !(type.map(SQLTypeName.isDeclared) ?? true)
    default: false
    }
  }
}
