/// Names of a data model as names of Swift.
package enum SwiftName {
  /// Returns a name as an identifier: without what an identifier cannot have, whose next letter becomes a capital. Nil
  /// where nothing is left, or Swift means something else by it.
  package static func identifier(_ name: String) -> String? {
    var result = ""
    var isAfterGap = false
    for character in name {
      if character.isLetter || character.isNumber || character == "_" {
        result += isAfterGap && !result.isEmpty ? character.uppercased() : String(character)
        isAfterGap = false
      } else {
        isAfterGap = true
      }
    }
    if result.isEmpty || result.first?.isNumber == true || result.allSatisfy({ $0 == "_" }) { return nil }
    return refused.contains(result) ? nil : result
  }

  /// Returns an identifier as source has it: in backticks where it is a keyword.
  static func source(_ identifier: String) -> String { keywords.contains(identifier) ? "`\(identifier)`" : identifier }

  /// Whether a text can be a type, or a list of types: its brackets have partners, and it has nothing that ends a
  /// declaration.
  static func isType(_ text: String) -> Bool {
    let partners: [Character: Character] = [")": "(", "]": "[", ">": "<"]
    var open: [Character] = []
    for character in text.replacing("->", with: "") {
      if "{}=;\"\n".contains(character) { return false }
      if partners.values.contains(character) { open.append(character) }
      if let partner = partners[character], open.popLast() != partner { return false }
    }
    return open.isEmpty && text.contains { $0.isLetter || $0 == "_" }
  }

  /// Returns a name with a small first letter: `Todo` becomes `todo`, `URLItem` becomes `urlItem`.
  static func lowerCamel(_ name: String) -> String {
    let capitals = name.prefix { $0.isUppercase }.count
    if capitals <= 1 || capitals == name.count {
      return name.prefix(max(capitals, 1)).lowercased() + name.dropFirst(max(capitals, 1))
    }
    return name.prefix(capitals - 1).lowercased() + name.dropFirst(capitals - 1)
  }

  /// Returns a name with a capital first letter.
  static func upperCamel(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

  /// What two names have in common that files take for one: `projectID`, `projectId` and `project_id`.
  package static func folded(_ name: String) -> String { name.lowercased().filter { $0 != "_" } }

  /// The names that a type cannot have, because the generated source means something else by them.
  package static let reservedTypes: Set<String> = [
    "Any", "Array", "BelongsTo", "BelongsToAny", "Bool", "CaseIterable", "CodingKey", "CodingKeys", "Codable",
    "Column", "Data", "Date", "Decimal", "Dictionary", "Double", "Float", "HasMany", "HasOne", "Hashable", "ID",
    "Index", "Int", "Model", "ModelRelations", "ColumnValue", "Never", "Optional", "Protocol",
    "Relations", "Schema", "Self", "Sendable", "Set", "String", "TagKeys", "TaggedTypes", "TaggedValue", "Type",
    "URL", "UUID", "Validatable", "Validations", "Void", "MotionModel", "MotionModelValidation",
  ]

  /// The names that no property of a struct can have, because the generated source declares something else by them, or
  /// the compiler does.
  package static let reservedProperties: Set<String> = ["schema", "validations", "CodingKeys"]

  /// The names that no property can have.
  private static let refused: Set<String> = ["self", "Self", "init", "Type", "Protocol", "hashValue"]

  private static let keywords: Set<String> = [
    "Any", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
    "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in",
    "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat",
    "rethrows", "return", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while",
  ]
}
