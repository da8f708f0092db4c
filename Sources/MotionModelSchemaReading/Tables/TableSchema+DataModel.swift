import MotionModelGenerator
import MotionModelValues

extension TableSchema {
  /// Returns the tables as entities, with the names that Swift has for them, and keys as relationships.
  ///
  /// - Throws: ``Diagnostic`` for a table or a column that is declared twice, and for a key to nowhere.
  func dataModel(named name: String) throws(Diagnostic) -> DataModel {
    try checkNames()
    var drawing = TableDrawing(self)
    return DataModel(name: name, entities: try drawing.entities())
  }

  private func checkNames() throws(Diagnostic) {
    var names: Set<String> = []
    for table in tables {
      guard names.insert(table.name.lowercased()).inserted else {
        throw Diagnostic("The table \(table.name) is declared twice: remove one.", at: table.place)
      }
      var columns: Set<String> = []
      for column in table.columns where !columns.insert(column.name.lowercased()).inserted {
        throw Diagnostic(
          "The table \(table.name) declares the column \(column.name) twice: remove one.", at: column.place)
      }
    }
  }
}

/// Draws tables as entities.
private struct TableDrawing {
  private let schema: TableSchema
  private let names: [String]
  private let enumNames: [String: String]
  private var drawn: [Entity] = []
  /// The names that are free for properties of each entity.
  private var free: [UniqueNames] = []
  /// The names of properties by those of columns, for each table.
  private var properties: [[String: String]] = []

  init(_ schema: TableSchema) {
    self.schema = schema
    names = schema.tables.map { Inflector.current.classify($0.name.lastPart) }
    enumNames = Dictionary(schema.enums.map { ($0.name, Inflector.current.camelize($0.name.lastPart)) }) { first, _ in
      first
    }
  }

  mutating func entities() throws(Diagnostic) -> [Entity] {
    for index in schema.tables.indices { try draw(index) }
    free = drawn.map(\.freeNames)
    for index in schema.tables.indices { addInverses(of: index) }
    for index in schema.tables.indices { addConstraints(of: index) }
    return schema.enums.map { enumeration($0) } + drawn
  }

  // MARK: - Entities

  private mutating func draw(_ index: Int) throws(Diagnostic) {
    let table = schema.tables[index]
    var entity = Entity(names[index], at: table.place)
    entity.documentation = table.comment
    entity.doubts = table.doubts
    var names: [String: String] = [:]
    let keys = try keys(of: table)
    for column in table.columns {
      if let key = keys[column.name] {
        let relationship = relationship(key, of: column, in: table)
        names[column.name] = relationship.name
        entity.relationships.append(relationship)
      } else {
        let attribute = attribute(column, of: table)
        names[column.name] = attribute.name
        entity.attributes.append(attribute)
      }
    }
    if table.primaryKey.count != 1 {
      entity.doubts.append(
        table.primaryKey.isEmpty
          ? "The table has no primary key; records get an id."
          : "The primary key is \(table.primaryKey.joined(separator: ", ")); records get an id, and these are unique together."
      )
    }
    properties.append(names)
    drawn.append(entity)
  }

  private func attribute(_ column: TableSchema.Column, of table: TableSchema.Table) -> Attribute {
    let isID = table.primaryKey == [column.name]
    let name = isID ? "id" : column.name.propertyName
    var attribute = Attribute(name, column.type.type, isOptional: column.isOptional && !isID, at: column.place)
    if name != column.name { attribute.columnName = column.name }
    attribute.customType = column.type.swiftType.map { enumNames[$0] ?? $0 }
    attribute.maximum = column.type.maximum
    attribute.defaultValue = isID ? nil : column.defaultValue
    attribute.documentation = column.comment
    if !isID { attribute.upkeep = column.upkeep }
    // Ids are given by the store, and so is what it keeps up itself.
    let isGiven = isID || attribute.upkeep != nil
    attribute.doubts = column.doubts + [isGiven ? nil : column.doubtOfDefault, column.type.doubt].compactMap { $0 }
    return attribute
  }

  private func enumeration(_ type: TableSchema.EnumType) -> Entity {
    var entity = Entity(enumNames[type.name] ?? type.name, at: type.place)
    entity.userInfo = UserInfo([.init("MotionModel.Enum", "YES"), .init("MotionModel.Type", "String")])
    entity.attributes = type.values.map { value in
      var attribute = Attribute(value.propertyName, .string, at: type.place)
      attribute.userInfo = UserInfo([.init("MotionModel.Value", value)])
      return attribute
    }
    return entity
  }

  // MARK: - Relationships

