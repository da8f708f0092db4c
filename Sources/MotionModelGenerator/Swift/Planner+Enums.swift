extension Planner {
  /// Plans the enum of an entity: plain, with raw values, or with payloads.
  func enumeration(_ entity: Entity) -> EnumDeclaration {
    var result = EnumDeclaration(name: typeName(entity), comment: comment(entity.documentation, entity.doubts))
    if let rawType = entity.userInfo.names(.type).first {
      result.cases = rawCases(entity, rawType)
      result.conformances = [rawType, "ColumnValue", "Codable", "CaseIterable"]
      result.conformances = result.conformances.adding(entity.userInfo.names(.type))
      return result
    }
    result.cases = payloadCases(entity)
    if !result.cases.contains(where: { $0.payload != nil }) {
      result.conformances = ["String", "ColumnValue", "Codable", "CaseIterable"]
      return result
    }
    result.conformances = ["TaggedValue"]
    result.members = [
      "\(access(entity))static let tagKeys = TagKeys(was: \(SwiftLiteral.string(result.name)))",
      formerTags(result.cases, access(entity)),
    ]
    return result
  }

  private func caseName(_ name: String) -> String { SwiftName.lowerCamel(SwiftName.identifier(name) ?? name) }

  private func rawCases(_ entity: Entity, _ rawType: String) -> [EnumDeclaration.Case] {
    var literals: [String: String] = [:]
    return entity.attributes.map { attribute in
      let literal = attribute.userInfo[.value].map { text in
        rawType == "String" && !text.hasPrefix("\"") ? SwiftLiteral.string(text) : text
      }
      if let literal, let first = literals.updateValue(attribute.name, forKey: literal) {
        diagnostics.error(
          "The cases \"\(first)\" and \"\(attribute.name)\" of the enum \"\(entity.name)\" have the same raw value \(literal): "
            + "change one.", at: attribute.place)
      }
      return EnumDeclaration.Case(
        name: caseName(attribute.name), rawValue: literal, comment: comment(attribute.documentation, attribute.doubts))
    }
  }

  private func payloadCases(_ entity: Entity) -> [EnumDeclaration.Case] {
    let attributes = entity.attributes.map { attribute in
      var type = attribute.userInfo[.type]
      if type == "None" || attribute.userInfo[.value] == "Spot.None" { type = nil }
      return EnumDeclaration.Case(
        name: caseName(attribute.name),
        payload: type.map { SwiftType(named: $0).name + (attribute.isOptional ? "?" : "") },
        comment: comment(attribute.documentation, attribute.doubts))
    }
    let relationships = entity.relationships.map { relationship in
      EnumDeclaration.Case(
        name: caseName(relationship.name),
        payload: valueType(relationship).map { $0 + (relationship.isOptional ? "?" : "") },
        comment: comment(relationship.documentation, relationship.doubts))
    }
    return attributes + relationships
  }

  /// The tags as Spot wrote them, with a capital.
  private func formerTags(_ cases: [EnumDeclaration.Case], _ access: String) -> String {
    let pairs = cases.map { "\(SwiftLiteral.string(SwiftName.upperCamel($0.name))): \(SwiftLiteral.string($0.name))" }
    return "\(access)static let formerTags = [\n" + pairs.map { "  \($0)," }.joined(separator: "\n") + "\n]"
  }
}
