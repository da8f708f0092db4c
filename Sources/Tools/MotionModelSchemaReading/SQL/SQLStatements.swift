import MotionModelGenerator

/// Collects what statements say of tables.
struct SQLStatements {
  var schema = TableSchema()
  /// Virtual tables of SQLite, which have further tables to keep their rows.
  private var virtualTables: [String] = []

  mutating func read(_ tokens: [SourceToken]) throws(Diagnostic) {
    var cursor = SQLCursor(tokens)
    if cursor.take("CREATE") { return try readCreate(&cursor) }
    if cursor.take("ALTER", "TABLE") || cursor.take("ALTER", "FOREIGN", "TABLE") { return try readAlter(&cursor) }
    if cursor.take("DROP", "TABLE") { return try readDrop(&cursor) }
    if cursor.take("RENAME", "TABLE") { return try readRename(&cursor) }
    if cursor.take("COMMENT", "ON") { try readComment(&cursor) }
  }

  private static let modifiers: Set<String> = [
    "TEMP", "TEMPORARY", "UNLOGGED", "GLOBAL", "LOCAL", "FOREIGN", "RECURSIVE", "CONSTRAINT",
  ]

  private mutating func readCreate(_ cursor: inout SQLCursor) throws(Diagnostic) {
    while cursor.take(anyOf: Self.modifiers) || cursor.take("OR", "REPLACE") {}
    skipOptionsOfMySQL(&cursor)
    let place = cursor.place
    if cursor.take("TABLE") { return try readTable(&cursor) }
    if cursor.take("TYPE") { return try readType(&cursor) }
    if cursor.take("DOMAIN") { return try readDomain(&cursor) }
    if cursor.take("VIEW") || cursor.take("MATERIALIZED", "VIEW") {
      try leaveOut("view", &cursor, at: place)
      return
    }
    if cursor.take("VIRTUAL", "TABLE") {
      virtualTables.append(try leaveOut("virtual table", &cursor, at: place))
      return
    }
    for (word, kind) in [("TRIGGER", "trigger"), ("RULE", "rule"), ("POLICY", "policy")] where cursor.take(word) {
      return try readTrigger(kind, &cursor)
    }
    let isUnique = cursor.take("UNIQUE")
    for kind in ["FULLTEXT", "SPATIAL"] where cursor.take(kind) {
      return try readIndex(&cursor, isUnique: false, kind: kind)
    }
    if cursor.take("INDEX") { try readIndex(&cursor, isUnique: isUnique, kind: nil) }
  }

  /// Skips what MySQL says of views and triggers before it says what they are, such as who defined them.
  private func skipOptionsOfMySQL(_ cursor: inout SQLCursor) {
    let words: Set = ["ALGORITHM", "DEFINER", "SQL", "SECURITY"]
    while cursor.take(anyOf: words) {
      while let token = cursor.next,
        !["VIEW", "TRIGGER", "FUNCTION", "PROCEDURE", "EVENT"].contains(where: { token.isKeyword($0) }),
        !words.contains(token.name?.uppercased() ?? "")
      {
        cursor.skip()
      }
    }
  }

  /// Notes that a name is not a table's, and returns it.
  @discardableResult
  private mutating func leaveOut(
    _ kind: String, _ cursor: inout SQLCursor, at place: SourcePlace
  ) throws(Diagnostic) -> String {
    _ = cursor.take("IF", "NOT", "EXISTS")
    let name = try cursor.takeQualifiedName("a \(kind)")
    let isIndex = cursor.take("USING") && cursor.next?.name?.uppercased().hasPrefix("FTS") == true
    let instead = isIndex ? ": MotionModelSearch finds words" : ""
    schema.leaveOut("The \(kind) \(name.text) has no records of its own, and is left out\(instead).", at: place)
    return name.name
  }

  // MARK: - Tables

