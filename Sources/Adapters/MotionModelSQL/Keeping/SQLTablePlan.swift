import MotionModel

/// What makes the table of a model as its schema wants it.
///
/// It is made before the database is locked, because a column's default may run any code.
package struct SQLTablePlan {
  private let wanted: SQLTable
  private let formerNames: [String: [String]]
  private let defaults: [String: SQLValue]
  private let dialect: SQLDialect
  /// The tables to which foreign keys lead from the model's own, by their names, with it; none without foreign keys.
  private let related: [String: SQLTable]

  /// - Parameter constrains: Whether a table that is made gets the unique indexes of rules and the foreign keys of its
  ///   relations, and the tables to which they lead are made with it.
  init<Record: Model>(_ model: Record.Type, constrains: Bool, in dialect: SQLDialect) throws(SQLError) {
    let columns = model.schema.columns
    let form = model.schema.tableForm
    var (table, related) = (try Self.table(form, in: dialect), [String: SQLTable]())
    if constrains { table = try Self.collect(form, into: &related, dialect) }
    (wanted, self.related, self.dialect) = (table, related, dialect)
    formerNames = Dictionary(columns.map { ($0.name, $0.formerNames) }) { first, _ in first }
    var defaults: [String: SQLValue] = [:]
    // Without a default that can be stored, the database refuses rows that need one, and the migration is undone.
    for column in columns where !column.isOptional {
      defaults[column.name] = try? SQLStorage(column.type).value(column.defaultValue, in: dialect)
    }
    self.defaults = defaults
  }

  /// Returns the table that a model wants.
  static func table(_ form: TableForm, in dialect: SQLDialect) throws(SQLError) -> SQLTable {
    do throws(SQLTableError) {
      return try SQLTable(form, in: dialect)
    } catch {
      throw .noTable(model: form.model, reason: "\(error)")
    }
  }

  /// Adds the table of a model, with its constraints, and those to which they lead, and returns it.
  @discardableResult
  private static func collect(
    _ form: TableForm, into related: inout [String: SQLTable], _ dialect: SQLDialect
  ) throws(SQLError) -> SQLTable {
    var table = try table(form, in: dialect)
    table.indexes += table.ruleIndexes(of: form)
    related[form.model] = table
    for parent in form.parents where parent.isRequired {
      let target = parent.table
      if related[target.model] == nil { try collect(target, into: &related, dialect) }
      let id = target.columns[target.idColumn].name
      // PostgreSQL keeps the composed forms of strings unique, to which no foreign key leads.
      guard related[target.model]?.columns.contains(where: { $0.name == id && !$0.isComposed }) == true,
        let index = table.columns.firstIndex(where: { $0.name == form.columns[parent.column].name })
      else { continue }
      table.columns[index].reference = SQLTable.Reference(
        table: target.model, column: id, onDelete: parent.onDelete == .delete ? .cascade : .none, isDeferred: true)
    }
    related[form.model] = table
    return table
  }

  /// The name of the table.
  var name: String { wanted.name }

  /// Whether statements of the plan replace the table, which may delete rows of others that refer to it.
  func drops(_ statements: [SQLText]) -> Bool { statements.contains("DROP TABLE \(name: wanted.name)") }

  /// Returns the statements that are needed now, and those that make indexes outside of a transaction.
  func migration(
    in connection: some SQLConnection, isConcurrent: Bool = false
  ) throws(SQLError) -> (statements: [SQLText], concurrent: [SQLText]) {
    guard let found = try connection.table(wanted.name) else { return (try creations(in: connection), []) }
    let migration = SQLMigration(
      to: wanted, from: found, in: dialect, formerNames: formerNames, defaults: defaults, isConcurrent: isConcurrent)
    return (migration.statements, migration.concurrent)
  }

  /// Returns the statements that create the table, and the missing tables to which its foreign keys lead.
  private func creations(in connection: some SQLConnection) throws(SQLError) -> [SQLText] {
    var (made, number) = ([wanted], 0)
    while number < made.count {
      for index in made[number].columns.indices {
        guard let reference = made[number].columns[index].reference,
          !made.contains(where: { $0.name == reference.table })
        else { continue }
        if let found = try connection.table(reference.table) {
          // Nobody knows what is in a table that others have made.
          let isTarget = found.hasPosition && found.columns.contains { $0.name == reference.column && $0.isUnique }
          if !isTarget { made[number].columns[index].reference = nil }
        } else if let table = related[reference.table] {
          made.append(table)
        }
      }
      number += 1
    }
    let isAdded = dialect == .postgresql
    return made.flatMap { [$0.creation(withReferences: !isAdded)] + $0.indexCreations }
      + (isAdded ? made.flatMap(\.referenceAdditions) : [])
  }
}
