package import MotionModel

/// The table of a model in a database: its columns, and what it has besides them.
package struct SQLLayout: Sendable {
  package let form: TableForm
  /// Whether the table has the column with the order of insertion. One that others have made has not; its order is that
  /// of the ids.
  package let hasPosition: Bool

  package init(_ form: TableForm, hasPosition: Bool = true) { (self.form, self.hasPosition) = (form, hasPosition) }

  /// The column that orders rows where nothing else does.
  func order(in dialect: SQLDialect) -> SQLText {
    hasPosition ? "\(name: SQLTable.position)" : SQLColumn(form.columns[form.idColumn], dialect).text
  }
}