  private mutating func readTable(_ cursor: inout SQLCursor) throws(Diagnostic) {
    let isOnlyIfMissing = cursor.take("IF", "NOT", "EXISTS")
    let place = cursor.place
    let name = try cursor.takeQualifiedName("a table")
    if Self.bookkeeping.contains(name.name.lowercased()) {
      schema.leaveOut("The table \(name.text) is a library's own, and is left out.", at: place)
      return
    }
    if isOfDatabase(name.name) || isOnlyIfMissing && schema.tables.contains(where: { $0.name == name }) { return }
    var table = TableSchema.Table(name, at: place)
    if cursor.take("PARTITION", "OF") {
      let parent = try cursor.takeQualifiedName("a table")
      schema.tables[try index(of: parent, at: place)].partitions.append(name)
      return
    }
    if cursor.isKeyword("LIKE") {
      _ = try cursor.readLike(into: &table, schema)
    } else if !cursor.isKeyword("AS"), !cursor.isKeyword("OF"), !cursor.isAtEnd {
      try cursor.read(into: &table, &schema)
    }
    try readOptions(of: &table, &cursor)
    if table.columns.isEmpty {
      schema.leaveOut(
        "The columns of \(name.text) are not in the statement, so it is left out: write them in brackets behind its name.",
        at: place)
      return
    }
    if cursor.isKeyword("AS") { table.doubts.append("It has the columns of a query, too, which are not taken over.") }
    schema.tables.append(table)
  }

  /// The tables in which libraries note which migrations have run, and Core Data what its database is.
  private static let bookkeeping: Set = [
    "grdb_migrations", "schema_migrations", "ar_internal_metadata", "flyway_schema_history", "databasechangelog",
    "databasechangeloglock", "__diesel_schema_migrations", "_sqlx_migrations", "alembic_version", "django_migrations",
    "z_metadata", "z_primarykey", "z_modelcache",
  ]

  /// Whether a table is one of those that SQLite keeps for itself.
  private func isOfDatabase(_ name: String) -> Bool {
    let endings = [
      "_data", "_idx", "_content", "_docsize", "_config", "_segments", "_segdir", "_stat", "_node", "_rowid", "_parent",
    ]
    return name.lowercased().hasPrefix("sqlite_")
      || virtualTables.contains { table in endings.contains { table + $0 == name } }
  }

  /// Reads what is behind the columns.
  private func readOptions(of table: inout TableSchema.Table, _ cursor: inout SQLCursor) throws(Diagnostic) {
    while !cursor.isAtEnd, !cursor.isKeyword("AS"), !cursor.isKeyword("OF") {
      let place = cursor.place
      if cursor.take("COMMENT") {
        _ = cursor.takeSign("=")
        table.comment = cursor.next?.string ?? table.comment
      } else if cursor.take("INHERITS") {
        try cursor.expectSign("(", "before the tables from which \(table.name.name) inherits")
        repeat {
          table.inherit(from: schema.tables[try index(of: cursor.takeQualifiedName("a table"), at: place)], at: place)
        } while cursor.takeSign(",")
      } else {
        cursor.skip()
      }
    }
  }

  // MARK: - Types

  private mutating func readType(_ cursor: inout SQLCursor) throws(Diagnostic) {
    let place = cursor.place
    let name = try cursor.takeQualifiedName("a type")
    guard cursor.take("AS", "ENUM") else {
      if !cursor.isAtEnd { schema.leaveOut("The type \(name.text) is no enum, and is left out.", at: place) }
      return
    }
    let values = try cursor.takeBrackets("before the values of \(name.text)").compactMap(\.string)
    schema.enums.append(.init(name: name.name, values: values, place: place))
  }

  /// Reads a name for a type with rules.
  private mutating func readDomain(_ cursor: inout SQLCursor) throws(Diagnostic) {
    let name = try cursor.takeQualifiedName("a domain")
    _ = cursor.take("AS")
    var type = try cursor.readType(named: name.name, &schema)
    if cursor.take("COLLATE") { _ = try cursor.takeQualifiedName("a collation") }
    if !cursor.isAtEnd {
      let rules = try cursor.takeExpression().expression
      let doubt = "The domain \(name.name) has rules, which are not taken over: \(rules)"
      type.doubt = [type.doubt, doubt].compactMap(\.self).joined(separator: " ")
    }
    schema.types[name.name.lowercased()] = type
  }

