/// What becomes of one attribute in a struct.
struct AttributePlan {
  var property: StructDeclaration.Property
  /// Why a record cannot be saved, each an expression.
  var rules: [String] = []
}

extension Planner {
  /// Returns the Swift type of an attribute; nil, with a diagnostic, where a person has to name it.
  func swiftType(of attribute: Attribute, in entity: Entity) -> SwiftType? {
    if let name = attribute.userInfo[.type] { return SwiftType(named: name) }
    if let type = SwiftType(attribute.type) { return type }
    let what = "The attribute \"\(attribute.name)\" of the entity \"\(owner(of: attribute, entity))\""
    if let name = attribute.customType {
      // Objective-C's classes cannot be stored as they are; what the transformer made of them can.
      if !isObjectiveC(name) { return SwiftType(named: name) }
    }
    if attribute.type == .transformable {
      diagnostics.warning(
        "\(what) is transformable and becomes Data, the bytes of its transformer: add the user info key MotionModel.Type "
          + "with a Codable type, as in [String].", at: attribute.place)
      return SwiftType(.binary)
    }
    if attribute.isTransient { return nil }
    diagnostics.error(
      "\(what) has the type \(attribute.type.name), which does not say a Swift type: choose another, or add the user info "
        + "key MotionModel.Type.", at: attribute.place)
    return nil
  }

  /// The name of the entity in which an attribute was drawn.
  private func owner(of attribute: Attribute, _ entity: Entity) -> String {
    families.ancestors(of: entity).first { $0.attributes.contains { $0.name == attribute.name } }?.name ?? entity.name
  }

  private func isObjectiveC(_ name: String) -> Bool {
    ["NS", "UI", "CL", "CG", "MK"].contains { name.hasPrefix($0) && name.dropFirst(2).first?.isUppercase == true }
      || ["AnyObject", "Any", "NSObject"].contains(name)
  }

  /// Plans an attribute of a struct.
  func plan(_ attribute: Attribute, in entity: Entity) -> AttributePlan? {
    guard let name = SwiftName.identifier(attribute.name) else { return nil }
    guard let type = swiftType(of: attribute, in: entity) else {
      if attribute.isTransient {
        diagnostics.warning(
          "The attribute \"\(attribute.name)\" of the entity \"\(owner(of: attribute, entity))\" is transient and has no type, so it is left "
            + "out: write it as a computed property, or add the user info key MotionModel.Type.", at: attribute.place)
      }
      return nil
    }
    let isValue = kinds[entity] == .value
    if let upkeep = attribute.upkeep, !isValue { return plan(upkeep, attribute, type, name) }
    let initial = initialValue(of: attribute, isValue ? type.withoutEmpty : type, in: entity)
    let isMissing = initial == nil ? !isValue : type.hasOptionalLiterals && initial?.hasSuffix("()") == false
    let isOptional = attribute.isOptional || isMissing
    var property = StructDeclaration.Property(
      name: name, type: type.name + (isOptional && !type.name.hasSuffix("?") ? "?" : ""))
    property.initial = initial
    property.isTransient = attribute.isTransient
    property.formerName = attribute.formerName
    property.isConstant = attribute.userInfo.isSet(.immutable)
    property.comment = comment(attribute.documentation, attribute.doubts)
    if let derivation = attribute.derivation {
      property.comment.doubts.append("Core Data derived it, as \(derivation). Here it is stored as it is.")
    }
    let plan = AttributePlan(property: property)
    return attribute.isTransient || isValue
      ? plan : AttributePlan(property: property, rules: rules(attribute, type, property, entity))
  }

  /// Plans an attribute that the store sets: a time is nil before, and a version has a number.
  private func plan(
    _ upkeep: Attribute.Upkeep, _ attribute: Attribute, _ type: SwiftType, _ name: String
  ) -> AttributePlan {
    let isTime = upkeep != .version
    var property = StructDeclaration.Property(name: name, type: isTime ? type.name + "?" : type.name)
    property.initial = isTime ? nil : attribute.defaultValue.flatMap(type.literal) ?? type.empty
    property.comment = comment(attribute.documentation, attribute.doubts)
    return AttributePlan(property: property)
  }

