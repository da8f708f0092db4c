import MotionModel

/// What makes the table of a model as its schema wants it.
///
/// It is made before the database is locked, because a column's default may run any code.
struct SQLTablePlan {
  private let wanted: SQLTable
  private let formerNames: [String: [String]]
  private let defaults: [String: SQLValue]
  private let dialect: SQLDialect

  init<Record: Model>(_ model: Record.Type, in dialect: SQLDialect) throws(SQLError) {
    let columns = model.schema.columns
    (wanted, self.dialect) = (try Self.table(model.schema.tableForm, in: dialect), dialect)
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

  /// Returns the statements that are needed now.
  func statements(in connection: some SQLConnection) throws(SQLError) -> [SQLText] {
    SQLMigration(
      to: wanted, from: try connection.table(wanted.name), in: dialect, formerNames: formerNames, defaults: defaults
    ).statements
  }
}
