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
  private var guesses: [(table: TableName, column: String, model: String, place: SourcePlace)] = []

  mutating func read(_ call: RubyCall) throws(Diagnostic) {
    switch call.name {
    case "create_table": try begin(call)
    case "end":
      if let table { schema.tables.append(table) }
      table = nil
    case "create_enum":
      guard let name = call.arguments.first?.text else { return }
      let values = call.arguments.dropFirst().first?.texts ?? []
      schema.enums.append(.init(name: TableName(dotted: name).name, values: values, place: call.place))
    case "create_schema": break
    case "add_foreign_key": try addForeignKey(call)
    default:
      if call.name.hasPrefix("t.") {
        addColumn(String(call.name.dropFirst(2)), call)
      } else if call.name.hasPrefix("add_") {
        addToTable(String(call.name.dropFirst(4)), call)
      } else if call.name.hasPrefix("create_") {
        let kind = call.name.dropFirst(7).replacing("_", with: " ")
        schema.leaveOut(
          "The \(kind) \(call.arguments.first?.text ?? "") has no records of its own, and is left out.", at: call.place)
      }
    }
  }

  /// Ends the table that is open, if the file ends before it does.
  mutating func finish() {
    if let table { schema.tables.append(table) }
    table = nil
    for guess in guesses { addGuess(guess.table, guess.column, guess.model, at: guess.place) }
  }

  private mutating func begin(_ call: RubyCall) throws(Diagnostic) {
    if let table { schema.tables.append(table) }
    var new = TableSchema.Table(TableName(dotted: call.arguments.first?.text ?? ""), at: call.place)
    new.comment = call.options["comment"]?.text
    addID(to: &new, call)
    if let options = call.options["options"]?.text { try readOptions(options, of: &new, at: call.place) }
    table = new
  }

  /// Adds the ids that Rails adds, unless they are declined, or are several columns.
  private func addID(to table: inout TableSchema.Table, _ call: RubyCall) {
    if case .bool(false)? = call.options["id"] { return }
    if case .array(let names)? = call.options["primary_key"] {
      table.primaryKey = names.compactMap(\.text)
      return
    }
    var column = TableSchema.Column(call.options["primary_key"]?.text ?? "id", at: call.place)
    let kind = call.options["id"]?.text ?? call.options["id"]?["type"]?.text ?? "bigint"
    column.type = ColumnTyping(rails: kind, call)
    column.isOptional = false
    table.columns.append(column)
    table.primaryKey = [column.name]
  }

  /// Reads what SQL has behind the columns; all but heirs of PostgreSQL says nothing of them.
  private func readOptions(
    _ options: String, of table: inout TableSchema.Table, at place: SourcePlace
  ) throws(Diagnostic) {
    guard let match = options.firstMatch(of: /(?i)\bINHERITS\s*\(([^)]*)\)/) else { return }
    for name in match.1.split(separator: ",") {
      let name = TableName(dotted: name.filter { $0 != " " && $0 != "\"" })
      guard let index = schema.index(of: name) else {
        throw Diagnostic("There is no table \(name.text) before this: create it first.", at: place)
      }
      table.inherit(from: schema.tables[index], at: place)
    }
  }

  // MARK: - Columns

  private mutating func addColumn(_ kind: String, _ call: RubyCall) {
    switch kind {
    case "index":
      if let columns = call.arguments.first?.texts { addIndex(columns, call) }
    case "timestamps":
      for name in ["created_at", "updated_at"] { addColumn(name, "datetime", call, isOptional: false) }
    case "references", "belongs_to": for argument in call.arguments { addReference(argument.text ?? "", call) }
    case "unique_constraint" where call.arguments.first?.texts.isEmpty == false:
      table?.uniqueness.append(call.arguments[0].texts)
    case _ where kind.hasSuffix("_constraint"):
      let rule = call.arguments.first?.text ?? call.options["name"]?.text ?? ""
      table?.doubts.append("The rule is not taken over: \(rule)")
    case "column":
      addColumn(call.arguments.first?.text ?? "", call.arguments.last?.text ?? "string", call)
    case "primary_key":
      addColumn(call.arguments.first?.text ?? "id", "bigint", call, isOptional: false)
      table?.primaryKey = [call.arguments.first?.text ?? "id"]
    default:
      for argument in call.arguments {
        if let name = argument.text, !name.isEmpty {
          addColumn(name, kind, call)
        } else {
          table?.doubts.append("Not taken over: t.\(kind), as its column has no name")
        }
      }
    }
  }

  private mutating func addColumn(_ name: String, _ kind: String, _ call: RubyCall, isOptional: Bool = true) {
    var column = TableSchema.Column(name, at: call.place)
    // What the database computes says its type apart.
    column.type = ColumnTyping(rails: kind == "virtual" ? call.options["type"]?.text ?? "string" : kind, call)
    if kind == "virtual" {
      let expression = call.options["as"]?.text ?? ""
      column.doubts.append("The database computes the column, and here nothing does: \(expression)")
    }
    if let type = call.options["enum_type"]?.text {
      column.type = ColumnTyping(.string, enumeration: schema.enumIndex(named: TableName(dotted: type).name))
      if column.type.enumeration == nil { column.type.doubt = "The enum \(type) is not in the file." }
    }
    if call.has("array") { column.type = column.type.array }
    column.isOptional = isOptional && (call.options["null"]?.isTrue ?? true)
    column.comment = call.options["comment"]?.text
    setDefault(of: &column, kind, call)
    if call.has("index") { addIndex([name], call, isUnique: call.options["index"]?["unique"]?.isTrue ?? false) }
    table?.columns.append(column)
    guard let table, name.hasSuffix("_id"), kind != "string" || call.options["limit"] == nil else { return }
    guesses.append((table.name, name, String(name.dropLast(3)), call.place))
  }

  private func setDefault(of column: inout TableSchema.Column, _ kind: String, _ call: RubyCall) {
    guard let value = call.options["default"] else { return }
    if ["json", "jsonb"].contains(kind), column.type.dimensions == 0 {
      // A default in quotation marks is JSON already, as MySQL has it.
      column.defaultValue = value.text ?? value.json
      if case .null = value { column.defaultValue = nil }
      return
    }
    switch value {
    case .text(let text), .number(let text): column.defaultValue = text
    case .bool(let value): column.defaultValue = value ? "YES" : "NO"
    case .null: break
    case .code(let text): column.doubtOfDefault = "The default is not taken over: \(text)"
    case .array(let values):
      if !values.isEmpty { column.doubtOfDefault = "The default is not taken over: \(value.json ?? "an array")" }
    case .hash: column.doubtOfDefault = "The default is not taken over: \(value.json ?? "a hash")"
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
    table?.foreignKeys.append(
      .init(columns: ["\(name)_id"], table: TableName(dotted: target), name: name, place: call.place))
  }

  // MARK: - Keys and indexes

  private mutating func addForeignKey(_ call: RubyCall) throws(Diagnostic) {
    guard call.arguments.count > 1, let from = call.arguments[0].text, let to = call.arguments[1].text else {
      throw Diagnostic("Expected two tables behind add_foreign_key.", at: call.place)
    }
    guard let index = schema.index(of: TableName(dotted: from)) else {
      throw Diagnostic("There is no table \(from) before this: create it first.", at: call.place)
    }
    let target = TableName(dotted: to)
    let columns = call.options["column"]?.texts ?? ["\(Inflector.current.singularize(target.name))_id"]
    var key = TableSchema.ForeignKey(columns: columns, table: target, place: call.place)
    key.targets = call.options["primary_key"]?.texts ?? []
    key.onDelete =
      switch call.options["on_delete"]?.text {
      case "cascade": .cascade
      case "nullify": .nullify
      default: .deny
      }
    schema.tables[index].foreignKeys.removeAll { $0.columns == columns && $0.name != nil }
    schema.tables[index].foreignKeys.append(key)
  }

  /// Adds to a table what stands behind it, such as an index.
  private mutating func addToTable(_ kind: String, _ call: RubyCall) {
    guard let name = call.arguments.first?.text, let index = schema.index(of: TableName(dotted: name)) else {
      let what = kind.replacing("_", with: " ")
      schema.leaveOut(
        "The \(what) of \(call.arguments.first?.text ?? "no table"), which is no table of the file, is left out.",
        at: call.place)
      return
    }
    table = schema.tables[index]
    var inTable = call
    inTable.arguments.removeFirst()
    if kind == "column", inTable.arguments.count > 1 {
      addColumn("column", inTable)
    } else {
      addColumn(kind == "reference" ? "references" : kind, inTable)
    }
    if let table { schema.tables[index] = table }
    table = nil
  }

  private mutating func addIndex(_ columns: [String], _ call: RubyCall, isUnique: Bool? = nil) {
    let name = call.options["name"]?.text ?? ""
    let kind = (call.options["type"]?.text ?? call.options["using"]?.text ?? "btree").lowercased()
    if call.options["where"] != nil {
      table?.doubts.append("The index \(name) has a condition, and is not taken over.")
    } else if isUnique ?? call.has("unique") {
      table?.uniqueness.append(columns)
    } else if !["btree", "hash"].contains(kind) && isUnique == nil {
      table?.doubts.append("The index \(name) is \(kind.uppercased()), and is not taken over.")
    } else {
      table?.indexes.append((name, columns))
    }
  }

  /// Takes a column such as `project_id` for a key, if there is a table of that name and no key of the column.
  private mutating func addGuess(_ name: TableName, _ column: String, _ model: String, at place: SourcePlace) {
    guard let index = schema.index(of: name),
      let target = schema.index(of: TableName(Inflector.current.tableize(model))),
      !schema.tables[index].foreignKeys.contains(where: { $0.columns == [column] }),
      !schema.tables[index].columns.contains(where: { $0.name == "\(model)_type" })
    else { return }
    let to = schema.tables[target].name
    schema.tables[index].foreignKeys.append(.init(columns: [column], table: to, name: model, place: place))
    guard let column = schema.tables[index].index(of: column) else { return }
    schema.tables[index].columns[column].doubts.append("Only its name says that it refers to \(to.text).")
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
    case "decimal", "money", "unsigned_decimal": self.init(.decimal)
    case "datetime", "timestamp", "date", "timestamptz": self.init(.date)
    case "integer", "bigint", "unsigned_integer", "unsigned_bigint", "serial", "bigserial", "primary_key":
      self.init(.integer64)
    case "float", "unsigned_float": self.init(.double)
    case "enum": self.init(.string)
    // NB: SQLite's rules would find a number in every "point" and "constraint".
    default:
      self =
        Self.exact(name, arguments)
        ?? ColumnTyping(.string, doubt: "The type \(name) is not known. It was taken for a string.")
    }
  }
}