  /// Returns the value of a new record: what was drawn, or nothing for an optional, or the type's empty value.
  private func initialValue(of attribute: Attribute, _ type: SwiftType, in entity: Entity) -> String? {
    if let text = attribute.userInfo[.value] {
      return type.name == "String" && !text.hasPrefix("\"") ? SwiftLiteral.string(text) : type.literal(text) ?? text
    }
    if let text = attribute.defaultValue, attribute.userInfo[.type] == nil || type.literal(text) != nil {
      if text.isEmpty && type.name != "String" { return attribute.isOptional ? nil : type.empty }
      if let literal = type.literal(text) { return literal }
      diagnostics.error(
        "The default \(SwiftLiteral.string(text)) of the attribute \"\(attribute.name)\" of the entity \"\(owner(of: attribute, entity))\" is no "
          + "\(type.name): change it.", at: attribute.place)
    }
    return attribute.isOptional ? nil : type.empty
  }

  // MARK: - Rules

  private func rules(
    _ attribute: Attribute, _ type: SwiftType, _ property: StructDeclaration.Property, _ entity: Entity
  ) -> [String] {
    let path = "\\." + SwiftName.source(property.name)
    var rules: [String] = []
    let hasDefault = attribute.defaultValue != nil || attribute.userInfo[.value] != nil
    if !attribute.isOptional && !hasDefault && (property.isOptional || type.name == "String") {
      rules.append("\(library("Presence"))(\(path))")
    }
    let others = limits(attribute, type, path, entity) + pattern(attribute, type, path, entity)
    return rules + others.map { property.isOptional ? $0 + ".allowNil()" : $0 }
  }

  private func limits(_ attribute: Attribute, _ type: SwiftType, _ path: String, _ entity: Entity) -> [String] {
    let isText = type.name == "String"
    let least = limit(attribute.minimum, isText ? SwiftType(named: "Int") : type, attribute, entity)
    let greatest = limit(attribute.maximum, isText ? SwiftType(named: "Int") : type, attribute, entity)
    if isText {
      switch (least == "0" ? nil : least, greatest) {
      case (nil, nil): return []
      case (let least?, nil): return ["\(library("Length"))(\(path), min: \(least))"]
      case (nil, let greatest?): return ["\(library("Length"))(\(path), max: \(greatest))"]
      case (let least?, let greatest?): return ["\(library("Length"))(\(path), \(least)...\(greatest))"]
      }
    }
    if type.isNumber {
      switch (least, greatest) {
      case (nil, nil): return []
      case (let least?, nil): return ["\(library("Numericality"))(\(path), .greaterOrEqual(\(least)))"]
      case (nil, let greatest?): return ["\(library("Numericality"))(\(path), .lessOrEqual(\(greatest)))"]
      case (let least?, let greatest?): return ["\(library("Numericality"))(\(path), .in(\(least)...\(greatest)))"]
      }
    }
    guard type.name == "Date" else { return [] }
    return [(least, "greaterOrEqual"), (greatest, "lessOrEqual")].compactMap { limit, relation in
      limit.map { "\(library("Comparison"))(\(path), .\(relation), \($0))" }
    }
  }

  private func limit(_ text: String?, _ type: SwiftType, _ attribute: Attribute, _ entity: Entity) -> String? {
    guard let text else { return nil }
    if let literal = type.literal(text) { return literal }
    diagnostics.error(
      "The limit \(SwiftLiteral.string(text)) of the attribute \"\(attribute.name)\" of the entity \"\(owner(of: attribute, entity))\" is no "
        + "\(type.name): change it.", at: attribute.place)
    return nil
  }

  private func pattern(_ attribute: Attribute, _ type: SwiftType, _ path: String, _ entity: Entity) -> [String] {
    guard let pattern = attribute.pattern, type.name == "String" else { return [] }
    guard (try? Regex(pattern)) != nil else {
      diagnostics.error(
        "The regular expression of the attribute \"\(attribute.name)\" of the entity \"\(owner(of: attribute, entity))\" is none that Swift reads: "
          + "change it, or remove it and write the rule by hand.", at: attribute.place)
      return []
    }
    return ["\(library("Format"))(\(path), pattern: \(SwiftLiteral.string(pattern)))"]
  }
}
