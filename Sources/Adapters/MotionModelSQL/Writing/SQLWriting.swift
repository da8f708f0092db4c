import MotionModel
import MotionModelValues

/// The statements that write the rows of a model, without values.
package struct SQLWriting: Sendable {
  private let layout: SQLLayout
  private let dialect: SQLDialect
  /// The columns of other types than the adapter declares, whose stored values are read back after a write.
  let mapped: [Int]
  /// The columns that identify the written row: the id, and the version if there is one.
  let matched: [Int]
  /// The statements that change some columns, once they were put together; a hundred at most.
  private let updates = Locked<[[Int]: SQLBatch]>([:])

  private var table: TableForm { layout.form }

  package init(_ layout: SQLLayout, in dialect: SQLDialect) {
    (self.layout, self.dialect) = (layout, dialect)
    mapped = layout.mapped.keys.sorted()
    matched = [layout.form.idColumn] + (layout.form.versionColumn.map { [$0] } ?? [])
  }

  /// Returns the statement that inserts a row. It is bound to a value for each column.
  package func insertion() -> SQLBatch {
    let names = table.columns.map(\.name)
    let overriding: SQLText = layout.overridesIdentity ? " OVERRIDING SYSTEM VALUE" : ""
    let returned = mapped.isEmpty ? nil : returning(mapped)
    return SQLBatch(insertingInto: table.model, names, overriding, returning: returned, in: dialect)
  }

  /// Returns the statement that changes some columns of a row. It is bound to their values, and those of ``matched``.
  ///
  /// - Parameter columns: The numbers of the columns, at least one.
  package func update(_ columns: [Int]) -> SQLBatch {
    if let made = updates.withLock({ $0[columns] }) { return made }
    let assignments = columns.map { index -> SQLText in "\(name: table.columns[index].name) = \(bind: .null)" }
    let text: SQLText =
      "UPDATE \(name: table.model) SET \(sql: assignments, separator: ", ") WHERE \(sql: match)\(sql: returning(mapped(columns)))"
    let made = SQLBatch(text, in: dialect)
    updates.withLock { updates in
      if updates.count == 100 { updates = [:] }
      updates[columns] = made
    }
    return made
  }

  /// Returns the columns that are read back after a write.
  func mapped(_ columns: [Int]) -> [Int] { columns.filter { mapped.contains($0) } }

  private func returning(_ columns: [Int]) -> SQLText {
    columns.isEmpty ? "" : " RETURNING \(names: columns.map { table.columns[$0].name })"
  }

  /// Returns the statement that deletes a row. It is bound to the values of ``matched``.
  package func deletion() -> SQLBatch {
    SQLBatch("DELETE FROM \(name: table.model) WHERE \(sql: match)", in: dialect)
  }

  private var match: SQLText {
    let tests = matched.map { index -> SQLText in
      let column = layout.column(table.columns[index], dialect)
      return "\(sql: isMatchedExactly(index) ? column.name : column.text) = \(bind: .null)"
    }
    return tests.joined(by: " AND ")
  }

  /// Whether the row that is written is the one with an id of the same Unicode form: a table that others have made may
  /// have several.
  private func isMatchedExactly(_ index: Int) -> Bool {
    index == table.idColumn && !layout.hasPosition && SQLStorage(table.columns[index].type) == .string
  }

  /// The columns of ``matched`` whose values are bound in another form than they are stored in, which compares them.
  var compared: [Int: SQLColumn] {
    var columns: [Int: SQLColumn] = [:]
    for index in matched {
      let column = layout.column(table.columns[index], dialect)
      if column.hasComparableForm && !isMatchedExactly(index) { columns[index] = column }
    }
    return columns
  }
}
