/// What becomes of one attribute in a struct.
struct AttributePlan {
  var property: StructDeclaration.Property
  /// Why a record cannot be saved, each an expression.
  var rules: [String] = []
}

extension Planner {
  /// Returns the Swift type that an attribute says; nil where a person has to name it.
  func namedType(of attribute: Attribute) -> SwiftType? {
    for name in [attribute.userInfo[.type], attribute.customType.flatMap { enumeration(named: $0) == nil ? nil : $0 }] {
      if let type = name.map({ SwiftType(named: $0) }), !isObjectiveC(type) { return type }
    }
    if let type = SwiftType(attribute.type) { return type }
    // Objective-C's classes cannot be stored as they are; what the transformer made of them can.
    return attribute.customType.map { SwiftType(named: $0) }.flatMap { isObjectiveC($0) ? nil : $0 }
  }

  /// Returns the Swift type of an attribute; nil, with a diagnostic, where a person has to name it.
  func swiftType(of attribute: Attribute, in entity: Entity) -> SwiftType? {
    let what = "The attribute \"\(attribute.name)\" of the entity \"\(owner(of: attribute, entity))\""
    if let entry = attribute.userInfo.entry(.type), isObjectiveC(SwiftType(named: entry.value)) {
      diagnostics.warning(
        "\(what) has the user info key \"\(entry.key)\" with the type \(entry.value) of Objective-C, which is not stored: name a "
          + "Codable type.", at: attribute.place)
    }
    if let type = namedType(of: attribute) { return type }
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

  /// Whether a type has a class of Objective-C in it, and none of the data model.
  private func isObjectiveC(_ type: SwiftType) -> Bool {
    type.parts.contains { part in
      let isOfFramework = ["NS", "UI", "CL", "CG", "MK"].contains { prefix in
        part.hasPrefix(prefix) && part.dropFirst(2).first?.isUppercase == true
      }
      return entitiesByType[part] == nil && (isOfFramework || ["AnyObject", "Any"].contains(part))
    }
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
    if let storeColumn = attribute.storeColumn, !isValue { return plan(storeColumn, attribute, type, name) }
    let initial = initialValue(of: attribute, isValue ? type.withoutEmpty : type, in: entity)
    let isMissing =
      initial == nil
      ? !isValue : type.hasOptionalLiterals && attribute.defaultSource == nil && initial?.hasSuffix("()") == false
    let isOptional = attribute.isOptional || isMissing
    var property = StructDeclaration.Property(
      name: name, type: type.name + (isOptional && !type.name.hasSuffix("?") ? "?" : ""))
    property.initial = initial
    property.isTransient = attribute.isTransient
    property.formerName = attribute.formerName
    property.isConstant = attribute.userInfo.isSet(.immutable)
    property.comment = comment(attribute.documentation, attribute.doubts)
    if let derivation = attribute.derivation {
      property.comment.doubts.append(
        "Core Data derived it, as \(derivation). Here it is stored as it is" + counterpart(of: derivation, name) + ".")
    }
    let plan = AttributePlan(property: property)
    return attribute.isTransient || isValue
      ? plan : AttributePlan(property: property, rules: rules(attribute, type, property, entity))
  }

  /// Returns what a schema has for an attribute that Core Data derived; an empty string for what only code computes.
  private func counterpart(of derivation: String, _ name: String) -> String {
    let path = "\\." + SwiftName.source(name)
    if derivation == "now()" { return ": \(library("Timestamps", in: "MotionModel"))(updated: \(path)) sets the time" }
    let parts = derivation.split(separator: ".").map(String.init)
    let words = ["@count": "count", "@sum": "sum", "@min": "minimum", "@max": "maximum", "@avg": "average"]
    guard parts.count > 1, let word = words[parts[1]], let list = SwiftName.identifier(parts[0]) else {
      return parts.count == 1 || derivation.contains("(") ? ": a computed property says the same" : ""
    }
    let value = parts.count == 3 ? SwiftName.identifier(parts[2]).map { ", \\.\(SwiftName.source($0))" } ?? "" : ""
    let derived = library("Derived", in: "MotionModel")
    return ": \(derived)(\(path), \(word): \\.\(SwiftName.source(list))\(value)) in the schema keeps it"
  }

  /// Plans an attribute that the store sets: a time is nil before, and a version has a number.
  private func plan(
    _ storeColumn: Attribute.StoreColumn, _ attribute: Attribute, _ type: SwiftType, _ name: String
  ) -> AttributePlan {
    let isTime = storeColumn != .version
    var property = StructDeclaration.Property(name: name, type: isTime ? type.name + "?" : type.name)
    property.initial = isTime ? nil : attribute.defaultValue.flatMap(type.literal) ?? type.empty
    property.comment = comment(attribute.documentation, attribute.doubts)
    return AttributePlan(property: property)
  }

  /// Returns the value of a new record: what was drawn, or nothing for an optional, or the type's empty value.
  private func initialValue(of attribute: Attribute, _ type: SwiftType, in entity: Entity) -> String? {
    if let expression = attribute.defaultSource { return source(expression) }
    let nothing = attribute.isOptional ? nil : type.empty
    guard let text = attribute.userInfo[.value] ?? attribute.defaultValue else { return nothing }
    let what =
      "The default \(SwiftLiteral.string(text)) of the attribute \"\(attribute.name)\" of the entity "
      + "\"\(owner(of: attribute, entity))\""
    if let enumeration = enumeration(named: type.name) {
      // Xcode writes a default for each number, also where none was chosen.
      let isChosen = attribute.userInfo[.value] != nil || !["0", "0.0", "NO"].contains(text)
      let value = initialCase(text, of: enumeration, isOptional: attribute.isOptional)
      if value == nil && isChosen {
        diagnostics.error("\(what) is no case of \(type.name): change it.", at: attribute.place)
      }
      return value ?? nothing
    }
    if attribute.userInfo[.value] != nil { return expression(text, type, what, at: attribute.place) }
    if let literal = text.isEmpty && type.name != "String" ? nothing : type.literal(text) { return literal }
    if !text.isEmpty && attribute.userInfo[.type] == nil {
      diagnostics.error("\(what) is no \(type.name): change it.", at: attribute.place)
    }
    return nothing
  }

  /// Returns a default that a person wrote: a value, or an expression of Swift.
  private func expression(_ text: String, _ type: SwiftType, _ what: String, at place: SourcePlace) -> String {
    if type.name == "String" { return text.hasPrefix("\"") ? text : SwiftLiteral.string(text) }
    if let literal = type.literal(text) { return literal }
    if type.isStandard && !text.contains(where: { "(.".contains($0) }) {
      diagnostics.error("\(what) is no \(type.name): change it.", at: place)
    }
    return source(text)
  }

  // MARK: - Rules

  private func rules(
    _ attribute: Attribute, _ type: SwiftType, _ property: StructDeclaration.Property, _ entity: Entity
  ) -> [String] {
    let path = "\\." + SwiftName.source(property.name)
    var rules: [String] = []
    let isDrawn = attribute.defaultValue != nil || attribute.userInfo[.value] != nil
    let hasDefault = isDrawn && property.initial != nil || attribute.defaultSource != nil
    // An empty string is a string: what kept the records before allowed it.
    if !attribute.isOptional && !hasDefault && property.isOptional {
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
      return length(path, least == "0" ? nil : least, greatest)
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

  /// Returns the rule of a length with limits; none without limits.
  func length(_ path: String, _ least: String?, _ greatest: String?) -> [String] {
    let rule = library("Length")
    switch (least, greatest) {
    case (nil, nil): return []
    case (let least?, nil): return ["\(rule)(\(path), min: \(least))"]
    case (nil, let greatest?): return ["\(rule)(\(path), max: \(greatest))"]
    case (let least?, let greatest?): return ["\(rule)(\(path), \(least)...\(greatest))"]
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
