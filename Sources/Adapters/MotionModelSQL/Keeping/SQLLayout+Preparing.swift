package import MotionModel
import MotionModelValues

extension SQLLayout {
  /// Returns the layout of a table, which is created if it is not there. One that cannot be used is refused.
  ///
  /// - Parameter plan: What creates the table; nil to create it without foreign keys.
  package static func prepared(
    _ form: TableForm, by plan: SQLTablePlan? = nil, in connection: some SQLConnection, _ dialect: SQLDialect
  ) throws(SQLError) -> SQLLayout {
    if let found = try found(form, in: connection, dialect) { return found }
    let wanted = try SQLTablePlan.table(form, in: dialect)
    let statements =
      try plan?.migration(in: connection).statements ?? SQLMigration(to: wanted, from: nil, in: dialect).statements
    for statement in statements { try connection.run(statement) }
    var layout = SQLLayout(form)
    if form.countsIDs { layout.idSequence = try connection.table(wanted.name)?.idSequence(of: form, in: dialect) }
    return layout
  }

  /// Returns the layout of a table; nil if there is none. One that cannot be used is refused.
  static func found(
    _ form: TableForm, in connection: some SQLConnection, _ dialect: SQLDialect
  ) throws(SQLError) -> SQLLayout? {
    let wanted = try SQLTablePlan.table(form, in: dialect)
    guard let found = try connection.table(wanted.name) else { return nil }
    if let reason = found.obstacle(to: form, in: dialect) { throw .unsuitableTable(model: wanted.name, reason: reason) }
    let all = wanted.differences(from: found)
    let differences = all.filter { $0.isFatal && $0 != .missingColumn(SQLTable.position) }
    if !differences.isEmpty {
      throw .otherTable(model: wanted.name, differences: differences.map(\.description))
    }
    let mapped = try mapped(all, form, found, in: connection, dialect)
    var layout = SQLLayout(form, hasPosition: found.hasPosition, mapped: mapped)
    layout.idSequence = found.idSequence(of: form, in: dialect)
    layout.overridesIdentity = form.columns.contains { column in
      found.columns.contains { $0.name == column.name && $0.isAlwaysIdentity }
    }
    try layout.checkRows(of: found, in: connection, dialect)
    return layout
  }

  /// Returns the columns that others have declared with other types.
  private static func mapped(
    _ differences: [SQLDifference], _ form: TableForm, _ found: SQLTable, in connection: some SQLConnection,
    _ dialect: SQLDialect
  ) throws(SQLError) -> [Int: SQLMappedType] {
    var mapped: [Int: SQLMappedType] = [:]
    for case .otherType(let name, _, let type?) in differences {
      guard let column = form.columns.first(where: { $0.name == name }), SQLStorage(column.type) != .json else {
        continue
      }
      switch dialect {
      case .postgresql: mapped[column.index] = SQLMappedType(SQLStorage(column.type), type)
      case .sqlite:
        let rows = try connection.run(
          "SELECT typeof(\(name: name)) FROM \(name: form.model) WHERE \(name: name) IS NOT NULL LIMIT 1")
        let hasNumbers = rows.count > 0 && ["integer", "real"].contains(rows.text(0, 0))
        mapped[column.index] = SQLMappedType(SQLStorage(column.type), SQLiteAffinity(type), hasNumbers: hasNumbers)
      }
    }
    if dialect == .sqlite && !found.hasPosition {
      for column in form.columns where SQLStorage(column.type) == .uuid {
        mapped[column.index] = .uuidText(in: .sqlite)
      }
    }
    return mapped
  }