  // MARK: - Indexes, triggers, comments

  private mutating func readIndex(_ cursor: inout SQLCursor, isUnique: Bool, kind: String?) throws(Diagnostic) {
    _ = cursor.take("CONCURRENTLY")
    _ = cursor.take("IF", "NOT", "EXISTS")
    let name = cursor.isKeyword("ON") ? "" : try cursor.takeQualifiedName("an index").name
    if cursor.take("USING") { cursor.skip() }
    let place = cursor.place
    guard cursor.take("ON") else { throw cursor.unexpected("ON and a table behind the index \(name)") }
    _ = cursor.take("ONLY")
    guard let table = try found(&cursor, "The index \(name)", at: place) else { return }
    var method = "BTREE"
    if cursor.take("USING") { method = try cursor.takeName("a kind of index").uppercased() }
    let columns = try cursor.takeNames("columns")
    let hasCondition = try cursor.takeExpression().contains { $0.isKeyword("WHERE") }
    if hasCondition {
      schema.tables[table].doubts.append("The index \(name) has a condition, and is not taken over.")
    } else if let kind = kind ?? (["BTREE", "HASH"].contains(method) ? nil : method) {
      schema.tables[table].doubts.append("The index \(name) is \(kind), and is not taken over.")
    } else if isUnique {
      schema.tables[table].uniqueness.append(columns)
    } else {
      schema.tables[table].indexes.append((name, columns))
    }
  }

  private mutating func readTrigger(_ kind: String, _ cursor: inout SQLCursor) throws(Diagnostic) {
    _ = cursor.take("IF", "NOT", "EXISTS")
    let place = cursor.place
    let name = try cursor.takeQualifiedName("a \(kind)").name
    while !cursor.isAtEnd, !cursor.take("ON"), !cursor.take("TO") { cursor.skip() }
    guard !cursor.isAtEnd, let table = try found(&cursor, "The \(kind) \(name)", at: place) else { return }
    schema.tables[table].doubts.append("The \(kind) \(name) is not taken over.")
  }

  private mutating func readComment(_ cursor: inout SQLCursor) throws(Diagnostic) {
    let isTable = cursor.take("TABLE")
    guard isTable || cursor.take("COLUMN") else { return }
    var names: [String] = []
    while let name = cursor.next?.name, !cursor.isKeyword("IS") {
      names.append(name)
      cursor.skip()
      _ = cursor.takeSign(".")
    }
    guard cursor.take("IS"), case .string(let text)? = cursor.next?.kind else { return }
    let column = isTable ? nil : names.popLast()
    guard let name = names.popLast(), let table = schema.index(of: TableName(name, in: names.last)) else { return }
    if let column {
      if let index = schema.tables[table].index(of: column) { schema.tables[table].columns[index].comment = text }
    } else {
      schema.tables[table].comment = text
    }
  }

  // MARK: - Finding tables

  /// Takes the name of a table that something is about. Nil, and a note, if it is none, as of a view; nil for a
  /// partition.
  mutating func found(_ cursor: inout SQLCursor, _ what: String, at place: SourcePlace) throws(Diagnostic) -> Int? {
    let name = try cursor.takeQualifiedName("a table")
    if let index = schema.index(of: name) { return index }
    if schema.index(ofRows: name) == nil, !isOfDatabase(name.name), !Self.bookkeeping.contains(name.name.lowercased()) {
      schema.leaveOut("\(what) is about \(name.text), which is no table of the file, and is left out.", at: place)
    }
    return nil
  }

  private func index(of table: TableName, at place: SourcePlace) throws(Diagnostic) -> Int {
    guard let index = schema.index(ofRows: table) else {
      throw Diagnostic("There is no table \(table.text) before this: create it first.", at: place)
    }
    return index
  }
}
