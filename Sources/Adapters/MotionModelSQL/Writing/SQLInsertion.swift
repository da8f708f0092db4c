import MotionModel
package import MotionModelValues

/// Inserts rows of untyped values, as a copy does that does not know the type of the model.
package struct SQLInsertion {
  private let layout: SQLLayout
  private let writing: SQLWriting
  private let storages: [SQLStorage]
  private let dialect: SQLDialect

  package init(_ layout: SQLLayout, in dialect: SQLDialect) {
    (self.layout, self.dialect) = (layout, dialect)
    writing = SQLWriting(layout, in: dialect)
    storages = layout.form.columns.map { SQLStorage($0.type) }
  }

  /// Inserts rows, behind those that are there. A transaction is open.
  ///
  /// - Parameter rows: For each column a value of its type, or null.
  /// - Returns: How many dates of each column were rounded, because the table keeps fewer digits of them.
  package func insert(_ rows: [[AttributeValue]], in connection: some SQLConnection) throws(SQLError) -> [String: Int] {
    let kept = writing.mapped.map { (column: $0, place: $0) }
    var (writes, rounded) = (SQLRowWrites(writing.insertion(), kept: kept), [String: Int]())
    writes.batch.bindings.reserve(rowCount: rows.count)
    for row in rows {
      for (index, value) in row.enumerated() {
        writes.batch.bindings.append(try bound(value, index))
        if isRounded(value, index) { rounded[layout.form.columns[index].name, default: 0] += 1 }
      }
    }
    let result: SQLBatchResult
    do throws(SQLBatchFailure) {
      result = try connection.run(writes.batch)
    } catch {
      throw error.error
    }
    try layout.raiseSequence(over: writes.batch.bindings, in: connection, dialect)
    try writes.checkKept(result.rows, in: layout)
    return rounded
  }

  private func isRounded(_ value: AttributeValue, _ index: Int) -> Bool {
    guard case .date(let date) = value, let rounding = layout.mapped[index]?.rounding else { return false }
    return rounding(date) != date
  }

  private func bound(_ value: AttributeValue, _ index: Int) throws(SQLError) -> SQLValue {
    do throws(CastError) {
      let bound = try storages[index].value(value, in: dialect)
      return try layout.mapped[index]?.value(bound, storages[index]) ?? bound
    } catch {
      throw .unwritableValue(model: layout.form.model, column: layout.form.columns[index].name, error)
    }
  }
}
