import MotionModel
import MotionModelInspector
import MotionModelSQL
import MotionModelValues

/// The tables of a database, in one state of it: its connection is in a transaction that only reads.
struct TableSource<Connection: SQLConnection>: CopySource {
  private let connection: Connection
  private let dialect: SQLDialect
  let models: [CopiedModel]

  /// - Parameters:
  ///   - only: The one table that is copied; nil for all.
  ///   - idColumn: The column with the ids, if a table has it and nothing else says it.
  init(_ connection: Connection, _ dialect: SQLDialect, only: String?, idColumn: String?) throws {
    (self.connection, self.dialect) = (connection, dialect)
    let names = try connection.tableNames().filter { !CopyNotes.isOwn($0) }
    if let only, !names.contains(only) { throw UsageError(unknown: "table", only, known: names) }
    let notes = try CopyNotes.read(connection, names)
    var models: [CopiedModel] = []
    for name in notes.keys(before: names) where only == nil || name == only {
      guard let table = try connection.table(name) else { continue }
      models.append(try Self.model(table, notes[name], idColumn, connection, dialect))
    }
    self.models = models
  }

  private static func model(
    _ table: SQLTable, _ noted: CopiedModel?, _ idColumn: String?, _ connection: Connection, _ dialect: SQLDialect
  ) throws -> CopiedModel {
    let found = table.columns.filter { $0.name != SQLTable.position }
    let known = (noted?.columns ?? []).filter { column in found.contains { $0.name == column.name } }
    let others = found.filter { column in !known.contains { $0.name == column.name } }
    var columns = known
    for column in others { columns.append(try Self.column(column, of: table, connection, dialect)) }
    let id = noted.map { $0.columns[$0.idPlace].name } ?? idColumn
    guard let place = idPlace(id, columns.map(\.name), table) else {
      throw UsageError("The table \(table.name) has no columns.")
    }
    var model = CopiedModel(name: table.name, columns: columns, idPlace: place)
    (model.version, model.nextNumber) = (noted?.version ?? 1, noted?.nextNumber ?? 1)
    if case .int = columns[place].type {
      let name = columns[place].name
      let rows = try connection.run("SELECT MAX(\(name: name)) FROM \(name: table.name)")
      if case .integer(let number) = rows[row: 0, column: 0], number < .max {
        model.nextNumber = max(model.nextNumber, Int(number) + 1)
      }
    }
    return model
  }

  /// Returns the place of the column with the ids: the one that is said, the primary key, `id`, the first unique one,
  /// or the first.
  private static func idPlace(_ name: String?, _ names: [String], _ table: SQLTable) -> Int? {
    let keys = table.columns.filter { $0.isKey }.map(\.name)
    let unique = table.columns.filter { $0.isUnique }.map(\.name)
    let candidates = [name].compactMap(\.self) + (keys.count == 1 ? keys : []) + ["id"] + unique
    return candidates.lazy.compactMap { names.firstIndex(of: $0) }.first ?? names.indices.first
  }

  /// Returns a column of which only the declaration, and in SQLite the values, are known.
  private static func column(
    _ column: SQLTable.Column, of table: SQLTable, _ connection: Connection, _ dialect: SQLDialect
  ) throws -> CopiedColumn {
    let declared = DeclaredType.type(of: column.type, in: dialect)
    guard dialect == .sqlite else { return CopiedColumn(column, type: declared) }
    // An adapter declares no type for numbers that may be NaN, which it stores as bytes.
    let isOfAdapter = table.columns.contains { $0.name == SQLTable.position }
    if column.type == nil && isOfAdapter { return CopiedColumn(column, type: .double) }
    switch try valueTypes(of: column, in: table, connection) {
    case []: return CopiedColumn(column, type: declared)
    case ["integer"]: return CopiedColumn(column, type: declared == .bool ? .bool : .int(bits: 64))
    case ["real"], ["real", "integer"]: return CopiedColumn(column, type: .double)
    case ["text"]: return CopiedColumn(column, type: .string)
    case ["blob"]: return CopiedColumn(column, type: .data)
    default:
      var copied = CopiedColumn(column.name, valuesOf: nil)
      copied.isPlain = true
      return copied
    }
  }

  /// Returns the names of the types that the values in a column of SQLite have.
  private static func valueTypes(
    of column: SQLTable.Column, in table: SQLTable, _ connection: Connection
  ) throws(SQLError) -> Set<String> {
    let rows = try connection.run(
      "SELECT DISTINCT typeof(\(name: column.name)) FROM \(name: table.name) WHERE \(name: column.name) IS NOT NULL")
    return Set((0..<rows.count).map { rows.text($0, 0) })
  }

  func rows(ofModel index: Int, _ body: ([[AttributeValue?]]) throws -> Void) throws {
    let model = models[index]
    let table = try connection.table(model.name)
    let hasPosition = table?.columns.contains { $0.name == SQLTable.position } == true
    let order = hasPosition ? SQLTable.position : model.columns[model.idPlace].name
    let select: SQLText =
      "SELECT \(names: model.columns.map(\.name)) FROM \(name: model.name) ORDER BY \(name: order)"
    var cursor = try connection.cursor(select)
    while let rows = try cursor.next() {
      try body((0..<rows.count).map { try values(rows[row: $0], of: model) })
    }
  }

  private func values(_ row: [SQLValue], of model: CopiedModel) throws(SQLError) -> [AttributeValue?] {
    var values: [AttributeValue?] = []
    values.reserveCapacity(model.columns.count)
    for (column, value) in zip(model.columns, row) {
      do throws(CastError) {
        values.append(try column.read(value, in: dialect))
      } catch {
        throw .unreadableValue(model: model.name, column: column.name, error)
      }
    }
    return values
  }
}

extension CopiedColumn {
  /// A column whose type is said by its table, unless that is any value.
  fileprivate init(_ column: SQLTable.Column, type: ColumnType?) {
    self.init(column.name, valuesOf: type)
    if let type { typeName = "\(type)\(column.isRequired || column.isKey ? "" : "?")" }
    isOptional = !column.isRequired
  }

  /// Returns a value of a row; nil for NULL.
  fileprivate func read(_ value: SQLValue, in dialect: SQLDialect) throws(CastError) -> AttributeValue? {
    if value == .null { return nil }
    return isPlain ? SQLStorage.plain(value) : try cast(try SQLStorage(type).attribute(value, in: dialect))
  }
}
