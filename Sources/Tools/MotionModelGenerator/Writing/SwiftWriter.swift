/// Writes generated types as Swift source.
struct SwiftWriter {
  let access: GeneratorOptions.Access
  private var modifier: String { access.modifier }

  init(_ access: GeneratorOptions.Access) { self.access = access }

  /// Returns the source of one file.
  func source(of types: [GeneratedType], heading: [String]) -> String {
    var text = SourceText()
    for line in heading { text.wrap(line, "//") }
    text.line()
    for (module, access) in modules(of: types) { text.line("\(access.modifier)import \(module)") }
    for type in types {
      for declaration in type.declarations {
        text.gap()
        SwiftWriter(type.access ?? access).write(declaration, to: &text)
      }
    }
    return text.text
  }

  /// The modules that types need, in the order of their names, each with the access level of what shows it.
  ///
  /// Where imports are internal by default, a type that is seen from outside can only name types of a module that is
  /// imported with its access level.
  private func modules(of types: [GeneratedType]) -> [(String, GeneratorOptions.Access)] {
    var result: [String: GeneratorOptions.Access] = [:]
    for type in types {
      let access = type.access ?? access
      for module in type.imports { result.raise(module, to: .internal) }
      for declaration in type.declarations {
        if declaration.needsMotionModel { result.raise("MotionModel", to: access) }
        if declaration.hasRules { result.raise("MotionModelValidation", to: access) }
        if declaration.isOfFoundation(declaration.shownTypes) {
          result.raise("Foundation", to: access)
        } else if declaration.isOfFoundation(declaration.usedTypes) {
          result.raise("Foundation", to: .internal)
        }
      }
    }
    return result.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private func write(_ declaration: Declaration, to text: inout SourceText) {
    switch declaration {
    case .structure(let declaration): write(declaration, to: &text)
    case .enumeration(let declaration): write(declaration, to: &text)
    case .protocolType(let declaration): write(declaration, to: &text)
    }
  }

  private func head(_ kind: String, _ name: String, _ conformances: [String]) -> String {
    "\(modifier)\(kind) \(name)" + (conformances.isEmpty ? "" : ": " + conformances.joined(separator: ", "))
  }

  // MARK: - Structs

  private func write(_ type: StructDeclaration, to text: inout SourceText) {
    text.comment(type.comment)
    text.block(head("struct", type.name, type.conformances)) { text in
      for property in type.properties {
        text.comment(property.comment)
        text.expression(source(of: property, in: type))
      }
      writeInit(of: type, to: &text)
      if let coded = type.codedProperties {
        text.gap()
        text.block("private enum CodingKeys: String, CodingKey") { text in
          text.line("case " + coded.map { SwiftName.source($0.name) }.joined(separator: ", "))
        }
      }
      if let schema = type.schema { write(schema, of: type, to: &text) }
      writeRelations(of: type, to: &text)
      if !type.rules.isEmpty {
        text.gap()
        text.block("\(modifier)static let validations = Validations<\(type.name)>") { text in
          for rule in type.rules { text.expression(rule) }
        }
      }
    }
  }

  /// Returns a property; its type is left out where the initial value says it.
  private func source(of property: StructDeclaration.Property, in type: StructDeclaration) -> String {
    // NB: The value of a constant is given in the initializer, as the compiler would not decode it otherwise.
    let isConstant = property.isConstant && !type.isModel && !property.isTransient
    let name = "\(modifier)\(isConstant ? "let" : "var") \(SwiftName.source(property.name))"
    guard let initial = property.initial, !isConstant else { return "\(name): \(property.type)" }
    return property.isObvious ? "\(name) = \(initial)" : "\(name): \(property.type) = \(initial)"
  }

  private func writeInit(of type: StructDeclaration, to text: inout SourceText) {
    if type.isModel {
      if access == .internal { return }
      text.gap()
      text.line("\(modifier)init() {}")
      return
    }
    guard access != .internal || type.properties.contains(where: { $0.isConstant && $0.initial != nil }) else { return }
    text.gap()
    let parameters = type.properties.map { property in
      let initial = property.initial ?? (property.isOptional ? "nil" : nil)
      return "\(SwiftName.source(property.name)): \(property.type)" + (initial.map { " = \($0)" } ?? "")
    }
    let line = "\(modifier)init(\(parameters.joined(separator: ", ")))"
    var opening = SourceText()
    opening.expression(line)
    for line in opening.lines.dropLast() { text.line(line) }
    text.block(opening.lines.last ?? line) { text in
      for property in type.properties {
        text.line("self.\(property.name) = \(SwiftName.source(property.name))")
      }
    }
  }

  private func write(_ schema: StructDeclaration.Schema, of type: StructDeclaration, to text: inout SourceText) {
    var arguments = schema.version > 1 ? ["version: \(schema.version)"] : []
    if !schema.formerNames.isEmpty {
      arguments.append("was: " + schema.formerNames.map { SwiftLiteral.string($0) }.joined(separator: ", "))
    }
    if arguments.isEmpty && schema.declarations.isEmpty { return }
    let list = arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))"
    text.gap()
    let head = "\(modifier)static let schema = Schema<\(type.name)>\(list)"
    if schema.declarations.isEmpty { return text.line(head + " {}") }
    text.block(head) { text in
      for declaration in schema.declarations { text.expression(declaration) }
    }
  }

  private func writeRelations(of type: StructDeclaration, to text: inout SourceText) {
    if type.relations.isEmpty { return }
    text.gap()
    text.block("\(modifier)struct Relations: ModelRelations") { text in
      for relation in type.relations {
        text.comment(relation.comment)
        text.expression("\(modifier)let \(SwiftName.source(relation.name)) = \(relation.expression)")
      }
      if access == .internal { return }
      text.gap()
      text.line("\(modifier)init() {}")
    }
  }

  // MARK: - Enums, protocols

  private func write(_ type: EnumDeclaration, to text: inout SourceText) {
    text.comment(type.comment)
    text.block(head("enum", type.name, type.conformances)) { text in
      for item in type.cases {
        text.comment(item.comment)
        let payload = item.payload.map { "(\($0))" } ?? ""
        text.line("case \(SwiftName.source(item.name))\(payload)\(item.rawValue.map { " = \($0)" } ?? "")")
      }
      if !type.members.isEmpty { text.gap() }
      for member in type.members { text.line(member) }
    }
  }

  private func write(_ type: ProtocolDeclaration, to text: inout SourceText) {
    text.comment(type.comment)
    let head = head("protocol", type.name, type.conformances)
    if type.requirements.isEmpty { return text.line(head + " {}") }
    text.block(head) { text in
      for requirement in type.requirements {
        text.comment(requirement.comment)
        text.line(requirement.line)
      }
    }
  }
}