  /// Returns the keys that become relationships, by their columns.
  private func keys(of table: TableSchema.Table) throws(Diagnostic) -> [String: TableSchema.ForeignKey] {
    var keys: [String: TableSchema.ForeignKey] = [:]
    for key in table.foreignKeys {
      guard let target = schema.index(of: key.table) else {
        throw Diagnostic(
          "The table \(table.name) refers to \(key.table), which the file does not declare: add it, or remove the reference.",
          at: key.place)
      }
      for column in key.columns where table.index(of: column) == nil {
        throw Diagnostic(
          "The table \(table.name) has a key of the column \(column), which it does not have.", at: key.place)
      }
      guard becomesRelationship(key, of: table, to: schema.tables[target]), let place = table.index(of: key.columns[0])
      else { continue }
      keys[table.columns[place].name] = key
    }
    return keys
  }

  /// Whether a key is one column with ids, and not the record's own id.
  private func becomesRelationship(
    _ key: TableSchema.ForeignKey, of table: TableSchema.Table, to target: TableSchema.Table
  ) -> Bool {
    guard key.columns.count == 1, target.primaryKey.count == 1 else { return false }
    let isID = table.primaryKey.map { $0.lowercased() } == [key.columns[0].lowercased()]
    return !isID && (key.targets.isEmpty || key.targets[0].lowercased() == target.primaryKey[0].lowercased())
  }

  private func relationship(
    _ key: TableSchema.ForeignKey, of column: TableSchema.Column, in table: TableSchema.Table
  ) -> Relationship {
    let name = key.name?.propertyName ?? column.name.relationshipName(to: names[schema.index(of: key.table) ?? 0])
    var relationship = Relationship(name, to: names[schema.index(of: key.table) ?? 0], at: column.place)
    relationship.isOptional = column.isOptional
    relationship.columnName = column.name == "\(name)ID" ? nil : column.name
    relationship.documentation = column.comment
    relationship.doubts = column.doubts + [column.doubtOfDefault].compactMap { $0 }
    return relationship
  }

  /// Adds the other ends of the keys of a table, to the tables to which they refer.
  private mutating func addInverses(of index: Int) {
    let table = schema.tables[index]
    let keys = (try? keys(of: table)) ?? [:]
    for (place, column) in table.columns.enumerated() {
      guard let key = keys[column.name], let target = schema.index(of: key.table),
        let own = drawn[index].relationships.firstIndex(where: {
          $0.name == properties[index][column.name] && !$0.isToMany
        })
      else { continue }
      let isOne = table.uniqueness.contains([column.name]) || table.primaryKey == [column.name]
      let isOnly = keys.values.count { schema.index(of: $0.table) == target } == 1
      let end = isOne ? names[index] : Inflector.current.pluralize(names[index])
      let base = end.propertyName
      let wanted = isOnly && target != index ? base : "\(drawn[index].relationships[own].name)\(end)".propertyName
      let name = free[target].take(wanted)
      var inverse = Relationship(
        name, to: names[index], inverse: drawn[index].relationships[own].name, at: table.columns[place].place)
      (inverse.isToMany, inverse.isOptional, inverse.deleteRule) = (!isOne, true, key.onDelete)
      drawn[index].relationships[own].inverse = name
      drawn[target].relationships.append(inverse)
    }
    for key in table.foreignKeys where !keys.values.contains(where: { $0.place == key.place }) {
      drawn[index].doubts.append(
        "The key (\(key.columns.joined(separator: ", "))) to \(key.table) is not one column with ids, so it is no relation."
      )
    }
  }

  // MARK: - Constraints

  private mutating func addConstraints(of index: Int) {
    let table = schema.tables[index]
    let composite = table.primaryKey.count > 1 ? [table.primaryKey] : []
    for columns in composite + table.uniqueness {
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

extension TableSchema.Column {
  /// What the store sets the column to by itself, as Rails and others do with columns of these names.
  fileprivate var upkeep: Attribute.Upkeep? {
    switch name.lowercased() {
    case "created_at" where type.type == .date: .created
    case "updated_at" where type.type == .date: .updated
    case "lock_version" where type.type == .integer64: .version
    default: nil
    }
  }
}

extension Entity {
  /// The names that are free for properties.
  var freeNames: UniqueNames {
    UniqueNames(taken: attributes.map(\.name) + relationships.map(\.name), key: SwiftName.folded)
  }
}

extension String {
  /// The name without that of a schema in front: `public.todos`.
  var lastPart: String { split(separator: ".").last.map(String.init) ?? self }

  /// The name as that of a property: `due_date` is `dueDate`.
  var propertyName: String {
    let words = unicodeScalars.map { $0.isPartOfName ? String($0) : "_" }.joined()
    return Inflector.current.camelize(Inflector.current.underscore(words), firstUppercase: false)
  }

  /// The name of a reference by that of its key: `project_id` is `project`; without such an ending, that of the model.
  fileprivate func relationshipName(to model: String) -> String {
    for ending in ["_id", "_ID", "Id", "ID", "_uuid", "_key"] where hasSuffix(ending) && count > ending.count {
      return String(dropLast(ending.count)).propertyName
    }
    return self.propertyName == "id" ? model.propertyName : "\(propertyName)\(model)".propertyName
  }
}

extension Unicode.Scalar {
  fileprivate var isPartOfName: Bool { properties.isAlphabetic || properties.numericType != nil || self == "_" }
}
