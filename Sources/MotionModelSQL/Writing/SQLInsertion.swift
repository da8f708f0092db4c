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
  package func insert(_ rows: [[AttributeValue]], in connection: some SQLConnection) throws(SQLError) {
    var values: [[SQLValue]] = []
    values.reserveCapacity(rows.count)
    for row in rows { values.append(try bound(row)) }
    var texts = SQLWriteTexts(writing, in: dialect)
    let results: [SQLRows]
    do throws(SQLBatchFailure) {
      results = try connection.run(batch: values.map { texts.insertion($0) })
    } catch {
      throw error.error
    }
    if writing.mapped.isEmpty { return }
    for (row, result) in zip(values, results) { try layout.checkKept(writing.mapped, of: row, result) }
  }

  private func bound(_ row: [AttributeValue]) throws(SQLError) -> [SQLValue] {
    var values: [SQLValue] = []
    values.reserveCapacity(row.count)
    for (index, value) in row.enumerated() {
      do throws(CastError) {
        let bound = try storages[index].value(value, in: dialect)
        values.append(try layout.mapped[index]?.value(bound, storages[index]) ?? bound)
      } catch {
        throw .unwritableValue(model: layout.form.model, column: layout.form.columns[index].name, error)
      }
    }
    return values
  }
}
