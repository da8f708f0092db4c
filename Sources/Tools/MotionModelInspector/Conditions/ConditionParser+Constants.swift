import MotionModelValues

extension ConditionParser {
  static func constant(_ word: String) -> AttributeValue? {
    switch word {
    case "nil", "null": .null
    case "true": .bool(true)
    case "false": .bool(false)
    case "NaN": .double(.nan)
    case "Infinity": .double(.infinity)
    default: nil
    }
  }

  mutating func literal() throws(ConditionError) -> AttributeValue {
    switch token {
    case .value(let value):
      try advance()
      return value
    case .name(let word):
      guard let value = Self.constant(word) else { break }
      try advance()
      return value
    case .sign("["):
      return try nested { parser throws(ConditionError) in
        try parser.advance()
        return try parser.list()
      }
    default: break
    }
    throw failure("a value")
  }

  /// Reads the rest of an array or a dictionary.
  private mutating func list() throws(ConditionError) -> AttributeValue {
    if try take("]") { return .array([]) }
    if try take(":") {
      try expect("]")
      return .dictionary([:])
    }
    let first = try literal()
    if case .string(let name) = first, token == .sign(":") { return try dictionary(from: name) }
    var elements = [first]
    while try take(",") { elements.append(try literal()) }
    try expect("]")
    return .array(elements)
  }

  private mutating func dictionary(from name: String) throws(ConditionError) -> AttributeValue {
    try expect(":")
    var members = [name: try literal()]
    while try take(",") {
      guard case .string(let name) = try literal() else { throw failure("a key in quotation marks") }
      try expect(":")
      members[name] = try literal()
    }
    try expect("]")
    return .dictionary(members)
  }
}
