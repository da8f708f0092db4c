package import MotionModelGenerator
import MotionModelValues

/// Reads the file `schema.rb` in which Rails keeps the tables of its database.
package enum RailsSchemaReader {
  /// Returns the tables as a data model.
  ///
  /// - Parameters:
  ///   - text: The content of `schema.rb`.
  ///   - file: The name of the file in diagnostics.
  ///   - name: The name of the data model.
  /// - Throws: ``Diagnostic`` for lines that cannot be read, with their place.
  /// - Complexity: O(*n*) in the length of the text, plus O(*t*²) for *t* tables.
  package static func dataModel(of text: String, file: String, named name: String) throws(Diagnostic) -> DataModel {
    var calls = try RubyCalls(text, file: file)
    var reader = RailsTables()
    while let call = try calls.next() { try reader.read(call) }
    reader.finish()
    if reader.schema.tables.isEmpty {
      throw Diagnostic(
        "There is no create_table in the file: give the schema.rb of a Rails app.", at: SourcePlace(file: file))
    }
    return try reader.schema.dataModel(named: name)
  }
}

/// Collects what calls say of tables.
struct RailsTables {
  private(set) var schema = TableSchema()
  /// The table whose columns are being read.
  private var table: TableSchema.Table?
  /// Keys of which the schema does not say whether there is such a table.
  private var guesses: [(table: String, column: String, model: String, place: SourcePlace)] = []

  mutating func read(_ call: RubyCall) throws(Diagnostic) {
    switch call.name {
    case "create_table": begin(call)
    case "end":
      if let table { schema.tables.append(table) }
      table = nil
    case "create_enum":
      guard let name = call.arguments.first?.text else { return }
      schema.enums.append(.init(name: name, values: call.arguments.last?.texts ?? [], place: call.place))
    case "add_foreign_key": try addForeignKey(call)
    case "add_index": try addIndex(call)
    default: if call.name.hasPrefix("t.") { addColumn(String(call.name.dropFirst(2)), call) }
    }
  }

  /// Ends the table that is open, if the file ends before it does.
  mutating func finish() {
    if let table { schema.tables.append(table) }
    table = nil
    for guess in guesses { addGuess(guess.table, guess.column, guess.model, at: guess.place) }
  }

  private mutating func begin(_ call: RubyCall) {
    if let table { schema.tables.append(table) }
    var new = TableSchema.Table(call.arguments.first?.text ?? "", at: call.place)
    new.comment = call.options["comment"]?.text
    table = new
    // Rails adds the ids unless they are declined, or are several columns.
    if case .bool(false)? = call.options["id"] { return }
    if case .array(let names)? = call.options["primary_key"] {
      table?.primaryKey = names.compactMap(\.text)
      return
    }
    var column = TableSchema.Column(call.options["primary_key"]?.text ?? "id", at: call.place)
    let kind = call.options["id"]?.text ?? call.options["id"]?["type"]?.text ?? "bigint"
    column.type = ColumnTyping(rails: kind, call)
    column.isOptional = false
    table?.columns.append(column)
    table?.primaryKey = [column.name]
  }

  // MARK: - Columns

  private mutating func addColumn(_ kind: String, _ call: RubyCall) {
    switch kind {
    case "index":
      if let columns = call.arguments.first?.texts { addIndex(columns, call) }
    case "timestamps":
      for name in ["created_at", "updated_at"] { addColumn(name, "datetime", call, isOptional: false) }
    case "references", "belongs_to": for argument in call.arguments { addReference(argument.text ?? "", call) }
    case "check_constraint":
      if let rule = call.arguments.first?.text { table?.doubts.append("The rule is not taken over: \(rule)") }
    case "column":
      addColumn(call.arguments.first?.text ?? "", call.arguments.last?.text ?? "string", call)
    case "primary_key":
      addColumn(call.arguments.first?.text ?? "id", "bigint", call, isOptional: false)
      table?.primaryKey = [call.arguments.first?.text ?? "id"]
    default: for argument in call.arguments { addColumn(argument.text ?? "", kind, call) }
    }
  }

  private mutating func addColumn(_ name: String, _ kind: String, _ call: RubyCall, isOptional: Bool = true) {
    var column = TableSchema.Column(name, at: call.place)
    column.type = ColumnTyping(rails: kind, call)
    if let type = call.options["enum_type"]?.text { column.type = ColumnTyping(.string, swiftType: type) }
    if call.has("array") { column.type = column.type.array }
    column.isOptional = isOptional && (call.options["null"]?.isTrue ?? true)
    column.comment = call.options["comment"]?.text
    setDefault(of: &column, call)
    if call.has("index") { addIndex([name], call, isUnique: call.options["index"]?["unique"]?.isTrue ?? false) }
    table?.columns.append(column)
    guard let table, name.hasSuffix("_id"), kind != "string" || call.options["limit"] == nil else { return }
    guesses.append((table.name, name, String(name.dropLast(3)), call.place))
  }

