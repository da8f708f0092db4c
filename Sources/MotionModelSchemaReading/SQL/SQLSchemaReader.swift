package import MotionModelGenerator

/// Reads the tables that SQL creates, in the dialects of SQLite, PostgreSQL and MySQL.
package enum SQLSchemaReader {
  /// Returns the tables of SQL as a data model.
  ///
  /// Statements that say nothing of tables are passed over, so a whole dump may be given.
  ///
  /// - Parameters:
  ///   - text: The statements.
  ///   - file: The name of the file in diagnostics.
  ///   - name: The name of the data model.
  /// - Throws: ``Diagnostic`` for statements that cannot be read, with their place.
  /// - Complexity: O(*n*) in the length of the text, plus O(*t*²) for *t* tables.
  package static func dataModel(of text: String, file: String, named name: String) throws(Diagnostic) -> DataModel {
    var lexer = try SQLLexer(text, file: file)
    var reader = SQLStatements()
    while let tokens = try lexer.nextStatement() { try reader.read(tokens) }
    if reader.schema.tables.isEmpty {
      throw Diagnostic(
        "There is no CREATE TABLE in the file: give the schema of a database.", at: SourcePlace(file: file))
    }
    return try reader.schema.dataModel(named: name)
  }
}

/// Collects what statements say of tables.
struct SQLStatements {
  private(set) var schema = TableSchema()

  mutating func read(_ tokens: [SQLToken]) throws(Diagnostic) {
    var cursor = SQLCursor(tokens)
    if cursor.take("CREATE") { return try readCreate(&cursor) }
    if cursor.take("ALTER", "TABLE") { return try readAlter(&cursor) }
    if cursor.take("COMMENT", "ON") { try readComment(&cursor) }
  }

  private mutating func readCreate(_ cursor: inout SQLCursor) throws(Diagnostic) {
    while cursor.take("TEMP") || cursor.take("TEMPORARY") || cursor.take("UNLOGGED") || cursor.take("GLOBAL")
      || cursor.take("LOCAL") || cursor.take("OR", "REPLACE")
    {}
    if cursor.take("TABLE") { return try readTable(&cursor) }
    if cursor.take("TYPE") { return try readType(&cursor) }
    let isUnique = cursor.take("UNIQUE")
    if cursor.take("INDEX") { try readIndex(&cursor, isUnique: isUnique) }
  }

  private mutating func readTable(_ cursor: inout SQLCursor) throws(Diagnostic) {
    _ = cursor.take("IF", "NOT", "EXISTS")
    let place = cursor.place
    var table = TableSchema.Table(try cursor.takeName("a table"), at: place)
    // SQLite keeps these for itself.
    if table.name.lowercased().hasPrefix("sqlite_") { return }
    if cursor.isWord("AS") || cursor.isWord("PARTITION") {
      throw Diagnostic(
        "The columns of \(table.name) are not in the statement: write them in brackets behind its name.",
        at: cursor.place)
    }
    var definition = SQLTableDefinition(cursor)
    try definition.read(into: &table, &schema)
    cursor = definition.cursor
    while !cursor.isAtEnd {
      guard cursor.take("COMMENT") else {
        cursor.skip()
        continue
      }
      _ = cursor.takeSign("=")
      if case .string(let text)? = cursor.next?.kind { table.comment = text }
    }
    schema.tables.append(table)
  }

  private mutating func readType(_ cursor: inout SQLCursor) throws(Diagnostic) {
    let place = cursor.place
    let name = try cursor.takeName("a type")
    guard cursor.take("AS", "ENUM") else { return }
    let values = try cursor.takeBrackets("before the values of \(name)").strings
    schema.enums.append(.init(name: name, values: values, place: place))
  }

  private mutating func readIndex(_ cursor: inout SQLCursor, isUnique: Bool) throws(Diagnostic) {
    _ = cursor.take("CONCURRENTLY")
    _ = cursor.take("IF", "NOT", "EXISTS")
    let name = cursor.isWord("ON") ? "" : try cursor.takeName("an index")
    let place = cursor.place
    guard cursor.take("ON") else { throw cursor.unexpected("ON and a table behind the index \(name)") }
    _ = cursor.take("ONLY")
    let table = try index(of: try cursor.takeName("a table"), at: place)
    if cursor.take("USING") { cursor.skip() }
    let columns = try cursor.takeNames("columns")
    let hasCondition = try cursor.takeExpression().contains { $0.isWord("WHERE") }
    if hasCondition {
      schema.tables[table].doubts.append("The index \(name) has a condition, and is not taken over.")
    } else if isUnique {
      schema.tables[table].uniqueness.append(columns)
    } else {
      schema.tables[table].indexes.append((name, columns))
    }
  }

  /// Reads the constraints that are added behind the tables, as `pg_dump` has them.
  private mutating func readAlter(_ cursor: inout SQLCursor) throws(Diagnostic) {
    _ = cursor.take("IF", "EXISTS")
    _ = cursor.take("ONLY")
    let place = cursor.place
    let name = try cursor.takeName("a table")
    guard cursor.isWord("ADD"), let table = schema.index(of: name) else { return }
    while cursor.take("ADD") {
      if cursor.take("COLUMN") {
        throw Diagnostic("A column is added to \(name): write it in its CREATE TABLE.", at: place)
      }
      var definition = SQLTableDefinition(cursor)
      _ = try definition.readConstraint(into: &schema.tables[table])
      cursor = definition.cursor
      _ = try cursor.takeExpression(until: [","])
      _ = cursor.takeSign(",")
    }
  }

  private mutating func readComment(_ cursor: inout SQLCursor) throws(Diagnostic) {
    let isTable = cursor.take("TABLE")
    guard isTable || cursor.take("COLUMN") else { return }
    var names: [String] = []
    while let name = cursor.next?.name, !cursor.isWord("IS") {
      names.append(name)
      cursor.skip()
      _ = cursor.takeSign(".")
    }
    guard cursor.take("IS"), case .string(let text)? = cursor.next?.kind, let last = names.last else { return }
    if isTable {
      if let table = schema.index(of: last) { schema.tables[table].comment = text }
    } else if names.count > 1, let table = schema.index(of: names[names.count - 2]),
      let column = schema.tables[table].index(of: last)
    {
      schema.tables[table].columns[column].comment = text
    }
  }

  private func index(of table: String, at place: SourcePlace) throws(Diagnostic) -> Int {
    guard let index = schema.index(of: table) else {
      throw Diagnostic("There is no table \(table) before this: create it first.", at: place)
    }
    return index
  }
}

extension [SQLToken] {
  /// The strings among them.
  var strings: [String] {
    compactMap { if case .string(let text) = $0.kind { text } else { nil } }
  }
}
