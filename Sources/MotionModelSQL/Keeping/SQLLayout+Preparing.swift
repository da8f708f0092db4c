package import MotionModel
import MotionModelValues

extension SQLLayout {
  /// Creates a table that is not there, and refuses one that cannot be used.
  package static func prepared(
    _ form: TableForm, in connection: some SQLConnection, _ dialect: SQLDialect
  ) throws(SQLError) -> SQLLayout {
    let wanted = try SQLTablePlan.table(form, in: dialect)
    guard let found = try connection.table(wanted.name) else {
      let migration = SQLMigration(to: wanted, from: nil, in: dialect)
      for statement in migration.statements { try connection.run(statement) }
      return SQLLayout(form)
    }
    let all = wanted.differences(from: found)
    let differences = all.filter { $0.isFatal && $0 != .missingColumn(SQLTable.position) }
    if !differences.isEmpty {
      throw .otherTable(model: wanted.name, differences: differences.map(\.description))
    }
    return SQLLayout(form, hasPosition: found.hasPosition, mapped: mapped(all, form, dialect))
  }

  /// Returns the columns that others have declared with other types. Those of SQLite belong to values and not to columns.
  private static func mapped(
    _ differences: [SQLDifference], _ form: TableForm, _ dialect: SQLDialect
  ) -> [Int: SQLMappedType] {
    var mapped: [Int: SQLMappedType] = [:]
    for case .otherType(let name, _, let type?) in differences where dialect == .postgresql {
      guard let column = form.columns.first(where: { $0.name == name }), SQLStorage(column.type) != .json else {
        continue
      }
      mapped[column.index] = SQLMappedType(SQLStorage(column.type), type)
    }
    return mapped
  }

  /// Refuses values of which the database keeps others, such as numbers that it has rounded.
  ///
  /// - Parameters:
  ///   - written: Columns, and the values that were bound for them.
  ///   - kept: What the database has returned of these columns.
  func checkKept(_ written: [(column: Int, value: SQLValue)], _ kept: [SQLValue]) throws(SQLError) {
    for ((index, value), kept) in zip(written, kept) {
      let column = form.columns[index]
      if SQLMappedType.isKept(kept, of: value, SQLStorage(column.type)) { continue }
      let error = CastError(expected: "a value that fits the column of the table", found: "one that it changes")
      throw .unwritableValue(model: form.model, column: column.name, error)
    }
  }
}
