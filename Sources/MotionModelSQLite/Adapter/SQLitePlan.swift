#if SQLite
  import MotionModel
  import MotionModelSQL

  /// What makes the table of a model as its schema wants it.
  ///
  /// It is made before the database is locked, because a column's default may run any code.
  struct SQLitePlan {
    private let wanted: SQLTable
    private let formerNames: [String: [String]]
    private let defaults: [String: SQLValue]

    init<Record: Model>(_ model: Record.Type) throws(SQLiteError) {
      let columns = model.schema.columns
      wanted = try Self.table(model.schema.tableForm)
      formerNames = Dictionary(columns.map { ($0.name, $0.formerNames) }) { first, _ in first }
      var defaults: [String: SQLValue] = [:]
      for column in columns where !column.isOptional {
        defaults[column.name] = try? SQLStorage(column.type).value(column.defaultValue)
      }
      self.defaults = defaults
    }

    /// Returns the table that a model wants.
    static func table(_ form: TableForm) throws(SQLiteError) -> SQLTable {
      do throws(SQLTableError) {
        return try SQLTable(form, in: .sqlite)
      } catch {
        throw .noTable(model: form.model, reason: "\(error)")
      }
    }

    /// Returns the statements that are needed now.
    func statements(in connection: SQLiteConnection) throws(SQLiteError) -> [SQLText] {
      SQLMigration(
        to: wanted, from: try connection.table(wanted.name), formerNames: formerNames, defaults: defaults
      ).statements
    }
  }
#endif