  /// Refuses rows that no record of memory is, where a statement finds them fast, and values that memory reads as
  /// others than SQL does.
  private func checkRows(
    of found: SQLTable, in connection: some SQLConnection, _ dialect: SQLDialect
  ) throws(SQLError) {
    let id = form.columns[form.idColumn]
    if isComparable(id), let none = SQLStorage(id.type).unassigned {
      // Each is what the index has: the adapter's own has strings as they are compared.
      let ids: SQLText = hasPosition ? column(id, dialect).text : "\(name: id.name)"
      let rows = try connection.run("SELECT 1 FROM \(name: form.model) WHERE \(sql: ids) = \(bind: none) LIMIT 1")
      if rows.count > 0 {
        throw .unsuitableTable(
          model: form.model,
          reason: """
            a row has in "\(id.name)" the value of a record that was never saved, 0 or nothing: give it another id
            """)
      }
    }
    if dialect != .sqlite { return }
    for column in form.columns where SQLStorage(column.type) == .boolean {
      if found.columns.first(where: { $0.name == column.name })?.type?.uppercased() == "INTEGER" { continue }
      let rows = try connection.run(
        "SELECT 1 FROM \(name: form.model) WHERE \(name: column.name) NOT IN (0, 1) LIMIT 1")
      if rows.count > 0 {
        throw .unsuitableTable(
          model: form.model,
          reason: "its column \"\(column.name)\" has other values than 0 and 1: change them by an UPDATE")
      }
    }
  }

  /// Lets the sequence of the ids begin behind those that were inserted, so that the rows of other programs get others.
  ///
  /// - Parameters:
  ///   - rows: What was bound to the statement that inserts.
  ///   - given: The greatest number that the sequence has given here.
  func raiseSequence(
    over rows: SQLRows, besides given: Int = .min, in connection: some SQLConnection, _ dialect: SQLDialect
  ) throws(SQLError) {
    guard let idSequence else { return }
    let ids = (0..<rows.count).compactMap { row -> Int64? in
      if case .integer(let id) = rows[row: row, column: form.idColumn] { id } else { nil }
    }
    guard let greatest = ids.max(), greatest > given else { return }
    if dialect == .sqlite {
      let name = SQLValue.text(idSequence)
      let rows = try connection.run(
        "UPDATE sqlite_sequence SET seq = max(seq, \(bind: .integer(greatest))) WHERE name = \(bind: name)")
      if rows.changeCount == 0 {
        try connection.run(
          "INSERT INTO sqlite_sequence (name, seq) VALUES (\(bind: name), \(bind: .integer(greatest)))")
      }
      return
    }
    let (sequence, id): (SQLText, SQLText) = (
      "CAST(\(bind: .text(idSequence)) AS regclass)", "CAST(\(bind: .integer(greatest)) AS bigint)"
    )
    try connection.run(
      """
      SELECT setval(\(sql: sequence), \(sql: id)) WHERE \(sql: id) > COALESCE(pg_sequence_last_value(\(sql: sequence)), 0)
      """)
  }

  /// Throws if the database stored another value than was bound, such as a rounded number.
  ///
  /// - Parameters:
  ///   - written: Columns, and the values that were bound for them.
  ///   - kept: What the database has returned of these columns.
  func checkKept(_ written: [(column: Int, value: SQLValue)], _ kept: [SQLValue]) throws(SQLError) {
    for ((index, value), kept) in zip(written, kept) {
      let column = form.columns[index]
      if mapped[index]?.isKept(kept, of: value, SQLStorage(column.type)) ?? true { continue }
      let error = CastError(expected: "a value that fits the column of the table", found: "one that it changes")
      throw .unwritableValue(model: form.model, column: column.name, error)
    }
  }
}

extension SQLTable {
  /// Returns the sequence from which new rows get their ids; nil if there is none.
  fileprivate func idSequence(of form: TableForm, in dialect: SQLDialect) -> String? {
    if !form.countsIDs { return nil }
    switch dialect {
    case .postgresql: return columns.first { $0.name == form.columns[form.idColumn].name }?.sequence
    // The adapter's own tables count rows and ids each for themselves.
    case .sqlite:
      let counted = columns.first { $0.sequence != nil }?.sequence
      return hasPosition ? counted.map { "\($0).\(form.columns[form.idColumn].name)" } : counted
    }
  }
}

extension SQLStorage {
  /// The id of a record that was never saved; nil if it is not known here.
  fileprivate var unassigned: SQLValue? {
    switch self {
    case .integer, .unsigned: .integer(0)
    case .string: .text("")
    case .uuid: .text("00000000-0000-0000-0000-000000000000")
    default: nil
    }
  }
}
