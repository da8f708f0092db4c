import MotionModelGenerator

/// Reads the columns and constraints of a table.
struct SQLTableDefinition {
  var cursor: SQLCursor

  init(_ cursor: SQLCursor) { self.cursor = cursor }

  /// Reads what is in the brackets behind the name of a table.
  mutating func read(into table: inout TableSchema.Table, _ schema: inout TableSchema) throws(Diagnostic) {
    let start = cursor.place
    try cursor.expectSign("(", "before the columns of \(table.name.name)")
    // PostgreSQL has tables without columns, such as those that only inherit.
    if cursor.takeSign(")") { return }
    while true {
      if try !readLike(into: &table, schema) {
        if try !readConstraint(into: &table) { try readColumn(into: &table, &schema) }
      }
      if cursor.takeSign(",") { continue }
      if cursor.takeSign(")") { return }
      if cursor.isAtEnd { throw Diagnostic("The bracket has no second one: add ).", at: start) }
      throw cursor.unexpected("a comma or ) behind a column of \(table.name.name)")
    }
  }

  /// Reads `LIKE other INCLUDING ALL`; returns whether it is there.
  mutating func readLike(into table: inout TableSchema.Table, _ schema: TableSchema) throws(Diagnostic) -> Bool {
    guard cursor.take("LIKE") else { return false }
    let place = cursor.place
    let name = try cursor.takeQualifiedName("a table")
    guard let index = schema.index(of: name) else {
      throw Diagnostic("There is no table \(name.text) before this: create it first.", at: place)
    }
    // MySQL copies all; PostgreSQL what is included.
    let parts = try cursor.takeExpression(until: [","]).compactMap { $0.name?.uppercased() }
    let isMySQL = parts.isEmpty && table.columns.isEmpty && cursor.isAtEnd
    func includes(_ part: String) -> Bool {
      if isMySQL { return true }
      for (word, name) in zip(parts, parts.dropFirst()).reversed() where name == part || name == "ALL" {
        return word == "INCLUDING"
      }
      return false
    }
    table.take(schema.tables[index], defaults: includes("DEFAULTS"), indexes: includes("INDEXES"), at: place)
    return true
  }

  // MARK: - Constraints of a table

  /// Reads a constraint of a table; returns whether there is one.
  mutating func readConstraint(into table: inout TableSchema.Table) throws(Diagnostic) -> Bool {
    let isNamed = cursor.isWord("CONSTRAINT")
    if cursor.take("CONSTRAINT"),
      !["PRIMARY", "UNIQUE", "FOREIGN", "CHECK", "EXCLUDE", "NOT"].contains(where: { cursor.isWord($0) })
    {
      _ = try cursor.takeName("a constraint")
    }
    if cursor.take("PRIMARY", "KEY") {
      try takeIndexed("The primary key", into: &table) { $0.primaryKey = $1 }
    } else if cursor.take("FOREIGN", "KEY") {
      try readForeignKey(of: nil, into: &table)
    } else if cursor.isWord("UNIQUE") {
      try readUnique(into: &table)
    } else if cursor.take("CHECK") {
      table.doubts.append("The rule is not taken over: \(try cursor.takeBrackets("behind CHECK").expression)")
    } else if isNamed, cursor.take("NOT", "NULL") {
      let name = try cursor.takeName("a column")
      if let column = table.index(of: name) { table.columns[column].isOptional = false }
    } else if cursor.isWord("KEY") || cursor.isWord("INDEX") || cursor.isWord("FULLTEXT") || cursor.isWord("SPATIAL") {
      guard try readKey(into: &table) else { return false }
    } else if cursor.isWord("EXCLUDE") || cursor.isWord("PERIOD") && cursor.isWord("FOR", ahead: 1) {
      table.doubts.append("The rule is not taken over: \(try cursor.takeExpression(until: [","]).expression)")
    } else if isNamed {
      throw cursor.unexpected("PRIMARY KEY, UNIQUE, FOREIGN KEY or CHECK")
    } else {
      return false
    }
    _ = try cursor.takeExpression(until: [","])
    return true
  }

  private mutating func readUnique(into table: inout TableSchema.Table) throws(Diagnostic) {
    cursor.skip()
    _ = cursor.take("KEY") || cursor.take("INDEX")
    _ = cursor.take("NULLS", "NOT", "DISTINCT") || cursor.take("NULLS", "DISTINCT")
    try takeIndexed("A constraint that is unique", into: &table) { $0.uniqueness.append($1) }
  }

