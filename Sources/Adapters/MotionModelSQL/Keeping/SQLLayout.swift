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
  /// The sequence from which rows of other programs get their ids; nil if the database gives none.
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

  /// What rounds the dates of columns, by the numbers of the columns.
  var roundings: [Int: @Sendable (Date) -> Date] { mapped.compactMapValues(\.rounding) }
}
