/// A type of Swift for an attribute, and how its values are written.
struct SwiftType: Hashable {
  /// The name without a question mark.
  var name: String
  /// The value of a new record where none was drawn; nil where the type has no obvious one.
  var empty: String?
  /// Whether numbers can be compared with limits.
  var isNumber = false
  /// Whether an index keeps its order.
  var isOrdered = false
}

extension SwiftType {
  /// Returns the type for one of the modeler's; nil for those that need a name from a person.
  init?(_ type: AttributeType) {
    switch type {
    case .integer16, .integer32, .integer64: self.init(name: "Int", empty: "0", isNumber: true, isOrdered: true)
    case .decimal: self.init(name: "Decimal", empty: "0", isNumber: true, isOrdered: true)
    case .double: self.init(name: "Double", empty: "0", isNumber: true, isOrdered: true)
    case .float: self.init(name: "Float", empty: "0", isNumber: true, isOrdered: true)
    case .string: self.init(name: "String", empty: "\"\"", isOrdered: true)
    case .boolean: self.init(name: "Bool", empty: "false")
    case .date: self.init(name: "Date", isOrdered: true)
    case .binary: self.init(name: "Data", empty: "Data()")
    case .uuid: self.init(name: "UUID", empty: "UUID()")
    case .uri: self.init(name: "URL")
    case .transformable, .undefined, .composite, .objectID, .unknown: return nil
    }
  }

  /// Creates the type that a person named.
  init(named name: String) {
    let name = Self.withoutObjectiveC(
      name.filter { $0 != " " }.replacing(",", with: ", ").replacing(":", with: ": "))
    let standard: [String: AttributeType] = [
      "Int": .integer64, "Decimal": .decimal, "Double": .double, "Float": .float, "String": .string, "Bool": .boolean,
      "Date": .date, "Data": .binary, "UUID": .uuid, "URL": .uri,
    ]
    let isNamedNumber = ["Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64"].contains(
      name)
    if let type = standard[name].flatMap({ SwiftType($0) }) {
      self = type
    } else if isNamedNumber {
      self.init(name: name, empty: "0", isNumber: true, isOrdered: true)
    } else {
      self.init(
        name: name,
        empty: name.hasPrefix("[") ? (name.contains(":") ? "[:]" : "[]") : name.hasPrefix("Set<") ? "[]" : nil)
    }
  }

  /// Returns source with the types of Swift instead of the classes of Foundation that they replaced.
  static func withoutObjectiveC(_ source: String) -> String {
    if !source.contains("NS") { return source }  // before the regular expressions, which are compiled at each call
    return source.replacing(/\bNS(URL|Data|Date|String|UUID)\b/) { "\($0.1)" }
      .replacing(/\bNSDecimalNumber\b/, with: "Decimal")
  }

  /// The type without a default value, for properties that every caller of the initializer must set.
  var withoutEmpty: SwiftType { SwiftType(name: name, isNumber: isNumber, isOrdered: isOrdered) }

  /// Returns what was drawn as an expression; nil for words that are not a value of the type.
  func literal(_ text: String) -> String? {
    switch name {
    case "String": SwiftLiteral.string(text)
    case "Bool": SwiftLiteral.boolean(text)
    case "Double", "Float": SwiftLiteral.double(text)
    case "Decimal": SwiftLiteral.decimal(text)
    case "Date": SwiftLiteral.date(text)
    case "UUID": text.count == 36 ? "UUID(uuidString: \(SwiftLiteral.string(text)))" : nil
    case "URL": "URL(string: \(SwiftLiteral.string(text)))"
    case _ where isNumber: SwiftLiteral.integer(text)
    default: nil
    }
  }

  /// Whether the literals of the type may be nil, as strings may be no addresses.
  var hasOptionalLiterals: Bool { name == "UUID" || name == "URL" }

  /// The names of the types in its name: `[String: Int]` has `String` and `Int`.
  var parts: [String] { name.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }.map(String.init) }
}

extension AttributeType {
  /// The name of the type in Swift; that of a string for a type that Swift has not.
  package var swiftName: String { SwiftType(self)?.name ?? "String" }

  /// Whether a text can be the default of an attribute, as the modeler writes it.
  package func accepts(default text: String) -> Bool { SwiftType(self)?.literal(text) != nil }
}
