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

  /// The enum of the data model that is a type; nil for any other type.
  func enumeration(named type: String) -> Entity? {
    entitiesByType[type].flatMap { families.isEnum($0) ? $0 : nil }
  }

  /// Returns the case of an enum that a default means, as an initial value; nil for none.
  func initialCase(_ text: String, of entity: Entity, isOptional: Bool) -> String? {
    // NB: Of an optional, .none is nil.
    value(text, of: entity).map { (isOptional ? typeName(entity) : "") + "." + $0 }
  }

  /// Returns an expression that a person wrote, with the names that the types and cases in it have.
  func source(_ expression: String) -> String {
    SwiftType.withoutObjectiveC(expression).replacing(/\b([A-Za-z]\w*)\.([A-Za-z]\w*)/) { match in
      let value = enumeration(named: String(match.1)).flatMap { self.value(String(match.2), of: $0) }
      return value.map { "\(match.1).\($0)" } ?? String(match.0)
    }
  }

  /// Returns the case that a text means: by its name as in `Gender.Female`, or by its raw value; nil for none.
  private func value(_ text: String, of entity: Entity) -> String? {
    let names = entity.attributes.map(\.name) + entity.relationships.map(\.name)
    if let attribute = entity.attributes.first(where: { $0.userInfo[.value]?.unquoted == text.unquoted }) {
      return SwiftName.source(caseName(attribute.name))
    }
    let word = text.unquoted.split(separator: ".").last.map(String.init) ?? ""
    let name = word.prefix { $0 != "(" }
    guard !name.isEmpty, let found = names.first(where: { caseName($0) == caseName(String(name)) }) else { return nil }
    return SwiftName.source(caseName(found)) + word.dropFirst(name.count)
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

extension String {
  /// The text without quotation marks around it.
  fileprivate var unquoted: Substring {
    count > 1 && hasPrefix("\"") && hasSuffix("\"") ? dropFirst().dropLast() : self[...]
  }
}
