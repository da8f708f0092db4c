#if SQLite
  import MotionModel
  import MotionModelSQL

  /// The table in which triggers note the ids of rows that change, whichever program changes them.
  ///
  /// A row of a model is there once, with the number of its latest change, so the table does not grow with the number
  /// of changes.
  struct SQLiteChangeTable {
    static let name = "motionmodel_changes"

    let replica: Replica
    let database: SQLiteDatabase
    let keeper: SQLKeeper

    private var tables: [any FollowedTable] { replica.models.map(\.table) }

    // MARK: - Preparing

    /// Creates the tables of the models, the table of changes and the triggers, as far as they do not exist.
    func prepare() throws {
      for table in tables { _ = try layout(of: table) }
      try database.defining { connection in
        try connection.run(
          """
          CREATE TABLE IF NOT EXISTS \(name: Self.name) (\(name: "number") INTEGER PRIMARY KEY AUTOINCREMENT, \
          \(name: "model") TEXT NOT NULL, \(name: "id"), UNIQUE (\(name: "model"), \(name: "id")))
          """)
        for table in tables {
          for event in Self.events { try prepareTrigger(event, on: table.form, in: connection) }
        }
      }
    }

    /// Creates a trigger, unless there is one with the same text. That of an earlier version is replaced.
    private func prepareTrigger(
      _ event: Event, on form: TableForm, in connection: SQLiteConnection
    ) throws(SQLError) {
      let (name, trigger) = ("\(Self.name) \(form.model) \(event.name)", Self.trigger(event, on: form))
      let found = try connection.run(
        "SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = \(bind: .text(name))")
      let text = "CREATE TRIGGER \(name: name) \(sql: trigger)" as SQLText
      if found.count > 0 && found.text(0, 0) == text.statement(in: .sqlite).text { return }
      if found.count > 0 { try connection.run("DROP TRIGGER \(name: name)") }
      try connection.run(text)
    }

    private static func trigger(_ event: Event, on form: TableForm) -> SQLText {
      let id = form.columns[form.idColumn].name
      let notes = event.rows.map { row -> SQLText in
        // NB: A conflict clause of ours would give way to that of the statement that fires the trigger. The sign takes
        // the affinity from an id, with which SQLite would not use the index of the notes, whose ids have no type.
        """
        DELETE FROM \(name: name) WHERE \(name: "model") = \(literalName: form.model) AND \
        \(name: "id") IS +\(sign: row).\(name: id); INSERT INTO \(name: name) (\(names: ["model", "id"])) VALUES \
        (\(literalName: form.model), \(sign: row).\(name: id));
        """
      }
      return "AFTER \(sign: event.word) ON \(name: form.model) BEGIN \(sql: notes, separator: " ") END"
    }

    /// What fires a trigger, and the rows whose ids it notes.
    private typealias Event = (name: String, word: StaticString, rows: [StaticString])

    private static let events: [Event] = [
      ("insert", "INSERT", ["NEW"]), ("update", "UPDATE", ["OLD", "NEW"]), ("delete", "DELETE", ["OLD"]),
    ]

    private func layout(of table: some FollowedTable) throws(SQLError) -> SQLLayout {
      func layout<Record: Model>(_ model: Record.Type) throws(SQLError) -> SQLLayout { try keeper.table(of: model) }
      return try layout(table.model)
    }

    // MARK: - Reading

    /// Returns the number of the latest change.
    static func latest(in connection: SQLiteConnection) throws(SQLError) -> FollowedCommit {
      let rows = try connection.run("SELECT seq FROM sqlite_sequence WHERE name = \(bind: .text(name))")
      guard rows.count > 0, case .integer(let number) = rows[row: 0, column: 0] else {
        return FollowedCommit(position: 0)
      }
      // Any program can write to the table.
      return FollowedCommit(position: UInt64(max(0, number)))
    }

    /// Fills the replica with all rows.
    func fill(_ connection: SQLiteConnection) throws {
      var selects: [SQLText] = []
      for table in tables { selects.append(table.select(from: try layout(of: table), in: .sqlite, replica.store)) }
      try connection.reading {
        try replica.fill(upTo: try Self.latest(in: connection)) { take in
          for (model, select) in selects.enumerated() {
            var cursor = try connection.cursor(select)
            while let rows = try cursor.next() { try take(model, rows) }
          }
        }
      }
    }

    /// The rows of a model that have changed, as they are now, and the ids of all that have.
    private typealias Changed = (ids: SQLRows, rows: SQLRows)

    /// Takes in what has changed since the replica's position, as one changeset.
    func takeChanges(_ connection: SQLiteConnection) throws {
      let position = SQLValue.integer(Int64(clamping: replica.status.position.position))
      var texts: [(ids: SQLText, rows: SQLText)] = []
      for table in tables { texts.append(try Self.texts(table.form, try layout(of: table), since: position)) }
      let (commit, changed) = try connection.reading {
        let commit = try Self.latest(in: connection)
        var changed: [Changed] = []
        for text in texts {
          let ids = try connection.run(text.ids)
          changed.append((ids, ids.count == 0 ? ids : try connection.run(text.rows)))
        }
        return (commit, changed)
      }
      if commit <= replica.status.position { return }
      if changed.allSatisfy({ $0.ids.count == 0 }) { return replica.advance(to: commit) }
      let changes = replica.changes()
      for ((changes, changed), table) in zip(zip(changes, changed), tables) {
        try Self.collect(changed, table.form, changes)
      }
      try replica.take(changes, of: commit, at: nil)
    }

    private static func texts(
      _ form: TableForm, _ layout: SQLLayout, since position: SQLValue
    ) throws(SQLError) -> (ids: SQLText, rows: SQLText) {
      let ids: SQLText = """
        SELECT \(name: "id") FROM \(name: name) WHERE \(name: "number") > \(bind: position) AND \
        \(name: "model") = \(bind: .text(form.model))
        """
      let id = form.columns[form.idColumn].name
      let order = layout.hasPosition ? SQLTable.position : id
      return (
        ids,
        """
        SELECT \(names: form.columns.map(\.name)) FROM \(name: form.model) WHERE \(name: id) IN (\(sql: ids)) ORDER BY \
        \(name: order)
        """
      )
    }

    private static func collect(_ changed: Changed, _ form: TableForm, _ changes: any ReplicaChanges) throws {
      if changed.ids.count == 0 { return }
      for row in 0..<changed.ids.count {
        var old = [SQLValue?](repeating: nil, count: form.columns.count)
        old[form.idColumn] = changed.ids[row: row, column: 0]
        try changes.delete(old)
      }
      for row in 0..<changed.rows.count { try changes.write(changed.rows[row: row].map { $0 }, old: nil) }
    }
  }

  extension SQLiteConnection {
    /// Runs `body` in a transaction that reads one state of the database.
    fileprivate func reading<Result>(_ body: () throws -> Result) throws -> Result {
      try run("BEGIN")
      do {
        let result = try body()
        try run("COMMIT")
        return result
      } catch {
        _ = try? run("ROLLBACK")
        throw error
      }
    }

    /// Returns two numbers, which change when another connection has committed, and when tables or triggers are others.
    func versions() throws(SQLError) -> (data: SQLValue, schema: SQLValue) {
      (
        try run("PRAGMA data_version")[row: 0, column: 0],
        try run("PRAGMA schema_version")[row: 0, column: 0]
      )
    }
  }
#endif
