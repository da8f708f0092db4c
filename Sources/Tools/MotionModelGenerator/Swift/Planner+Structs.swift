extension Planner {
  /// The models among the entities that have records of an entity's kind.
  func models(of entity: Entity) -> [Entity] { families.concrete(entity).filter { kinds[$0] == .model } }

  /// The models that an entity of a name stands for.
  func planned(_ name: String) -> [Entity] { families[name].map { models(of: $0) } ?? [] }

  /// The attributes of an entity, with inherited ones, without those that protocols only require.
  func flattenedAttributes(of entity: Entity) -> [Attribute] { flattened[entity.name]?.attributes ?? [] }

  func flattenedRelationships(of entity: Entity) -> [Relationship] { flattened[entity.name]?.relationships ?? [] }

  /// The type of an entity's ids: that of its attribute `id`, or `Int`.
  func idType(_ entity: Entity) -> String {
    flattened[entity.name]?.id.flatMap(namedType)?.name ?? "Int"
  }

  /// The property with the id of another record.
  func key(_ name: String, to entity: Entity, isOptional: Bool, _ comment: Comment) -> StructDeclaration.Property {
    let type = idType(entity)
    let empty = ["Int": "0", "String": "\"\""][type]
    var property = StructDeclaration.Property(name: name, type: type, initial: isOptional ? nil : empty)
    if isOptional || empty == nil { property.type += "?" }
    property.comment.doubts = comment.doubts
    return property
  }

  /// Plans the struct of an entity.
  func structure(_ entity: Entity, _ links: RelationLinks) -> StructDeclaration {
    let isModel = kinds[entity] == .model
    var result = StructDeclaration(name: typeName(entity), comment: comment(entity.documentation, entity.doubts))
    var columns: [String] = []
    var storeColumns = StoreColumnsExpression(
      timestampsName: library("Timestamps", in: "MotionModel"), versionName: library("LockVersion", in: "MotionModel"))
    var plans: [AttributePlan] = []
    if isModel { result.properties.append(idProperty(entity)) }
    let inner = options(ofColumns: entity)
    for attribute in flattenedAttributes(of: entity) where !(isModel && attribute.isIdentifier) {
      guard let plan = plan(attribute, in: entity) else { continue }
      plans.append(plan)
      result.properties.append(plan.property)
      if !isModel || attribute.isTransient { continue }
      let column = column(
        plan.property.name, named: attribute.columnName, (inner[attribute.name] ?? []) + plan.property.options,
        was: attribute.formerName, of: entity.name)
      if let purpose = attribute.storeColumn {
        storeColumns.columns[purpose] = column
      } else {
        columns += column.texts
      }
    }
    for relationship in flattenedRelationships(of: entity) where !kinds.isKey(relationship) {
      guard let plan = value(relationship, in: entity) else { continue }
      plans.append(plan)
      result.properties.append(plan.property)
      if !isModel || relationship.isTransient { continue }
      let column = column(
        plan.property.name, named: relationship.columnName, plan.property.options, was: relationship.formerName,
        of: entity.name)
      columns += column.texts
    }
    if isModel {
      result.rules = plans.flatMap(\.rules) + (entity.userInfo[.validations].map { [$0] } ?? [])
      addSchema(to: &result, entity, columns + storeColumns.texts, links[entity])
    }
    result.conformances = conformances(of: entity, result)
    return result
  }

  private func idProperty(_ entity: Entity) -> StructDeclaration.Property {
    guard let id = flattened[entity.name]?.id else {
      return .init(name: "id", type: "Int", initial: "0")
    }
    let type = SwiftType(named: idType(entity))
    return .init(
      name: "id", type: type.name, initial: type.empty ?? "\(type.name)()",
      comment: comment(id.documentation, id.doubts))
  }

  private func addSchema(
    to result: inout StructDeclaration, _ entity: Entity, _ columns: [String], _ ends: RelationLinks.Ends
  ) {
    result.properties += ends.properties
    result.relations = ends.relations
    let transients = result.properties.filter(\.isTransient).map { "\\." + SwiftName.source($0.name) }
    var schema = StructDeclaration.Schema(version: history.versions[entity.name] ?? 1)
    schema.formerNames = formerNames(of: entity).filter { $0 != result.name }
    schema.declarations = idColumn(entity) + columns + ends.columns
    if !transients.isEmpty {
      schema.declarations.append("\(library("Transient", in: "MotionModel"))(\(transients.joined(separator: ", ")))")
    }
    schema.declarations += indexes(of: entity, result)
    result.schema = schema
  }

  private func idColumn(_ entity: Entity) -> [String] {
    guard let id = flattened[entity.name]?.id else { return [] }
    return column("id", named: id.columnName, was: id.formerName, of: entity.name).texts
  }

  /// The names that an entity's model had before, the oldest first.
  private func formerNames(of entity: Entity) -> [String] {
    (history.formerNames[entity.name] ?? []).adding(entity.formerName.map { [SwiftName.identifier($0) ?? $0] } ?? [])
  }

  /// The column of a property, with the names that it had before, the oldest first.
  ///
  /// - Parameters:
  ///   - drawn: The former name that the data model says.
  ///   - model: The name of the model's entity, or the key of a model that joins others.
  func column(
    _ property: String, named name: String? = nil, _ options: [String] = [], was drawn: String? = nil,
    of model: String
  ) -> ColumnExpression {
    let former = history.formerColumns[model]?[property] ?? []
    return ColumnExpression(
      property: property, name: name, options: options,
      formerNames: former.adding(drawn.map { [SwiftName.identifier($0) ?? $0] } ?? []))
  }

  // MARK: - Indexes

  /// The options that indexes and uniqueness of single attributes give their columns.
  private func options(ofColumns entity: Entity) -> [String: [String]] {
    var result: [String: Set<String>] = [:]
    let family = families.ancestors(of: entity) + [entity]
    let types = Dictionary(
      flattenedAttributes(of: entity).compactMap { attribute in namedType(of: attribute).map { (attribute.name, $0) } }
    ) { first, _ in first }
    for attribute in flattenedAttributes(of: entity) where attribute.isIndexed {
      result[attribute.name, default: []].insert(".indexed")
    }
    for index in family.flatMap(\.indexes) where index.properties.count == 1 {
      guard let type = types[index.properties[0]] else { continue }
      result[index.properties[0], default: []].insert(type.isOrdered ? ".ordered" : ".indexed")
    }
    for constraint in family.flatMap(\.uniqueness) where constraint.count == 1 {
      result[constraint[0], default: []].insert(".unique")
    }
    // What is unique or ordered has an index already.
    return result.mapValues { options in
      options.filter { $0 != ".indexed" || options.count == 1 }.sorted().reversed()
    }
  }

  /// The indexes over several properties, and over the key of a relationship.
  private func indexes(of entity: Entity, _ type: StructDeclaration) -> [String] {
    let family = families.ancestors(of: entity) + [entity]
    let indexes =
      family.flatMap(\.indexes).map { ($0.properties, false) } + family.flatMap(\.uniqueness).map { ($0, true) }
    var result: [String] = []
    for (names, isUnique) in indexes {
      let columns = names.map { self.columns(of: $0, entity, type) }
      if columns.contains([]) {
        diagnostics.warning(
          "\(isUnique ? "A uniqueness constraint" : "An index") of the entity \"\(entity.name)\" over "
            + "\(names.joined(separator: ", ")) is left out, because not all of them are stored.", at: entity.place)
        continue
      }
      // Other single properties have the index as an option of their column.
      if names.isEmpty || names.count == 1 && !(isUnique && isSharedKey(names[0], of: entity)) { continue }
      let paths = columns.joined().map { "\\." + SwiftName.source($0) }
      let text = "Index(\(paths.joined(separator: ", "))\(isUnique ? ", unique: true" : ""))"
      if !result.contains(text) { result.append(text) }
    }
    return result
  }

  /// Whether a relationship is a key that several records may have.
  private func isSharedKey(_ name: String, of entity: Entity) -> Bool {
    guard let relationship = flattenedRelationships(of: entity).first(where: { $0.name == name }),
      kinds.isKey(relationship)
    else { return false }
    let inverse = families[relationship.destination].flatMap { destination in
      (families.ancestors(of: destination) + families.family(of: destination)).flatMap(\.relationships)
        .first { $0.name == relationship.inverse }
    }
    return inverse?.isToMany ?? true
  }

  /// The properties of an attribute, or of the key of a relationship; none if it is not stored.
  private func columns(of name: String, _ entity: Entity, _ type: StructDeclaration) -> [String] {
    let relationship = flattenedRelationships(of: entity).first { $0.name == name && kinds.isKey($0) }
    let name = SwiftName.identifier(name) ?? name
    let attributes = Set(flattenedAttributes(of: entity).map { SwiftName.folded($0.name) })
    let keys = ["ID", "Key", "ParentID", "ParentKey"].map { name + $0 }.filter {
      !attributes.contains(SwiftName.folded($0))
    }
    let names = relationship == nil ? [name] : relationship?.key.map { [$0] } ?? keys
    let stored = type.properties.filter { !$0.isTransient }.map(\.name)
    guard let property = names.first(where: stored.contains) else { return [] }
    let isToAny = relationship.map { planned($0.destination).count > 1 } ?? false
    return isToAny ? [name + "Type", property] : [property]
  }

  // MARK: - Protocols of a struct

  private func conformances(of entity: Entity, _ type: StructDeclaration) -> [String] {
    let isModel = kinds[entity] == .model
    var result = isModel ? ["Model"] : []
    if !type.rules.isEmpty { result = ["Validatable"] }
    if families.hasChildren(entity) {
      result.append(protocolName(entity))
    } else if let parent = entity.parent.flatMap({ families[$0] }) {
      result.append(protocolName(parent))
    }
    if !isModel || kinds.embeddedModels.contains(entity.name) { result.append("Codable") }
    if type.properties.allSatisfy({ isHashable($0.type) }) { result.append("Hashable") }
    if !isModel { result.append("Sendable") }
    return result.adding(entity.userInfo.names(.type))
  }

  /// Whether all parts of a type are `Hashable`: those of the standard library and Foundation, and generated ones.
  func isHashable(_ type: String, _ visited: Set<String> = []) -> Bool {
    let standard: Set<String> = [
      "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Bool", "String",
      "Double",
      "Float", "Decimal", "Date", "Data", "UUID", "URL", "Array", "Dictionary", "Set", "Optional", "Character",
    ]
    return SwiftType(named: type).parts.allSatisfy { part in
      if standard.contains(part) || visited.contains(part) || part.hasSuffix("Tagged") { return true }
      if tagsNames.contains(part) { return true }
      guard let entity = entitiesByType[part] else { return false }
      if families.isEnum(entity) { return true }
      let stored = flattenedAttributes(of: entity).allSatisfy { attribute in
        guard let type = namedType(of: attribute)?.name else { return true }
        return isHashable(type, visited.union([part]))
      }
      return stored
        && flattenedRelationships(of: entity).allSatisfy { relationship in
          guard !kinds.isKey(relationship), let name = valueType(relationship) else { return true }
          return isHashable(name, visited.union([part]))
        }
    }
  }
}

extension StructDeclaration.Property {
  /// The options of its column that are not those of an index.
  fileprivate var options: [String] { isConstant ? [".readOnly"] : [] }
}

extension UserInfo {
  /// Whether a property is stored: not if a protocol only requires that it can be read, or is a function.
  var isStored: Bool { !["get", "func"].contains(self[.requirement]) && self[.function] == nil }

  /// The names in a list between commas.
  func names(_ key: UserInfoKey) -> [String] {
    self[key]?.split(separator: ",").map { $0.filter { $0 != " " } }.filter { !$0.isEmpty } ?? []
  }
}

extension [String] {
  /// The list and what it does not have yet.
  func adding(_ others: [String]) -> [String] { others.reduce(self) { $0.contains($1) ? $0 : $0 + [$1] } }
}
