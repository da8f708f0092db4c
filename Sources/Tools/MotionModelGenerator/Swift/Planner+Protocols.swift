extension Planner {
  /// Plans the protocol of an entity: what is drawn in it, as requirements.
  func protocolType(_ entity: Entity) -> ProtocolDeclaration {
    var result = ProtocolDeclaration(name: protocolName(entity))
    if families.isProtocol(entity) {
      result.comment = comment(entity.documentation, entity.doubts)
    } else {
      result.comment = Comment("What \(typeName(entity)) and the types that inherit from it have in common.")
    }
    let parent = entity.parent.flatMap { families[$0] }
    result.conformances = [parent.map { protocolName($0) } ?? "Sendable"]
    if families.isProtocol(entity) { result.conformances = result.conformances.adding(entity.userInfo.names(.type)) }
    // What the structs have is planned for one of them, so that the types agree.
    let sample = families.concrete(entity).first ?? entity
    result.requirements =
      entity.attributes.compactMap { requirement($0, entity, sample) }
      + entity.relationships.compactMap { requirement($0, sample) }
    return result
  }

  private func requirement(_ attribute: Attribute, _ entity: Entity, _ sample: Entity) -> ProtocolDeclaration
    .Requirement?
  {
    let comment = comment(attribute.documentation, attribute.doubts)
    if let function = function(attribute, entity) { return .init(line: function, comment: comment) }
    guard let property = quietly.plan(attribute, in: sample)?.property else { return nil }
    if attribute.isIdentifier && kinds[sample] == .model { return nil }
    return .init(line: line(property, attribute.userInfo), comment: comment)
  }

  private func requirement(_ relationship: Relationship, _ sample: Entity) -> ProtocolDeclaration.Requirement? {
    guard !kinds.isKey(relationship), let property = value(relationship, in: sample)?.property else { return nil }
    return .init(line: line(property, relationship.userInfo), comment: property.comment)
  }

  private func line(_ property: StructDeclaration.Property, _ userInfo: UserInfo) -> String {
    let isReadOnly = userInfo[.requirement] == "get" || property.isConstant
    return "var \(SwiftName.source(property.name)): \(property.type) { get\(isReadOnly ? "" : " set") }"
  }

  /// The signature of a function that is required; nil for properties.
  private func function(_ attribute: Attribute, _ entity: Entity) -> String? {
    guard attribute.userInfo[.requirement] == "func" || attribute.userInfo[.function] != nil else { return nil }
    let signature = attribute.userInfo[.function] ?? "\(attribute.name)()"
    if !isSignature(signature) {
      diagnostics.error(
        "The function \"\(signature)\" of the attribute \"\(attribute.name)\" of the entity \"\(entity.name)\" is no signature: "
          + "write it as name(parameter: Type) -> Result.", at: attribute.place)
    }
    return (attribute.userInfo.isSet(.mutating) ? "mutating " : "") + "func " + signature
  }

  private func isSignature(_ text: String) -> Bool {
    guard let first = text.first, first.isLetter || first == "_", text.contains("(") else { return false }
    var depth = 0
    for character in text {
      depth += character == "(" ? 1 : character == ")" ? -1 : 0
      if depth < 0 || "{};".contains(character) { return false }
    }
    return depth == 0
  }

  /// What a person has to write for a struct, because its protocols only require it.
  func stubs(of entity: Entity) -> [String] {
    let protocols = families.ancestors(of: entity) + (families.hasChildren(entity) ? [entity] : [])
    return protocols.flatMap { ancestor in
      ancestor.attributes.compactMap { attribute in
        if let function = function(attribute, ancestor) { return stub(function, attribute.name, of: entity) }
        return attribute.userInfo[.requirement] != "get"
          ? nil : quietly.plan(attribute, in: entity).map { stub($0.property, attribute.name, of: entity) }
      }
        + ancestor.relationships.compactMap { relationship in
          relationship.userInfo[.requirement] != "get" || kinds.isKey(relationship)
            ? nil : value(relationship, in: entity).map { stub($0.property, relationship.name, of: entity) }
        }
    }
  }

  private func stub(_ property: StructDeclaration.Property, _ name: String, of entity: Entity) -> String {
    stub("var \(SwiftName.source(property.name)): \(property.type)", name, of: entity)
  }

  private func stub(_ head: String, _ name: String, of entity: Entity) -> String {
    "\(access(entity))\(head) {\n  fatalError(\(SwiftLiteral.string("Implement \(name).")))\n}"
  }

  /// The same planner, for what is planned again and was reported before.
  private var quietly: Planner {
    var planner = self
    planner.diagnostics = Diagnostics()
    return planner
  }
}
