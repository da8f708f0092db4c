#if SQLite
  package import MotionModelSQL

  extension SQLiteConnection {
    /// Returns the names of all tables, without those of SQLite.
    package func tableNames() throws(SQLError) -> [String] {
      let rows = try run(
        """
        SELECT \(name: "name") FROM sqlite_master WHERE \(name: "type") = 'table' AND \(name: "name") NOT LIKE 'sqlite\\_%' \
        ESCAPE '\\' ORDER BY \(name: "name")
        """)
      return (0..<rows.count).map { rows.text($0, 0) }
    }

    /// Returns a table as it is; nil if there is none.
    package func table(_ name: String) throws(SQLError) -> SQLTable? {
      let rows = try run(
        """
        SELECT \(names: ["name", "type", "notnull", "pk", "dflt_value", "hidden"]) FROM pragma_table_xinfo(\(bind: .text(name))) WHERE \
        \(name: "hidden") <> 1 ORDER BY \(name: "cid")
        """)
      if rows.count == 0 { return nil }
      let indexes = try self.indexes(of: name)
      let isCounted =
        try run("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = \(bind: .text(name))").text(0, 0)
        .uppercased().contains("AUTOINCREMENT")
      let unique = indexes.filter { $0.isUnique && !$0.isOfRule }.map(\.columns)
      let columns = (0..<rows.count).map { row -> SQLTable.Column in
        let (column, type) = (rows.text(row, 0), rows.text(row, 1))
        let expression = rows[row: row, column: 4] == .null ? nil : SQLExpression(toldBy: rows.text(row, 4))
        var made = SQLTable.Column(
          column, type: type.isEmpty ? nil : type, isRequired: rows[row: row, column: 2] != .integer(0),
          hasDefault: expression != nil, defaultExpression: expression, isKey: rows[row: row, column: 3] == .integer(1),
          isUnique: unique.contains([column]),
          collation: collation(ofColumn: column, in: name))
        if isCounted && made.isKey { made.sequence = name }
        made.isGenerated = rows[row: row, column: 5] != .integer(0)
        return made
      }
      var table = SQLTable(
        name, columns: columns, unique: unique.filter { $0.count > 1 },
        indexes: indexes.filter { !$0.isUnique || $0.isOfRule })
      table.foreignKeys = try foreignKeys(of: name)
      return table
    }

    /// Returns a foreign key that a row breaks.
    func brokenForeignKey() throws(SQLError) -> SQLError.Constraint? {
      let rows = try run("SELECT \(names: ["table", "fkid"]) FROM pragma_foreign_key_check LIMIT 1")
      guard rows.count > 0, case .integer(let number) = rows[row: 0, column: 1] else { return nil }
      let table = rows.text(0, 0)
      return SQLError.Constraint(.foreignKey, table: table, columns: try foreignKeys(of: table)[Int(number)].columns)
    }

    /// Returns the columns of a constraint, which SQLite does not keep.
    package func columns(of constraint: SQLError.Constraint) -> [String] { [] }

    private func foreignKeys(of table: String) throws(SQLError) -> [SQLTable.ForeignKey] {
      let rows = try run(
        """
        SELECT \(names: ["seq", "table", "from", "to", "on_delete", "on_update"]) FROM \
        pragma_foreign_key_list(\(bind: .text(table))) ORDER BY \(names: ["id", "seq"])
        """)
      var keys: [SQLTable.ForeignKey] = []
      for row in 0..<rows.count {
        let former = rows[row: row, column: 0] == .integer(0) ? nil : keys.popLast()
        // The key of the other table has no name here.
        let target = rows[row: row, column: 3] == .null ? [] : [rows.text(row, 3)]
        keys.append(
          SQLTable.ForeignKey(
            columns: (former?.columns ?? []) + [rows.text(row, 2)], table: rows.text(row, 1),
            targets: (former?.targets ?? []) + target, onDelete: .init(rawValue: rows.text(row, 4)) ?? .none,
            onUpdate: .init(rawValue: rows.text(row, 5)) ?? .none))
      }
      return keys
    }

    private func indexes(of table: String) throws(SQLError) -> [SQLTable.Index] {
      let rows = try run(
        """
        SELECT \(names: ["name", "unique"]) FROM pragma_index_list(\(bind: .text(table))) WHERE NOT \(name: "partial")
        """)
      var indexes: [SQLTable.Index] = []
      for row in 0..<rows.count {
        let name = rows.text(row, 0)
        let columns = try run(
          "SELECT \(name: "name") FROM pragma_index_info(\(bind: .text(name))) ORDER BY \(name: "seqno")")
        indexes.append(
          SQLTable.Index(
            name, columns: (0..<columns.count).map { columns.text($0, 0) },
            isUnique: rows[row: row, column: 1] == .integer(1)))
      }
      return indexes
    }

    /// Returns the columns of a constraint that SQLite names by them: `Page.title, Page.language`.
    package func uniqueColumns(of constraint: String, in table: String) throws(SQLError) -> Set<String>? {
      guard let found = try self.table(table) else { return nil }
      let groups = found.columns.map { [$0.name] } + found.unique + found.indexes.map(\.columns)
      return groups.first { $0.map { "\(table).\($0)" }.joined(separator: ", ") == constraint }.map { Set($0) }
    }
  }

  extension SQLError.Constraint {
    /// The constraint in `NOT NULL constraint failed: Page.title`.
    init(_ kind: Kind, column reason: String) {
      let names = reason.split(separator: ": ").last?.split(separator: ".", maxSplits: 1) ?? []
      self.init(kind, table: names.first.map { "\($0)" } ?? "", columns: names.dropFirst().map { "\($0)" })
    }
  }
#endif