  private func setDefault(of column: inout TableSchema.Column, _ call: RubyCall) {
    let isBoolean = column.type.type == .boolean
    switch call.options["default"] {
    case .text(let text)?: column.defaultValue = column.type.type == .date ? nil : text
    case .number(let text)?: column.defaultValue = text
    case .bool(let value)?: column.defaultValue = isBoolean ? (value ? "YES" : "NO") : nil
    case .code?: column.doubtOfDefault = "The database computes the default, and here nothing does."
    case .array(let values)? where !values.isEmpty: column.doubts.append("The default is an array, and not taken over.")
    default: break
    }
  }

  private mutating func addReference(_ name: String, _ call: RubyCall) {
    let isUUID = call.options["type"]?.text == "uuid"
    addColumn("\(name)_id", isUUID ? "uuid" : "bigint", call)
    if call.has("polymorphic") {
      addColumn("\(name)_type", "string", call)
      return
    }
    guard call.has("foreign_key") else { return }
    let target = call.options["foreign_key"]?["to_table"]?.text ?? Inflector.current.tableize(name)
    table?.foreignKeys.append(.init(columns: ["\(name)_id"], table: target, name: name, place: call.place))
  }

  // MARK: - Keys and indexes

  private mutating func addForeignKey(_ call: RubyCall) throws(Diagnostic) {
    guard call.arguments.count > 1, let from = call.arguments[0].text, let to = call.arguments[1].text else {
      throw Diagnostic("Expected two tables behind add_foreign_key.", at: call.place)
    }
    guard let index = schema.index(of: from) else {
      throw Diagnostic("There is no table \(from) before this: create it first.", at: call.place)
    }
    let column = call.options["column"]?.text ?? "\(Inflector.current.singularize(to))_id"
    var key = TableSchema.ForeignKey(columns: [column], table: to, place: call.place)
    key.targets = call.options["primary_key"]?.text.map { [$0] } ?? []
    key.onDelete =
      switch call.options["on_delete"]?.text {
      case "cascade": .cascade
      case "nullify": .nullify
      default: .deny
      }
    schema.tables[index].foreignKeys.removeAll { $0.columns == [column] }
    schema.tables[index].foreignKeys.append(key)
  }

  private mutating func addIndex(_ call: RubyCall) throws(Diagnostic) {
    guard call.arguments.count > 1, let name = call.arguments[0].text, let index = schema.index(of: name) else {
      throw Diagnostic("Expected a table and its columns behind add_index.", at: call.place)
    }
    table = schema.tables[index]
    addIndex(call.arguments[1].texts, call)
    if let table { schema.tables[index] = table }
    table = nil
  }

  private mutating func addIndex(_ columns: [String], _ call: RubyCall, isUnique: Bool? = nil) {
    let name = call.options["name"]?.text ?? ""
    if call.options["where"] != nil {
      table?.doubts.append("The index \(name) has a condition, and is not taken over.")
    } else if isUnique ?? call.has("unique") {
      table?.uniqueness.append(columns)
    } else {
      table?.indexes.append((name, columns))
    }
  }

  /// Takes a column such as `project_id` for a key, if there is a table of that name and no key of the column.
  private mutating func addGuess(_ name: String, _ column: String, _ model: String, at place: SourcePlace) {
    guard let index = schema.index(of: name), let target = schema.index(of: Inflector.current.tableize(model)),
      !schema.tables[index].foreignKeys.contains(where: { $0.columns == [column] }),
      !schema.tables[index].columns.contains(where: { $0.name == "\(model)_type" })
    else { return }
    let to = schema.tables[target].name
    schema.tables[index].foreignKeys.append(.init(columns: [column], table: to, name: model, place: place))
    guard let column = schema.tables[index].index(of: column) else { return }
    schema.tables[index].columns[column].doubts.append("Only its name says that it refers to \(to).")
  }
}

extension ColumnTyping {
  /// Reads the name of a type of Rails: `t.string`.
  fileprivate init(rails name: String, _ call: RubyCall) {
    var arguments: [String] = []
    for option in ["limit", "precision", "scale"] {
      if case .number(let text)? = call.options[option] { arguments.append(text) }
    }
    switch name {
    case "string":
      self.init(.string)
      if case .number(let text)? = call.options["limit"] { maximum = text }
    case "decimal", "money": self.init(.decimal)
    case "datetime", "timestamp", "date", "timestamptz": self.init(.date)
    case "integer", "bigint", "unsigned_integer", "unsigned_bigint", "serial", "bigserial": self.init(.integer64)
    case "enum": self.init(.string)
    case "virtual": self.init(.string, doubt: "The database computes the column, and here nothing does.")
    default: self.init(sql: name, arguments)
    }
  }
}
