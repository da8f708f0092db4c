import MotionModelGenerator

/// Changes of tables behind those that create them, as programs that write dumps have them, and migrations.
extension SQLStatements {
  mutating func readAlter(_ cursor: inout SQLCursor) throws(Diagnostic) {
    _ = cursor.take("IF", "EXISTS")
    _ = cursor.take("ONLY")
    guard let table = try found(&cursor, "A change", at: cursor.place) else { return }
    _ = cursor.takeSign("*")
    repeat {
      try readChange(of: table, &cursor)
      // What is left of it, such as the place of a column, says nothing of values.
      _ = try cursor.takeExpression(until: [","])
    } while cursor.takeSign(",")
  }

  private mutating func readChange(of table: Int, _ cursor: inout SQLCursor) throws(Diagnostic) {
    let start = cursor
    if cursor.take("ADD") { return try readAddition(to: table, &cursor) }
    if cursor.take("ALTER") {
      _ = cursor.take("COLUMN")
      if try readChangedColumn(of: table, &cursor) { return }
    } else if cursor.take("MODIFY") {
      _ = cursor.take("COLUMN")
      return try replaceColumn(named: cursor.next?.name ?? "", of: table, &cursor)
    } else if cursor.take("ATTACH", "PARTITION") {
      return try attach(to: table, &cursor)
    } else if cursor.take(anyOf: Self.wordsOfStorage) {
      return
    }
    cursor = start
    let change = try cursor.takeExpression(until: [","]).expression
    schema.tables[table].doubts.append("A change is not taken over: \(change)")
  }

  /// Words of changes that say nothing of columns and rules.
  private static let wordsOfStorage: Set<String> = [
    "OWNER", "ENABLE", "DISABLE", "SET", "RESET", "CLUSTER", "REPLICA", "VALIDATE", "FORCE", "NO", "AUTO_INCREMENT",
    "ENGINE", "COMMENT", "CONVERT", "DEFAULT", "CHARACTER", "COLLATE", "ROW_FORMAT", "ORDER", "PARTITION", "INHERIT",
    "OPTIONS",
  ]

  private mutating func readAddition(to table: Int, _ cursor: inout SQLCursor) throws(Diagnostic) {
    let isColumn = cursor.take("COLUMN")
    _ = cursor.take("IF", "NOT", "EXISTS")
    var changed = schema.tables[table]
    if cursor.next?.isSign("(") == true {
      try cursor.read(into: &changed, &schema)
      schema.tables[table] = changed
      return
    }
    if isColumn {
      try cursor.readColumn(into: &changed, &schema)
    } else if try !cursor.readConstraint(into: &changed) {
      try cursor.readColumn(into: &changed, &schema)
    }
    schema.tables[table] = changed
  }

  /// Reads what becomes of a column; returns whether it was understood.
  private mutating func readChangedColumn(of table: Int, _ cursor: inout SQLCursor) throws(Diagnostic) -> Bool {
    let name = try cursor.takeName("a column")
    guard let column = schema.tables[table].index(of: name) else { return false }
    if cursor.take("SET", "DEFAULT") {
      try cursor.readDefault(of: &schema.tables[table].columns[column])
    } else if cursor.take("DROP", "DEFAULT") {
      (schema.tables[table].columns[column].defaultValue, schema.tables[table].columns[column].doubtOfDefault) =
        (nil, nil)
    } else if cursor.take("SET", "NOT", "NULL") {
      schema.tables[table].columns[column].isOptional = false
    } else if cursor.take("DROP", "NOT", "NULL") {
      schema.tables[table].columns[column].isOptional = true
    } else if cursor.take("TYPE") || cursor.take("SET", "DATA", "TYPE") {
      schema.tables[table].columns[column].type = try cursor.readType(named: name, &schema)
    } else if cursor.take("ADD", "GENERATED") {
      schema.tables[table].columns[column].doubtOfDefault = "The database gives the number, and here nothing does."
      _ = try cursor.takeExpression(until: [","])
    } else {
      return cursor.take("SET") || cursor.take("RESET")
    }
    return true
  }

  private mutating func replaceColumn(
    named name: String, of table: Int, _ cursor: inout SQLCursor
  ) throws(Diagnostic) {
    let place = cursor.place
    guard let index = schema.tables[table].index(of: name) else {
      throw Diagnostic("The table \(schema.tables[table].name.text) has no column \(name).", at: place)
    }
    var changed = schema.tables[table]
    let column = try cursor.column(into: &changed, &schema)
    changed.columns[index] = column
    schema.tables[table] = changed
  }

  /// Marks the first table of a statement of MySQL that gives tables other names.
  mutating func readRename(_ cursor: inout SQLCursor) throws(Diagnostic) {
    guard let table = try found(&cursor, "A change", at: cursor.place) else { return }
    schema.tables[table].doubts.append("A change is not taken over: RENAME \(try cursor.takeExpression().expression)")
  }

  /// Takes a table for a partition of another.
  private mutating func attach(to table: Int, _ cursor: inout SQLCursor) throws(Diagnostic) {
    let name = try cursor.takeQualifiedName("a partition")
    _ = try cursor.takeExpression()
    guard let partition = schema.index(of: name), partition != table else { return }
    schema.tables[table].partitions.append(schema.tables[partition].name)
    schema.tables[table].partitions += schema.tables[partition].partitions
    schema.tables.remove(at: partition)
  }

  mutating func readDrop(_ cursor: inout SQLCursor) throws(Diagnostic) {
    _ = cursor.take("IF", "EXISTS")
    repeat {
      let name = try cursor.takeQualifiedName("a table")
      if let table = schema.index(of: name) { schema.tables.remove(at: table) }
    } while cursor.takeSign(",")
  }
}
