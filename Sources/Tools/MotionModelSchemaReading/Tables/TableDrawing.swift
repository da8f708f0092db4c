import MotionModelGenerator
import MotionModelValues

/// Draws tables as entities.
struct TableDrawing {
  private let schema: TableSchema
  private let names: [String]
  private let enums: [TableEnum?]
  private var drawn: [Entity] = []
  /// The names that are free for properties of each entity.
  private var free: [UniqueNames] = []
  /// The names of properties by those of columns, for each table.
  private var properties: [[String: String]] = []

  init(_ schema: TableSchema) {
    self.schema = schema
    var unique = UniqueNames.ofTypes
    var names = schema.tables.map { _ in "" }
    // Tables in the main schema have their names before others of the same name.
    for isMain in [true, false] {
      for (index, table) in schema.tables.enumerated() where table.name.isInMainSchema == isMain {
        names[index] = unique.take(firstOf: table.name.typeNames)
      }
    }
    self.names = names
    enums = schema.enums.map { TableEnum($0, &unique) }
  }

  mutating func entities() throws(Diagnostic) -> [Entity] {
    for index in schema.tables.indices { try draw(index) }
    for index in schema.tables.indices { try addInverses(of: index) }
    for index in schema.tables.indices { addConstraints(of: index) }
    return enums.compactMap { $0?.entity } + drawn
  }

  // MARK: - Entities

  private mutating func draw(_ index: Int) throws(Diagnostic) {
    let table = schema.tables[index]
    var entity = Entity(names[index], at: table.place)
    entity.documentation = table.comment
    entity.doubts = table.doubts
    var free = entity.freeNames
    let id = table.idColumn
    // The id has its name in any case, and no other column has it, nor one whose values cannot be ids.
    let isLoose = id == nil && table.columns.contains { $0.name.lowercased() == "id" && $0.type.isOfIDs }
    if !isLoose { _ = free.take("id") }
    if isLoose { entity.doubts.append("The id alone need not be unique in the database, and is here.") }
    var names: [String: String] = [:]
    var columnNames = ColumnNames(hasID: !isLoose)
    let keys = try keys(of: table)
    for var column in table.columns {
      let isFree = columnNames.take(column.name, isID: column.name == id)
      if !isFree { column.doubts.append("The column is called \(column.name), which is another name in files.") }
      if let key = keys[column.name] {
        var relationship = relationship(key, of: column, &free)
        if !isFree { relationship.columnName = columnNames.takeAnother(for: "\(relationship.name)ID") }
        names[column.name] = relationship.name
        entity.relationships.append(relationship)
      } else {
        let name = column.name == id ? "id" : free.take(column.name.propertyName(or: "column"))
        var attribute = attribute(column, named: name, isID: column.name == id)
        if !isFree { attribute.columnName = columnNames.takeAnother(for: name) }
        names[column.name] = name
        entity.attributes.append(attribute)
      }
    }
    entity.doubts += doubts(of: table, isRenamed: Inflector.current.classify(table.name.name) != entity.name)
    self.free.append(free)
    properties.append(names)
    drawn.append(entity)
  }

  private func doubts(of table: TableSchema.Table, isRenamed: Bool) -> [String] {
    var doubts: [String] = []
    if isRenamed { doubts.append("The table is \(table.name.text).") }
    let key = table.primaryKey.joined(separator: ", ")
    if table.primaryKey.isEmpty {
      doubts.append("The table has no primary key; records get an id.")
    } else if table.primaryKey.count > 1 {
      doubts.append("The primary key is \(key); records get an id, and these are unique together.")
    } else if table.idColumn == nil {
      doubts.append("The primary key \(key) is no number, string or UUID; records get an id, and it is unique.")
    }
    if !table.partitions.isEmpty {
      let names = table.partitions.map(\.text).joined(separator: ", ")
      doubts.append("Its partitions are no models, as their rows are its own: \(names)")
    }
    return doubts
  }

