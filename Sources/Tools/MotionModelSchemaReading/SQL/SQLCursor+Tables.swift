import MotionModelGenerator

/// The columns and constraints of a table.
extension SQLCursor {
  /// Reads what is in the brackets behind the name of a table.
  mutating func read(into table: inout TableSchema.Table, _ schema: inout TableSchema) throws(Diagnostic) {
    let start = place
    try expectSign("(", "before the columns of \(table.name.name)")
    // PostgreSQL has tables without columns, such as those that only inherit.
    if takeSign(")") { return }
    while true {
      if try !readLike(into: &table, schema) {
        if try !readConstraint(into: &table) { try readColumn(into: &table, &schema) }
      }
      if takeSign(",") { continue }
      if takeSign(")") { return }
      if isAtEnd { throw Diagnostic("The bracket has no second one: add ).", at: start) }
      throw unexpected("a comma or ) behind a column of \(table.name.name)")
    }
  }

  /// Reads `LIKE other INCLUDING ALL`; returns whether it is there.
  mutating func readLike(into table: inout TableSchema.Table, _ schema: TableSchema) throws(Diagnostic) -> Bool {
    guard take("LIKE") else { return false }
    let place = place
    let name = try takeQualifiedName("a table")
    guard let index = schema.index(of: name) else {
      throw Diagnostic("There is no table \(name.text) before this: create it first.", at: place)
    }
    // MySQL copies all; PostgreSQL what is included.
    let parts = try takeExpression(until: [","]).compactMap { $0.name?.uppercased() }
    let isMySQL = parts.isEmpty && table.columns.isEmpty && isAtEnd
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
    let isNamed = isKeyword("CONSTRAINT")
    if take("CONSTRAINT"),
      !["PRIMARY", "UNIQUE", "FOREIGN", "CHECK", "EXCLUDE", "NOT"].contains(where: { isKeyword($0) })
    {
      _ = try takeName("a constraint")
    }
    if take("PRIMARY", "KEY") {
      try takeIndexed("The primary key", into: &table) { $0.primaryKey = $1 }
    } else if take("FOREIGN", "KEY") {
      try readForeignKey(of: nil, into: &table)
    } else if isKeyword("UNIQUE") {
      try readUnique(into: &table)
    } else if take("CHECK") {
      table.doubts.append("The rule is not taken over: \(try takeBrackets("behind CHECK").expression)")
    } else if isNamed, take("NOT", "NULL") {
      let name = try takeName("a column")
      if let column = table.index(of: name) { table.columns[column].isOptional = false }
    } else if isKeyword("KEY") || isKeyword("INDEX") || isKeyword("FULLTEXT") || isKeyword("SPATIAL") {
      guard try readKey(into: &table) else { return false }
    } else if isKeyword("EXCLUDE") || isKeyword("PERIOD") && isKeyword("FOR", ahead: 1) {
      table.doubts.append("The rule is not taken over: \(try takeExpression(until: [","]).expression)")
    } else if isNamed {
      throw unexpected("PRIMARY KEY, UNIQUE, FOREIGN KEY or CHECK")
    } else {
      return false
    }
    _ = try takeExpression(until: [","])
    return true
  }

  private mutating func readUnique(into table: inout TableSchema.Table) throws(Diagnostic) {
    skip()
    _ = take("KEY") || take("INDEX")
    _ = take("NULLS", "NOT", "DISTINCT") || take("NULLS", "DISTINCT")
    try takeIndexed("A constraint that is unique", into: &table) { $0.uniqueness.append($1) }
  }

  /// Takes the columns of a constraint; PostgreSQL may name an index that has them.
  private mutating func takeIndexed(
    _ what: String, into table: inout TableSchema.Table,
    _ body: (inout TableSchema.Table, [String]) -> Void
  ) throws(Diagnostic) {
    if take("USING", "INDEX") {
      table.doubts.append("\(what) has the columns of the index \(try takeName("an index")): add it.")
    } else {
      skipIndexName()
      body(&table, try takeNames("columns"))
    }
  }

  /// Skips the name and the kind of an index: `by_name USING BTREE`.
  private mutating func skipIndexName() {
    if !isKeyword("USING"), next?.name != nil { skip() }
    if take("USING") { skip() }
  }

  /// Reads an index as MySQL has it in a table; returns false for a column of that name.
  private mutating func readKey(into table: inout TableSchema.Table) throws(Diagnostic) -> Bool {
    let start = self
    let kind = next?.name?.uppercased() ?? ""
    let isPlain = kind == "KEY" || kind == "INDEX"
    skip()
    if !isPlain { _ = take("KEY") || take("INDEX") }
    let name = isKeyword("USING") ? "" : next?.name ?? ""
    skipIndexName()
    // A column called key has a type behind it, whose brackets have numbers.
    guard next?.isSign("(") == true,
      case let columns = try takeNames("columns"), columns.allSatisfy({ $0.first?.isNumber != true })
    else {
      self = start
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
    let place = place
    var columns = column.map { [$0] } ?? []
    if column == nil {
      _ = take("IF", "NOT", "EXISTS")
      if next?.name != nil { skip() }
      columns = try takeNames("columns")
      guard take("REFERENCES") else { throw unexpected("REFERENCES") }
    }
    var key = TableSchema.ForeignKey(columns: columns, table: try takeQualifiedName("a table"), place: place)
    if next?.isSign("(") == true { key.targets = try takeNames("columns") }
    while true {
      if take("ON", "DELETE") {
        key.onDelete = try readAction()
      } else if take("ON", "UPDATE") {
        _ = try readAction()
      } else if take("MATCH") {
        skip()
      } else if !(take("NOT", "DEFERRABLE") || take("DEFERRABLE") || take("INITIALLY", "DEFERRED")
        || take("INITIALLY", "IMMEDIATE") || take("NOT", "VALID"))
      {
        break
      }
    }
    table.foreignKeys.append(key)
  }

  private mutating func readAction() throws(Diagnostic) -> DeleteRule {
    if take("CASCADE") { return .cascade }
    if take("SET", "NULL") || take("SET", "DEFAULT") {
      if next?.isSign("(") == true { _ = try takeNames("columns") }
      return .nullify
    }
    _ = take("NO", "ACTION") || take("RESTRICT")
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