  /// Takes the columns of a constraint; PostgreSQL may name an index that has them.
  private mutating func takeIndexed(
    _ what: String, into table: inout TableSchema.Table,
    _ body: (inout TableSchema.Table, [String]) -> Void
  ) throws(Diagnostic) {
    if cursor.take("USING", "INDEX") {
      table.doubts.append("\(what) has the columns of the index \(try cursor.takeName("an index")): add it.")
    } else {
      skipIndexName()
      body(&table, try cursor.takeNames("columns"))
    }
  }

  /// Skips the name and the kind of an index: `by_name USING BTREE`.
  private mutating func skipIndexName() {
    if !cursor.isWord("USING"), cursor.next?.name != nil { cursor.skip() }
    if cursor.take("USING") { cursor.skip() }
  }

  /// Reads an index as MySQL has it in a table; returns false for a column of that name.
  private mutating func readKey(into table: inout TableSchema.Table) throws(Diagnostic) -> Bool {
    let start = cursor
    let kind = cursor.next?.name?.uppercased() ?? ""
    let isPlain = kind == "KEY" || kind == "INDEX"
    cursor.skip()
    if !isPlain { _ = cursor.take("KEY") || cursor.take("INDEX") }
    let name = cursor.isWord("USING") ? "" : cursor.next?.name ?? ""
    skipIndexName()
    // A column called key has a type behind it, whose brackets have numbers.
    guard cursor.next?.isSign("(") == true,
      case let columns = try cursor.takeNames("columns"), columns.allSatisfy({ $0.first?.isNumber != true })
    else {
      cursor = start
      return false
    }
    if isPlain {
      table.indexes.append((name, columns))
    } else {
      table.doubts.append("The index \(name) is \(kind), and is not taken over.")
    }
    return true
  }

  mutating func readForeignKey(of column: String?, into table: inout TableSchema.Table) throws(Diagnostic) {
    let place = cursor.place
    var columns = column.map { [$0] } ?? []
    if column == nil {
      _ = cursor.take("IF", "NOT", "EXISTS")
      if cursor.next?.name != nil { cursor.skip() }
      columns = try cursor.takeNames("columns")
      guard cursor.take("REFERENCES") else { throw cursor.unexpected("REFERENCES") }
    }
    var key = TableSchema.ForeignKey(columns: columns, table: try cursor.takeQualifiedName("a table"), place: place)
    if cursor.next?.isSign("(") == true { key.targets = try cursor.takeNames("columns") }
    while true {
      if cursor.take("ON", "DELETE") {
        key.onDelete = try readAction()
      } else if cursor.take("ON", "UPDATE") {
        _ = try readAction()
      } else if cursor.take("MATCH") {
        cursor.skip()
      } else if !(cursor.take("NOT", "DEFERRABLE") || cursor.take("DEFERRABLE") || cursor.take("INITIALLY", "DEFERRED")
        || cursor.take("INITIALLY", "IMMEDIATE") || cursor.take("NOT", "VALID"))
      {
        break
      }
    }
    table.foreignKeys.append(key)
  }

  private mutating func readAction() throws(Diagnostic) -> DeleteRule {
    if cursor.take("CASCADE") { return .cascade }
    if cursor.take("SET", "NULL") || cursor.take("SET", "DEFAULT") {
      if cursor.next?.isSign("(") == true { _ = try cursor.takeNames("columns") }
      return .nullify
    }
    _ = cursor.take("NO", "ACTION") || cursor.take("RESTRICT")
    return .deny
  }
}

extension TableSchema.Table {
  /// Takes the columns of another table, in front of those of its own that come later.
  ///
  /// - Parameters:
  ///   - other: The table after whose columns it has its own.
  ///   - defaults: Whether the defaults come with them.
  ///   - indexes: Whether the primary key, what is unique, and the indexes come with them.
  ///   - place: Where the table says so.
  mutating func take(_ other: TableSchema.Table, defaults: Bool, indexes: Bool, at place: SourcePlace) {
    for var column in other.columns where index(of: column.name) == nil {
      if !defaults { (column.defaultValue, column.doubtOfDefault) = (nil, nil) }
      column.place = place
      columns.append(column)
    }
    guard indexes else { return }
    primaryKey = other.primaryKey
    uniqueness += other.uniqueness
    self.indexes += other.indexes
  }

  /// Inherits from another table: its columns come first, and those of both names are one.
  mutating func inherit(from other: TableSchema.Table, at place: SourcePlace) {
    let own = columns
    columns = []
    take(other, defaults: true, indexes: false, at: place)
    for column in own {
      if let index = index(of: column.name) { columns[index] = column } else { columns.append(column) }
    }
    doubts.append("It inherits from \(other.name.text), whose rows are also its own in the database.")
  }
}