  private func attribute(_ column: TableSchema.Column, named name: String, isID: Bool) -> Attribute {
    let enumeration = column.type.enumeration.flatMap { enums[$0] }
    var attribute = Attribute(name, column.type.type, isOptional: column.isOptional && !isID, at: column.place)
    if name != column.name { attribute.columnName = column.name }
    attribute.customType = enumeration?.entity.name
    if column.type.dimensions > 0 {
      let element = enumeration?.entity.name ?? column.type.type.swiftName
      let (open, close) = (String(repeating: "[", count: column.type.dimensions), "]")
      attribute.customType = open + element + String(repeating: close, count: column.type.dimensions)
      attribute.type = .transformable
    }
    attribute.maximum = column.type.maximum
    attribute.documentation = column.comment
    attribute.doubts = column.doubts + [column.type.doubt].compactMap(\.self)
    if isID { return attribute }
    attribute.storeColumn = column.storeColumn
    // What the store keeps up itself has no default.
    if attribute.storeColumn != nil {
      return attribute.storeColumn == .version ? attribute.with(column.defaultValue) : attribute
    }
    attribute.doubts += [column.doubtOfDefault].compactMap(\.self)
    return attribute.with(column.defaultValue, values: enumeration?.values)
  }

  // MARK: - Relationships

  /// Returns the keys that become relationships, by their columns.
  private func keys(of table: TableSchema.Table) throws(Diagnostic) -> [String: TableSchema.ForeignKey] {
    var keys: [String: TableSchema.ForeignKey] = [:]
    for key in table.foreignKeys {
      for column in key.columns where table.index(of: column) == nil {
        throw Diagnostic(
          "The table \(table.name.text) has a key of the column \(column), which it does not have.", at: key.place)
      }
      guard becomesRelationship(key, of: table), let place = table.index(of: key.columns[0]) else { continue }
      keys[table.columns[place].name] = key
    }
    return keys
  }

  /// Whether a key is one column with ids, and not the record's own id.
  private func becomesRelationship(_ key: TableSchema.ForeignKey, of table: TableSchema.Table) -> Bool {
    guard let target = schema.index(ofRows: key.table), let id = schema.tables[target].idColumn, key.columns.count == 1,
      let column = table.index(of: key.columns[0]), table.columns[column].type.dimensions == 0
    else { return false }
    let isID = table.idColumn == table.columns[column].name
    return !isID && (key.targets.isEmpty || key.targets[0].lowercased() == id.lowercased())
  }

  private func relationship(
    _ key: TableSchema.ForeignKey, of column: TableSchema.Column, _ free: inout UniqueNames
  ) -> Relationship {
    let target = names[schema.index(ofRows: key.table) ?? 0]
    let wanted = key.name?.propertyName(or: "reference") ?? column.name.relationshipName(to: target)
    let name = free.take(wanted)
    var relationship = Relationship(name, to: target, at: column.place)
    relationship.isOptional = column.isOptional
    relationship.columnName = column.name == "\(name)ID" ? nil : column.name
    relationship.documentation = column.comment
    relationship.doubts = column.doubts + [column.doubtOfDefault].compactMap(\.self)
    if let value = column.defaultValue { relationship.doubts.append("The default is not taken over: \(value)") }
    return relationship
  }

  /// Adds the other ends of the keys of a table, to the tables to which they refer.
  private mutating func addInverses(of index: Int) throws(Diagnostic) {
    let table = schema.tables[index]
    let keys = try keys(of: table)
    for (place, column) in table.columns.enumerated() {
      guard let key = keys[column.name], let target = schema.index(ofRows: key.table),
        let own = drawn[index].relationships.firstIndex(where: {
          $0.name == properties[index][column.name] && !$0.isToMany
        })
      else { continue }
      let isOne = table.uniqueness.contains([column.name]) || table.primaryKey == [column.name]
      let isOnly = keys.values.count { schema.index(ofRows: $0.table) == target } == 1
      let end = isOne ? names[index] : Inflector.current.pluralize(names[index])
      let base = end.propertyName(or: "other")
      let wanted = isOnly && target != index ? base : "\(drawn[index].relationships[own].name)\(end)".propertyName
      let name = free[target].take(wanted)
      var inverse = Relationship(
        name, to: names[index], inverse: drawn[index].relationships[own].name, at: table.columns[place].place)
      (inverse.isToMany, inverse.isOptional, inverse.deleteRule) = (!isOne, true, key.onDelete)
      drawn[index].relationships[own].inverse = name
      drawn[target].relationships.append(inverse)
    }
    for key in table.foreignKeys where !keys.values.contains(where: { $0.place == key.place }) {
      let columns = key.columns.joined(separator: ", ")
      drawn[index].doubts.append(
        schema.index(ofRows: key.table) == nil
          ? "The key (\(columns)) leads to \(key.table.text), which the file does not declare, so it is no relation."
          : "The key (\(columns)) to \(key.table.text) is not one column with ids, so it is no relation.")
    }
  }

  // MARK: - Constraints

