import Foundation
package import MotionModel

/// The table of a model in a database: its columns, and what it has besides them.
package struct SQLLayout: Sendable {
  package let form: TableForm
  /// Whether the table has the column with the order of insertion. One that others have made has not; its order is that
  /// of the ids.
  package let hasPosition: Bool
  /// The columns of other types than the adapter declares, by their numbers.
  let mapped: [Int: SQLMappedType]
  /// The sequence from which new rows get their ids: in SQLite, the table that counts them. Nil if the database gives
  /// none.
  var idSequence: String?
  /// Whether statements that insert rows have to say that their values replace those of the database.
  var overridesIdentity = false

  package init(_ form: TableForm, hasPosition: Bool = true) { self.init(form, hasPosition: hasPosition, mapped: [:]) }

  init(_ form: TableForm, hasPosition: Bool, mapped: [Int: SQLMappedType]) {
    (self.form, self.hasPosition, self.mapped) = (form, hasPosition, mapped)
  }

  /// Whether the database compares the values of a column as it does in tables of the adapter.
  func isComparable(_ column: TableForm.Column) -> Bool { mapped[column.index]?.isComparable ?? true }

  /// Returns a column in conditions and orders.
  ///
  /// - Parameter table: The name of the table, if the column is named with it.
  func column(_ column: TableForm.Column, _ dialect: SQLDialect, of table: String? = nil) -> SQLColumn {
    SQLColumn(column, dialect, of: table, as: mapped[column.index])
  }

  /// The column that orders rows where nothing else does.
  func order(in dialect: SQLDialect) -> SQLText {
    hasPosition ? "\(name: SQLTable.position)" : column(form.columns[form.idColumn], dialect).text
  }

  /// How the table keeps values.
  var storedForm: StoredForm {
    var stored = StoredForm()
    stored.roundings = mapped.compactMapValues(\.rounding)
    if let version = form.versionColumn {
      // A column that others have declared may hold numbers of 32 bits.
      let bits = mapped[version] == nil ? form.columns[version].type.bits : 32
      stored.greatestVersionStep = bits == 64 ? 1 << 30 : bits == 32 ? 1 << 8 : 1
    }
    return stored
  }

  /// Returns the statement that gives numbers for ids: each, or in SQLite the greatest that was given before. Nil if
  /// the database does not count them.
  func nextIDs(_ count: Int, in dialect: SQLDialect) -> SQLText? {
    guard let idSequence else { return nil }
    let id = form.columns[form.idColumn].name
    switch dialect {
    case .postgresql:
      // NB: With a series, the server plans the statement again each time.
      let series: SQLText = count == 1 ? "" : " FROM generate_series(1, \(bind: .integer(Int64(count))))"
      return "SELECT nextval(\(literalName: idSequence))\(sql: series)"
    case .sqlite:
      // NB: A table in which nothing was inserted is not in the list.
      return """
        SELECT max(COALESCE((SELECT max(\(name: id)) FROM \(name: form.model)), 0), \
        COALESCE((SELECT seq FROM sqlite_sequence WHERE name = \(bind: .text(idSequence))), 0))
        """
    }
  }
}
