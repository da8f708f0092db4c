#if PostgreSQL
  package import MotionModelSQL

  extension PostgreSQLConnection {
    /// Returns the names of the tables in the schema in which tables are made.
    package func tableNames() throws(SQLError) -> [String] {
      let rows = try run(
        """
        SELECT relname FROM pg_class WHERE relnamespace = to_regnamespace(quote_ident(current_schema())) \
        AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname
        """)
      return (0..<rows.count).map { rows.text($0, 0) }
    }

    /// Returns a table as it is; nil if there is none on the search path.
    package func table(_ name: String) throws(SQLError) -> SQLTable? {
      let rows = try run(
        """
        SELECT a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, \
        COALESCE(pg_get_expr(d.adbin, d.adrelid), CAST(a.attidentity AS text)), a.attgenerated <> '', \
        a.attidentity = 'a', CAST(CAST(COALESCE((SELECT s.refobjid FROM pg_depend AS s JOIN pg_class AS c ON \
        c.oid = s.refobjid AND c.relkind = 'S' WHERE s.classid = CAST('pg_attrdef' AS regclass) AND s.objid = d.oid LIMIT 1), \
        (SELECT s.objid FROM pg_depend AS s JOIN pg_class AS c ON c.oid = s.objid AND c.relkind = 'S' WHERE \
        s.classid = CAST('pg_class' AS regclass) AND s.refclassid = CAST('pg_class' AS regclass) AND \
        s.refobjid = a.attrelid AND s.refobjsubid = a.attnum AND s.deptype = 'i' LIMIT 1)) AS regclass) AS text) \
        FROM pg_attribute AS a LEFT JOIN pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum \
        WHERE a.attrelid = to_regclass(quote_ident(\(bind: .text(name)))) AND a.attnum > 0 AND NOT a.attisdropped \
        ORDER BY a.attnum
        """)
      if rows.count == 0 { return nil }
      let indexes = try self.indexes(of: name)
      // One without regard to case keeps more than equal values apart.
      let unique = indexes.map(\.index).filter { $0.isUnique && !$0.isOfRule && !$0.ignoresCase }.map(\.columns)
      let keys = indexes.filter(\.isPrimary).map(\.index.columns)
      let columns = (0..<rows.count).map { row -> SQLTable.Column in
        let column = rows.text(row, 0)
        var made = SQLTable.Column(
          column, type: Self.declaredType(rows.text(row, 1), default: rows.text(row, 3)),
          isRequired: rows[row: row, column: 2] == .integer(1), hasDefault: !rows.text(row, 3).isEmpty,
          isKey: keys.contains([column]),
          isUnique: unique.contains([column]))
        made.isGenerated = rows[row: row, column: 4] == .integer(1)
        made.isAlwaysIdentity = rows[row: row, column: 5] == .integer(1)
        made.sequence = rows[row: row, column: 6] == .null ? nil : rows.text(row, 6)
        return made
      }
      return SQLTable(
        name, columns: columns, unique: unique.filter { $0.count > 1 },
        indexes: indexes.map(\.index).filter { !$0.isUnique || $0.isOfRule })
    }

    /// Returns the type as declarations name it.
    private static func declaredType(_ type: String, default value: String) -> String {
      if type == "bigint" && value.hasPrefix("nextval(") { return "bigserial" }
      // A numeric with a scale of 0 is declared without it.
      return type.hasPrefix("numeric(") ? type.replacing(",0)", with: ")") : type
    }

    /// Returns the indexes that cover all rows, with the columns whose values or composed forms they have.
    private func indexes(of table: String) throws(SQLError) -> [(index: SQLTable.Index, isPrimary: Bool)] {
      let rows = try run(
        """
        SELECT c.relname, i.indisunique, i.indisprimary, k.number, COALESCE(a.attname, ''), \
        pg_get_indexdef(i.indexrelid, CAST(k.number AS integer), FALSE) FROM pg_index AS i \
        JOIN pg_class AS c ON c.oid = i.indexrelid \
        CROSS JOIN LATERAL unnest(CAST(i.indkey AS smallint[])) WITH ORDINALITY AS k (attribute, number) \
        LEFT JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = k.attribute AND k.attribute > 0 \
        WHERE i.indrelid = to_regclass(quote_ident(\(bind: .text(table)))) AND i.indpred IS NULL AND i.indisvalid \
        AND k.number <= i.indnkeyatts ORDER BY c.relname, k.number
        """)
      var indexes: [(index: SQLTable.Index, isPrimary: Bool)] = []
      for row in 0..<rows.count {
        let (name, expression) = (rows.text(row, 4), rows.text(row, 5))
        let caseless = name.isEmpty ? Self.argument(of: "lower", in: expression) : nil
        let column = name.isEmpty ? Self.composedColumn(caseless ?? expression) : name
        let former = rows[row: row, column: 3] == .integer(1) ? nil : indexes.popLast()
        let index = SQLTable.Index(
          rows.text(row, 0), columns: (former?.index.columns ?? []) + [column],
          isUnique: rows[row: row, column: 1] == .integer(1), ignoresCase: caseless != nil)
        indexes.append((index, rows[row: row, column: 2] == .integer(1)))
      }
      // An index of something else than columns.
      return indexes.filter { !$0.index.columns.contains("") }
    }

    /// Returns the name of the column in `NORMALIZE(title)`, or in `(NORMALIZE(title) COLLATE "C")`; empty for any
    /// other expression.
    private static func composedColumn(_ expression: String) -> String {
      var expression = expression[...]
      while expression.hasPrefix("(") && expression.hasSuffix(")") { expression = expression.dropFirst().dropLast() }
      let collation = #" COLLATE "C""#
      if expression.hasSuffix(collation) { expression = expression.dropLast(collation.count) }
      guard let name = argument(of: "normalize", in: String(expression)) else { return "" }
      guard name.hasPrefix("\""), name.hasSuffix("\""), name.count > 1 else {
        return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" } ? name : ""
      }
      return String(name.dropFirst().dropLast()).replacing("\"\"", with: "\"")
    }

    /// Returns what is in the parentheses of a call of a function; nil for another expression.
    private static func argument(of function: String, in expression: String) -> String? {
      guard expression.lowercased().hasPrefix("\(function)("), expression.hasSuffix(")") else { return nil }
      return String(expression.dropFirst(function.count + 1).dropLast())
    }

    /// Returns the columns of a constraint.
    package func columns(of constraint: SQLError.Constraint) throws(SQLError) -> [String] {
      let rows = try run(
        """
        SELECT a.attname FROM pg_constraint AS c \
        CROSS JOIN LATERAL unnest(c.conkey) WITH ORDINALITY AS k (attribute, number) \
        JOIN pg_attribute AS a ON a.attrelid = c.conrelid AND a.attnum = k.attribute \
        WHERE c.conrelid = to_regclass(quote_ident(\(bind: .text(constraint.table)))) \
        AND c.conname = \(bind: .text(constraint.name)) ORDER BY k.number
        """)
      return (0..<rows.count).map { rows.text($0, 0) }
    }

    /// Returns the columns of a unique index.
    package func uniqueColumns(of constraint: String, in table: String) throws(SQLError) -> Set<String>? {
      try indexes(of: table).first { $0.index.name == constraint && $0.index.isUnique && !$0.index.ignoresCase }.map {
        Set($0.index.columns)
      }
    }
  }
#endif