  private mutating func addConstraints(of index: Int) {
    let table = schema.tables[index]
    let own = table.idColumn == nil && !table.primaryKey.isEmpty ? [table.primaryKey] : []
    for columns in own + table.uniqueness {
      let names = columns.compactMap { name(of: $0, in: index) }
      if names.count == columns.count && names != ["id"] && !drawn[index].uniqueness.contains(names) {
        drawn[index].uniqueness.append(names)
      } else if names.count < columns.count {
        drawn[index].doubts.append(
          "The constraint that (\(columns.joined(separator: ", "))) is unique is not taken over.")
      }
    }
    for (name, columns) in table.indexes {
      let names = columns.compactMap { self.name(of: $0, in: index) }
      if names.count == columns.count {
        drawn[index].indexes.append(.init(name, names))
      } else {
        drawn[index].doubts.append("The index \(name) has expressions, and is not taken over.")
      }
    }
  }

  private func name(of column: String, in index: Int) -> String? {
    schema.tables[index].index(of: column).flatMap { properties[index][schema.tables[index].columns[$0].name] }
  }
}

/// An enum of a database, as an entity.
private struct TableEnum {
  private(set) var entity: Entity
  let values: [String]

  /// Nil for an enum without values, which Swift does not have.
  init?(_ type: TableSchema.EnumType, _ names: inout UniqueNames) {
    if type.values.isEmpty { return nil }
    var known: Set<String> = []
    values = type.values.filter { known.insert($0).inserted }
    entity = Entity(names.take(Inflector.current.camelize(type.name).typeName), at: type.place)
    entity.userInfo = UserInfo([.init("MotionModel.Enum", "YES"), .init("MotionModel.Type", "String")])
    // NB: All enums have a list of their cases.
    var free = UniqueNames(taken: ["allCases", "rawValue"], key: SwiftName.folded)
    entity.attributes = values.map { value in
      var attribute = Attribute(free.take(value.propertyName(or: "value")), .string, at: type.place)
      attribute.userInfo = UserInfo([.init("MotionModel.Value", value)])
      return attribute
    }
  }
}

extension TableName {
  /// The names that a table's type may have, the best first: `Todo`, `PublicTodo`.
  fileprivate var typeNames: [String] {
    let name = Inflector.current.classify(name)
    return [name.typeName] + (schema.map { [Inflector.current.camelize("\($0)_\(name)").typeName] } ?? [])
  }
}

extension String {
  fileprivate var typeName: String { typeName(or: "Table") }

  /// The name of a reference by that of its key: `project_id` is `project`; without such an ending, that of the model.
  fileprivate func relationshipName(to model: String) -> String {
    for ending in ["_id", "_ID", "Id", "ID", "_uuid", "_key"] where hasSuffix(ending) && count > ending.count {
      return String(dropLast(ending.count)).propertyName(or: "reference")
    }
    return propertyName == "id"
      ? model.propertyName(or: "reference") : "\(self)_\(model)".propertyName(or: "reference")
  }
}

extension Attribute {
  /// The attribute with a default, if that is one of its type or of an enum's values; otherwise it is marked.
  fileprivate func with(_ value: String?, values: [String]? = nil) -> Attribute {
    guard let value else { return self }
    var attribute = self
    // A date of the modeler is a number of seconds, which no database has.
    let isUsable = values?.contains(value) ?? (type != .date && type.accepts(default: value))
    if isUsable && (customType == nil || values != nil && type != .transformable) {
      attribute.defaultValue = value
    } else {
      attribute.doubts.append("The default is not taken over: \(SwiftLiteral.string(value))")
    }
    return attribute
  }
}

extension TableSchema.Table {
  /// The column whose values are ids; nil if there is none, or its values cannot be some.
  fileprivate var idColumn: String? {
    guard primaryKey.count == 1, let index = index(of: primaryKey[0]) else { return nil }
    return columns[index].type.isOfIDs ? columns[index].name : nil
  }
}

extension ColumnTyping {
  /// Whether its values can be ids of records.
  fileprivate var isOfIDs: Bool {
    [.integer16, .integer32, .integer64, .string, .uuid].contains(type) && enumeration == nil && dimensions == 0
  }
}

extension TableSchema.Column {
  /// What the store sets the column to by itself, as Rails and others do with columns of these names.
  fileprivate var storeColumn: Attribute.StoreColumn? {
    switch name.lowercased() {
    case "created_at" where type.type == .date: .created
    case "updated_at" where type.type == .date: .updated
    case "lock_version" where type.type == .integer64: .version
    default: nil
    }
  }
}
