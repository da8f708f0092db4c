extension Planner {
  /// The type of a relationship whose destination is a value, without optionality; nil where the destination is none.
  func valueType(_ relationship: Relationship) -> String? {
    guard let destination = families[relationship.destination] else { return nil }
    let name =
      hasProtocol(destination)
      ? "\(library("Tagged", in: "MotionModel"))<\(tagsName(destination))>" : typeName(destination)
    if !relationship.isToMany { return name }
    return relationship.isDictionary ? "[String: \(name)]" : "[\(name)]"
  }

  /// Plans a relationship that is held as a value.
  func value(_ relationship: Relationship, in entity: Entity) -> AttributePlan? {
    guard let name = SwiftName.identifier(relationship.name), let type = valueType(relationship) else { return nil }
    let isValue = kinds[entity] == .value
    let empty = !relationship.isToMany || isValue ? nil : relationship.isDictionary ? "[:]" : "[]"
    let initial = drawnValue(relationship, in: entity) ?? (relationship.isOptional ? nil : empty)
    let isMissing = !relationship.isOptional && initial == nil && !isValue
    var property = StructDeclaration.Property(
      name: name, type: relationship.isOptional || isMissing ? type + "?" : type, initial: initial)
    property.isConstant = relationship.userInfo.isSet(.immutable)
    property.isTransient = relationship.isTransient
    property.formerName = relationship.formerName
    property.comment = comment(relationship.documentation, relationship.doubts)
    var plan = AttributePlan(property: property)
    if relationship.isTransient || isValue { return plan }
    let path = "\\." + SwiftName.source(name)
    if isMissing { plan.rules.append("\(library("Presence"))(\(path))") }
    if relationship.isToMany { plan.rules += lengths(relationship, path, property.isOptional) }
    return plan
  }

  /// The default that a person wrote; nil if there is none, or it is not a case of the enum to which the relationship
  /// leads.
  private func drawnValue(_ relationship: Relationship, in entity: Entity) -> String? {
    guard let text = relationship.userInfo[.value] else { return nil }
    guard let destination = families[relationship.destination], families.isEnum(destination), !relationship.isToMany
    else { return source(text) }
    let value = initialCase(text, of: destination, isOptional: relationship.isOptional)
    if value == nil {
      diagnostics.error(
        "The default \(SwiftLiteral.string(text)) of the relationship \"\(relationship.name)\" of the entity \"\(entity.name)\" is no "
          + "case of \(typeName(destination)): change it.", at: relationship.place)
    }
    return value
  }

  private func lengths(_ relationship: Relationship, _ path: String, _ isOptional: Bool) -> [String] {
    let limits = [relationship.minimumCount, relationship.maximumCount].map { limit in
      limit.flatMap { $0 > 0 ? "\($0)" : nil }
    }
    return length(path, limits[0], limits[1]).map { isOptional ? $0 + ".allowNil()" : $0 }
  }

  /// Whether an entity's values are stored with a tag: it is a protocol, and a relationship holds it as a value.
  func isTagged(_ entity: Entity) -> Bool {
    hasProtocol(entity)
      && dataModel.entities.contains { owner in
        owner.relationships.contains { $0.destination == entity.name && !kinds.isKey($0) }
      }
  }

  func tags(_ entity: Entity) -> EnumDeclaration {
    let (tag, tags) = (library("Tag", in: "MotionModel"), library("Tags", in: "MotionModel"))
    let name = protocolName(entity)
    var result = EnumDeclaration(name: tagsName(entity))
    result.comment = Comment("The types behind \(name), with the tags by which files tell them apart.")
    result.conformances = ["TaggedTypes"]
    let formerKey = SwiftLiteral.string(typeName(families.root(of: entity)))
    let types = families.concrete(entity).map { typeName($0) }
    let lines = types.map { "  \(tag)(\(SwiftLiteral.string($0)), \($0).self) { $0 }" }
    result.members = [
      "\(access(entity))static let tags = \(tags)<any \(name)>(keys: TagKeys(was: \(formerKey))) {\n"
        + lines.joined(separator: "\n") + "\n}"
    ]
    return result
  }
}

extension Relationship {
  var isDictionary: Bool { userInfo[.compositionType] == "Dictionary" }
}
