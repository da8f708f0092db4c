package import MotionModelValues

extension ColumnType {
  /// How deep arrays, dictionaries and optional values nest in a type's name that is read. Deeper types are custom
  /// ones.
  private static let deepestNesting = 64

  private static let simple: [String: ColumnType] = Dictionary(
    uniqueKeysWithValues: [
      .string, .bool, .double, .float, .decimal, .date, .uuid, .url, .data, .int(bits: 64), .int(bits: 8),
      .int(bits: 16),
      .int(bits: 32), .uint(bits: 64), .uint(bits: 8), .uint(bits: 16), .uint(bits: 32),
    ].map { (type: ColumnType) in ("\(type)", type) } + [("Int64", .int(bits: 64)), ("UInt64", .uint(bits: 64))])

  /// Reads the name of a type as files have it: `Int?`, `[String: Int]`, `Status (String)`.
  ///
  /// A name that is not that of a standard type is a custom type.
  package init(typeName name: String) { self.init(name[...], nesting: 0) }

  private init(_ name: Substring, nesting: Int) {
    let wrapped = nesting == Self.deepestNesting ? nil : Self.wrapped(name, nesting: nesting + 1)
    self = Self.simple[String(name)] ?? wrapped ?? .custom(name: String(name))
  }

  /// Reads a name with brackets or a question mark around or behind another one; nil if it has none.
  private static func wrapped(_ name: Substring, nesting: Int) -> ColumnType? {
    if name.hasSuffix("?") { return .optional(ColumnType(name.dropLast(), nesting: nesting)) }
    if name.hasPrefix("["), name.hasSuffix("]"), name.count > 2 {
      let inner = name.dropFirst().dropLast()
      let key = "String: "
      if inner.hasPrefix(key) { return .dictionary(ColumnType(inner.dropFirst(key.count), nesting: nesting)) }
      return .array(ColumnType(inner, nesting: nesting))
    }
    // An enum's name is followed by the type of its raw values.
    guard name.hasSuffix(")"), let start = name.lastIndex(of: "("), start > name.startIndex else { return nil }
    let raw = ColumnType(name[name.index(after: start)...].dropLast(), nesting: nesting)
    if case .custom = raw { return nil }
    let end = name.index(before: start)
    return .enumeration(name: String(name[..<(name[end] == " " ? end : start)]), raw: raw)
  }
}