extension StructDeclaration.Property {
  /// Whether the initial value says the type.
  fileprivate var isObvious: Bool {
    guard let initial else { return false }
    switch type {
    case "Int": return initial.allSatisfy { $0.isNumber || $0 == "-" }
    case "Double": return initial.contains(".") && initial.allSatisfy { $0.isNumber || ".-e".contains($0) }
    case "Bool": return initial == "true" || initial == "false"
    case "String": return initial.hasPrefix("\"")
    default: return initial.hasPrefix(type + "(")
    }
  }
}

extension Declaration {
  fileprivate var needsMotionModel: Bool {
    switch self {
    case .structure(let type): type.isModel || type.properties.contains { $0.type.contains("Tagged<") }
    case .enumeration: true
    case .protocolType(let type): type.requirements.contains { $0.line.contains("Tagged<") }
    }
  }

  fileprivate var hasRules: Bool {
    if case .structure(let type) = self { return !type.rules.isEmpty }
    return false
  }

  /// The types that its properties, cases and requirements show.
  fileprivate var shownTypes: [String] {
    switch self {
    case .structure(let type): type.properties.map(\.type)
    case .enumeration(let type): type.cases.compactMap(\.payload)
    case .protocolType(let type): type.requirements.map(\.line)
    }
  }

  /// The expressions that use types.
  fileprivate var usedTypes: [String] {
    if case .structure(let type) = self { return type.properties.compactMap(\.initial) + type.rules }
    return []
  }

  fileprivate func isOfFoundation(_ texts: [String]) -> Bool {
    let names: Set<String> = ["Date", "Data", "Decimal", "UUID", "URL"]
    return texts.contains { !names.isDisjoint(with: SwiftType(name: $0).parts) }
  }
}

extension [String: GeneratorOptions.Access] {
  fileprivate mutating func raise(_ module: String, to access: GeneratorOptions.Access) {
    self[module] = Swift.max(self[module] ?? .internal, access)
  }
}
