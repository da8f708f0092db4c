import MotionModel
import MotionModelInspector
import MotionModelSQL
import MotionModelValues

/// How many models and records were copied.
struct CopyCounts {
  var models = 0
  var records = 0
  /// How many dates were rounded, by the names of models and columns.
  var rounded: [String: Int] = [:]
}

/// The tables of a database to which models are copied. Its connection is in a transaction.
struct TableTarget<Connection: SQLConnection> {
  let connection: Connection
  let dialect: SQLDialect
  /// What the database is called in messages.
  let name: String
  /// Whether rows that are there are deleted.
  let isReplacing: Bool

  /// Writes models to their tables, which are made if they are not there.
  func write(_ source: some CopySource) throws -> CopyCounts {
    try CopyNotes.create(in: connection)
    var counts = CopyCounts()
    for (index, copied) in source.models.enumerated() {
      if CopyNotes.isOwn(copied.name) {
        throw SQLError.noTable(model: copied.name, reason: "names with motionmodel_ are of tables of the tool")
      }
      let model = copied.adopting(try connection.table(copied.name), in: dialect)
      let insertion = SQLInsertion(try emptied(model), in: dialect)
      try source.rows(ofModel: index) { rows in
        let rounded = try insertion.insert(try rows.map { try values($0, of: model) }, in: connection)
        for (column, count) in rounded { counts.rounded["\(model.name).\(column)", default: 0] += count }
        counts.records += rows.count
      }
      try CopyNotes.write(model, in: connection)
      counts.models += 1
    }
    return counts
  }

  /// Returns the table of a model, which has no rows.
  private func emptied(_ model: CopiedModel) throws -> SQLLayout {
    let layout = try SQLLayout.prepared(model.form, in: connection, dialect)
    if isReplacing {
      try connection.run("DELETE FROM \(name: model.name)")
    } else if try connection.run("SELECT 1 FROM \(name: model.name) LIMIT 1").count > 0 {
      throw UsageError("The table \(model.name) of \(name) has rows: replace them with --force.")
    }
    return layout
  }

  private func values(_ row: [AttributeValue?], of model: CopiedModel) throws(SQLError) -> [AttributeValue] {
    var values: [AttributeValue] = []
    values.reserveCapacity(row.count)
    for (column, value) in zip(model.columns, row) {
      do throws(CastError) {
        values.append(try column.cast(value))
      } catch {
        throw .unwritableValue(model: model.name, column: column.name, error)
      }
    }
    return values
  }
}

extension StoreDocument {
  /// The content of a file with all that a source has.
  init(_ source: some CopySource) throws {
    self.init()
    for (index, copied) in source.models.enumerated() {
      var model = try StoreDocument.Table(copied)
      // All rows share the names of the columns of this one.
      let empty = model.rows[0]
      model.rows.removeAll()
      try source.rows(ofModel: index) { rows in
        for values in rows {
          var row = empty
          for (column, value) in zip(copied.columns, values) where value != nil { row[column.name] = value }
          model.rows.append(row)
        }
      }
      models.append(model)
    }
  }
}

extension StoreDocument.Table {
  /// A model with one row without values.
  fileprivate init(_ model: CopiedModel) throws {
    var columns = model.columns.map(\.document)
    let id = columns[model.idPlace].name
    // A file says which column has the ids where it is not the first and not called so.
    let isNamed = id != "id" && model.idPlace != 0 && !columns.contains { $0.name == "id" }
    if isNamed { columns[model.idPlace].name = "id" }
    self.init(model.name, version: model.version, columns: columns, rows: [[:]], nextNumber: model.nextNumber)
    if isNamed { try rename("id", to: id) }
  }
}
