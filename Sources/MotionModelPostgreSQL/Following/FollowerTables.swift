#if PostgreSQL
  import MotionModel
  import MotionModelSQL

  /// Prepares the tables that are followed, and reads them.
  struct FollowerTables {
    let replica: Replica
    let pool: PostgreSQLPool
    /// Connections whose statements may take long.
    let filling: PostgreSQLPool
    let keeper: SQLKeeper<PostgreSQLPool>
    /// The name of the slot and of the publication.
    let name: String

    private var forms: [any FollowedTable] { replica.models.map(\.table) }

    /// Creates tables that are not there, the publication, and lets the log have the ids of old rows.
    func prepare() throws {
      for table in forms { _ = try Self.layout(of: table, in: keeper) }
      try pool.transaction(isDefining: true) { connection in
        for table in forms { try identify(table, in: connection) }
        let names = forms.map { table -> SQLText in "\(name: table.form.model)" }
        let known = try connection.run("SELECT 1 FROM pg_publication WHERE pubname = \(bind: .text(name))")
        if known.count == 0 {
          try connection.run("CREATE PUBLICATION \(name: name) FOR TABLE \(sql: names, separator: ", ")")
        }
      }
    }

    private static func layout(
      of table: some FollowedTable, in keeper: SQLKeeper<PostgreSQLPool>
    ) throws(SQLError) -> SQLLayout {
      func layout<Record: Model>(_ model: Record.Type) throws(SQLError) -> SQLLayout { try keeper.table(of: model) }
      return try layout(table.model)
    }

    /// Lets the log have the id of each row that is updated or deleted, and all columns if these decide whether a row is
    /// followed.
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

    /// Drops the slot, so that the server forgets the log that it keeps for it.
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

    /// Returns a position that is not before any commit that has returned by now.
    func latestCommit() throws(SQLError) -> FollowedCommit {
      try pool.read { connection throws(SQLError) in
        // Without a wait for the disk, a commit returns before it is flushed.
        let rows = try connection.run(
          """
          SELECT CAST(CASE WHEN current_setting('synchronous_commit') = 'off' THEN pg_current_wal_insert_lsn() \
          ELSE pg_current_wal_flush_lsn() END AS text)
          """)
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
