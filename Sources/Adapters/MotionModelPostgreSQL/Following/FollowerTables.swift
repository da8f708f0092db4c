#if PostgreSQL
  import MotionModel
  import MotionModelSQL
  import MotionModelValues

  /// Prepares the tables that are followed, and reads them.
  struct FollowerTables {
    let replica: Replica
    let pool: PostgreSQLPool
    /// Connections whose statements may take long.
    let filling: PostgreSQLPool
    let keeper: SQLKeeper
    /// The name of the slot and of the publication.
    let name: String
    /// The columns of the tables, as they were when the publication was made.
    private let known = Locked("")

    init(
      replica: Replica, pool: PostgreSQLPool, filling: PostgreSQLPool, keeper: SQLKeeper, name: String
    ) {
      (self.replica, self.pool, self.filling, self.keeper, self.name) = (replica, pool, filling, keeper, name)
    }

    private var forms: [any FollowedTable] { replica.models.map(\.table) }

    /// Makes the publication have the tables, and lets the log have the ids of old rows.
    ///
    /// - Parameter creates: Whether tables that are not there are created.
    func prepare(creates: Bool) throws {
      keeper.forgetTables()
      if !creates { for table in forms { try checkExistence(of: table.form) } }
      for table in forms { _ = try Self.layout(of: table, in: keeper) }
      try pool.defining { connection in
        for table in forms {
          try Self.check(table.form, in: connection)
          try identify(table, in: connection)
        }
        let names = forms.map { table -> SQLText in "\(name: table.form.model)" }
        let isMade = try connection.run("SELECT 1 FROM pg_publication WHERE pubname = \(bind: .text(name))").count > 0
        let tables: SQLText = isMade ? "SET TABLE" : "FOR TABLE"
        try connection.run(
          """
          \(sign: isMade ? "ALTER" : "CREATE") PUBLICATION \(name: name) \(sql: tables) \(sql: names, separator: ", ")
          """)
      }
      let columns = try pool.read { connection throws(SQLError) in
        try connection.run("SELECT \(sql: publishedColumns)").text(0, 0)
      }
      known.withLock { $0 = columns }
    }

    /// Refuses a table that is not there for now: another program may be about to make it again.
    private func checkExistence(of form: TableForm) throws(SQLError) {
      let rows = try pool.read { connection throws(SQLError) in
        try connection.run("SELECT to_regclass(quote_ident(\(bind: .text(form.model)))) IS NOT NULL")
      }
      if rows.values != [.integer(1)] {
        throw .refused(statement: "SELECT … FROM \"\(form.model)\"", code: "42P01", reason: "the table is not there")
      }
    }

    /// Refuses a table whose rows the log names by other tables.
    private static func check(_ form: TableForm, in connection: PostgreSQLConnection) throws(SQLError) {
      let rows = try connection.run(
        """
        SELECT CAST(relkind AS text), EXISTS (SELECT 1 FROM pg_inherits WHERE inhparent = pg_class.oid) FROM pg_class \
        WHERE oid = to_regclass(quote_ident(\(bind: .text(form.model))))
        """)
      if rows.count == 0 { return }
      let reason: String
      switch (rows.text(0, 0), rows[row: 0, column: 1]) {
      case ("p", _):
        reason = "it is partitioned, and the log has the names of the partitions: follow these by models of theirs"
      case ("r", .integer(0)): return
      case ("r", _):
        reason = "other tables inherit from it, and the log has the names of these: follow each by a model of its own"
      default:
        reason = "it is no table of rows, and the log has nothing of it: follow the tables from which it reads"
      }
      throw .unsuitableTable(model: form.model, reason: reason)
    }

    /// The columns of the tables that have the names of the models and are in the publication, each with the
    /// transaction that has changed it last: a table that was made again or replaced has others, and so has one with
    /// another type.
    private var publishedColumns: SQLText {
      let tests = forms.map { table -> SQLText in
        """
        (a.attrelid = to_regclass(quote_ident(\(bind: .text(table.form.model)))) AND a.attname IN \
        (\(bind: table.form.columns.map { .text($0.name) })))
        """
      }
      return """
        COALESCE((SELECT string_agg(concat_ws(' ', a.attrelid, a.attnum, a.xmin), ',' ORDER BY a.attrelid, a.attnum) \
        FROM pg_attribute AS a JOIN pg_publication_rel AS r ON r.prrelid = a.attrelid JOIN pg_publication AS p \
        ON p.oid = r.prpubid WHERE p.pubname = \(bind: .text(name)) AND (\(sql: tests, separator: " OR "))), '')
        """
    }

    private static func layout(
      of table: some FollowedTable, in keeper: SQLKeeper
    ) throws(SQLError) -> SQLLayout {
      func layout<Record: Model>(_ model: Record.Type) throws(SQLError) -> SQLLayout { try keeper.table(of: model) }
      return try layout(table.model)
    }

    /// Lets the log have the id of each row that is updated or deleted, and all columns if these decide whether a row
    /// is followed.
    private func identify(_ table: any FollowedTable, in connection: PostgreSQLConnection) throws(SQLError) {
      let form = table.form
      let rows = try connection.run(
        """
        SELECT c.relreplident, COALESCE(i.relname, ''), COALESCE((c.relreplident = 'd' AND x.indisprimary) OR \
        (c.relreplident = 'i' AND x.indisreplident), FALSE) FROM pg_class AS c \
        LEFT JOIN (pg_index AS x JOIN pg_attribute AS a ON a.attrelid = x.indrelid AND a.attnum = x.indkey[0] \
        AND a.attname = \(bind: .text(form.columns[form.idColumn].name)) AND a.attnotnull \
        JOIN pg_class AS i ON i.oid = x.indexrelid) ON x.indrelid = c.oid AND x.indisunique AND x.indimmediate \
        AND x.indisvalid AND x.indpred IS NULL AND x.indnkeyatts = 1 \
        WHERE c.oid = to_regclass(quote_ident(\(bind: .text(form.model)))) ORDER BY 3 DESC LIMIT 1
        """)
      if rows.count == 0 || rows.text(0, 0) == "f" { return }
      let (index, isIdentified) = (rows.text(0, 1), rows[row: 0, column: 2] == .integer(1))
      if index.isEmpty || table.hasCondition {
        try connection.run("ALTER TABLE \(name: form.model) REPLICA IDENTITY FULL")
      } else if !isIdentified {
        try connection.run("ALTER TABLE \(name: form.model) REPLICA IDENTITY USING INDEX \(name: index)")
      }
    }

    /// Reads the rows of all tables as they were when a snapshot was exported.
    ///
    /// - Parameter take: Receives some of the rows of a model at a time.
    func read(in snapshot: String, _ take: (_ model: Int, _ rows: SQLRows) throws -> Void) throws {
      var selects: [SQLText] = []
      for table in forms {
        selects.append(table.select(from: try Self.layout(of: table, in: keeper), in: .postgresql, replica.store))
      }
      try filling.reading(snapshot) { connection in
        for (model, select) in selects.enumerated() {
          var cursor = try connection.cursor(select)
          while let rows = try cursor.next() { try take(model, rows) }
        }
      }
    }

    /// Returns the type that a domain is made of; any other type itself.
    func baseType(of type: UInt32) throws(SQLError) -> UInt32 {
      // The numbers of types that are built in.
      if type < 16_384 { return type }
      let rows = try pool.read { connection throws(SQLError) in
        try connection.run(
          """
          WITH RECURSIVE types AS (SELECT oid, typbasetype FROM pg_type WHERE oid = CAST(\(bind: .integer(Int64(type))) AS oid) \
          UNION ALL SELECT t.oid, t.typbasetype FROM types AS d JOIN pg_type AS t ON t.oid = d.typbasetype) \
          SELECT oid FROM types WHERE typbasetype = 0
          """)
      }
      guard rows.count > 0, case .integer(let base) = rows[row: 0, column: 0] else { return type }
      return UInt32(truncatingIfNeeded: base)
    }

    /// Drops the slot, so that the server removes the log that it keeps for the slot.
    func dropSlot() throws(SQLError) {
      try pool.read { connection throws(SQLError) in
        _ = try connection.run(
          """
          SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = \(bind: .text(name))
          """)
      }
    }

    /// Drops the publication.
    func dropPublication() throws(SQLError) {
      try pool.read { connection throws(SQLError) in
        _ = try connection.run("DROP PUBLICATION IF EXISTS \(name: name)")
      }
    }

    /// Returns a position that is not before any commit that has returned by now. If the tables are others than those
    /// that have filled the store, it has to be filled again.
    func latestCommit() throws(SQLError) -> FollowedCommit {
      try pool.read { connection throws(SQLError) in
        // Without a wait for the disk, a commit returns before it is flushed.
        let rows = try connection.run(
          """
          SELECT CAST(CASE WHEN current_setting('synchronous_commit') = 'off' THEN pg_current_wal_insert_lsn() \
          ELSE pg_current_wal_flush_lsn() END AS text), \(sql: publishedColumns)
          """)
        if rows.text(0, 1) != known.withLock({ $0 }) {
          replica.doubt("a table was replaced, changed, or taken out of the publication, so the store is filled again")
        }
        guard let position = FollowedCommit(rows.text(0, 0)) else {
          throw .refused(statement: "pg_current_wal_flush_lsn()", code: "", reason: "no position")
        }
        return position.withoutPageHeader
      }
    }
  }

  extension FollowedCommit {
    /// Reads a position as PostgreSQL writes it: `0/16B3748`.
    init?(_ text: String) {
      let parts = text.split(separator: "/")
      guard parts.count == 2, let high = UInt32(parts[0], radix: 16), let low = UInt32(parts[1], radix: 16) else {
        return nil
      }
      self.init(position: UInt64(high) << 32 | UInt64(low))
    }

    /// The end of the latest record where the log ends with the head of a page, which no record follows yet.
    fileprivate var withoutPageHeader: Self {
      let place = position % 8192
      return place == 24 || place == 40 ? Self(position: position - place) : self
    }
  }
#endif
