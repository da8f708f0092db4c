import MotionModelGenerator

/// Reads the words of Swift one after the other.
struct SwiftCursor {
  private let tokens: [SourceToken]
  private(set) var index = 0

  init(_ tokens: [SourceToken]) { self.tokens = tokens }

  var next: SourceToken? { index < tokens.count ? tokens[index] : nil }
  var following: SourceToken? { index + 1 < tokens.count ? tokens[index + 1] : nil }
  var place: SourcePlace { next?.place ?? tokens.last?.place ?? SourcePlace() }

  mutating func skip() { index += 1 }

  mutating func take(_ word: String) -> Bool {
    guard next?.isWord(word) == true else { return false }
    skip()
    return true
  }

  mutating func takeSign(_ sign: String) -> Bool {
    guard next?.isSign(sign) == true else { return false }
    skip()
    return true
  }

  private static let closing = ["(": ")", "[": "]", "{": "}", "<": ">"]

  /// Reads a bracketed group and returns its content.
  mutating func takeBrackets() throws(Diagnostic) -> [SourceToken] {
    guard case .sign(let open)? = next?.kind, let close = Self.closing[open] else { return [] }
    let start = place
    skip()
    var depth = 1
    var content: [SourceToken] = []
    while let token = next {
      skip()
      if token.isSign(open) { depth += 1 }
      if token.isSign(close) { depth -= 1 }
      if depth == 0 { return content }
      content.append(token)
    }
    throw Diagnostic("The bracket \(open) has no second one: add \(close).", at: start)
  }

  /// Takes words up to the end of the line, or one of some signs, outside of brackets.
  mutating func takeExpression(until ends: Set<String>) throws(Diagnostic) -> [SourceToken] {
    var taken: [SourceToken] = []
    while let token = next {
      let goesOn = token.isSign(".") || token.isSign("?") || token.isSign(":")
      if token.startsLine && !goesOn && !taken.isEmpty { break }
      if case .sign(let sign) = token.kind {
        // NB: A closure that is called may be all of a default.
        let isEnd = ends.contains(sign) && !(sign == "{" && taken.isEmpty)
        if isEnd || sign == ")" || sign == "]" || sign == "}" || sign == ";" { break }
        if sign == "(" || sign == "[" || sign == "{" {
          taken.append(token)
          taken += try takeBrackets()
          let last = index - 1
          taken.append(tokens[last])
          continue
        }
      }
      taken.append(token)
      skip()
    }
    return taken
  }
}

extension [SourceToken] {
  /// The words as they are written, without blanks but between words.
  var source: String {
    var text = ""
    for token in self {
      if token.word != nil || { if case .number = token.kind { true } else { false } }(),
        let last = text.unicodeScalars.last,
        last == "_" || last.properties.isAlphabetic
      {
        text += " "
      }
      text += token.text
    }
    return text
  }
}

/// A stored property of a class.
struct SwiftProperty {
  var name: String
  /// The type as it is written; nil if it is not.
  var type: String?
  /// The default.
  var value: [SourceToken] = []
  var documentation: String?
  var isUnique = false
  var isTransient = false
  /// Whether its bytes are kept in a file.
  var isExternal = false
  /// Whether it is said to be a relationship.
  var isRelationship = false
  var formerName: String?
  var transformer: String?
  var deleteRule = DeleteRule.nullify
  var inverse: String?
  var minimumCount: Int?
  var maximumCount: Int?
  var place: SourcePlace
}

/// A class with `@Model`.
struct SwiftClass {
  let name: String
  let place: SourcePlace
  let documentation: String?
  private(set) var parents: [String] = []
  private(set) var properties: [SwiftProperty] = []
  /// The properties that are unique together.
  private(set) var unique: [[String]] = []
  private(set) var indexes: [[String]] = []
  /// The types that are declared in it.
  private(set) var innerTypes: Set<String> = []

  /// Reads the next class with `@Model`; nil if there is none.
  init?(next cursor: inout SwiftCursor) throws(Diagnostic) {
    while let token = cursor.next {
      guard token.isSign("@"), cursor.following?.isWord("Model") == true else {
        cursor.skip()
        continue
      }
      cursor.skip()
      cursor.skip()
      while let next = cursor.next, !next.isWord("class"), !next.isSign("{") { cursor.skip() }
      guard cursor.take("class"), let name = cursor.next?.word else {
        throw Diagnostic("Expected a class behind @Model.", at: cursor.place)
      }
      (self.name, place, documentation) = (name, cursor.place, token.documentation)
      cursor.skip()
      if cursor.takeSign(":") {
        while let next = cursor.next, !next.isSign("{") {
          if let parent = next.word { parents.append(parent) }
          cursor.skip()
        }
      }
      var body = SwiftCursor(try cursor.takeBrackets())
      while body.next != nil { try readMember(&body) }
      return
    }
    return nil
  }

  // MARK: - Members

  private static let modifiers: Set<String> = [
    "public", "private", "fileprivate", "internal", "package", "open", "final", "lazy", "nonisolated", "override",
    "weak",
    "unowned", "dynamic",
  ]

  private mutating func readMember(_ cursor: inout SwiftCursor) throws(Diagnostic) {
    if cursor.takeSign(";") { return }
    let documentation = cursor.next?.documentation
    var property = SwiftProperty(name: "", documentation: documentation, place: cursor.place)
    while cursor.takeSign("@") { try readAttribute(&cursor, of: &property) }
    if cursor.takeSign("#") { return try readMacro(&cursor) }
    var isLazy = false
    while let word = cursor.next?.word, Self.modifiers.contains(word) {
      isLazy = isLazy || word == "lazy"
      cursor.skip()
      if cursor.next?.isSign("(") == true { _ = try cursor.takeBrackets() }
    }
    guard cursor.take("var") || cursor.take("let") else { return try skipMember(&cursor) }
    let before = properties
    repeat { try readProperty(&cursor, property) } while cursor.takeSign(",")
    // SwiftData does not store what is computed at first use.
    if isLazy { properties = before }
  }

  private mutating func readProperty(_ cursor: inout SwiftCursor, _ start: SwiftProperty) throws(Diagnostic) {
    var property = start
    property.place = cursor.place
    guard let name = cursor.next?.word else { return cursor.skip() }
    property.name = name
    cursor.skip()
    if cursor.takeSign(":") { property.type = try cursor.takeExpression(until: ["=", ",", "{"]).source }
    if cursor.takeSign("=") { property.value = try cursor.takeExpression(until: [",", "{"]) }
    if cursor.next?.isSign("{") == true {
      let block = try cursor.takeBrackets()
      // Without observers, the block computes the property.
      guard let first = block.first, first.isWord("didSet") || first.isWord("willSet") else { return }
    }
    properties.append(property)
  }

  private mutating func skipMember(_ cursor: inout SwiftCursor) throws(Diagnostic) {
    // A function, an initializer or a type ends with its block; anything else with its line.
    if let word = cursor.next?.word, SwiftLexer.typeWords.contains(word), let name = cursor.following?.word {
      innerTypes.insert(name)
    }
    cursor.skip()
    while let token = cursor.next {
      if token.isSign("{") {
        _ = try cursor.takeBrackets()
        return
      }
      if token.isSign("(") || token.isSign("[") {
        _ = try cursor.takeBrackets()
        continue
      }
      let begins =
        token.isSign("@") || token.isSign("#")
        || ["var", "let", "func", "init", "static"].contains { token.isWord($0) }
      if token.startsLine && begins { return }
      cursor.skip()
    }
  }

  // MARK: - Attributes

  private func readAttribute(_ cursor: inout SwiftCursor, of property: inout SwiftProperty) throws(Diagnostic) {
    let name = cursor.next?.word
    cursor.skip()
    if name == "Relationship" { property.isRelationship = true }
    guard cursor.next?.isSign("(") == true, cursor.next?.startsLine == false else {
      if name == "Transient" { property.isTransient = true }
      return
    }
    var arguments = SwiftCursor(try cursor.takeBrackets())
    guard name == "Attribute" || name == "Relationship" else { return }
    while arguments.next != nil {
      let argument = try arguments.takeExpressionOfArgument()
      property.read(argument)
      _ = arguments.takeSign(",")
    }
  }

  private mutating func readMacro(_ cursor: inout SwiftCursor) throws(Diagnostic) {
    let name = cursor.next?.word
    cursor.skip()
    if cursor.next?.isSign("<") == true { _ = try cursor.takeBrackets() }
    guard cursor.next?.isSign("(") == true else { return }
    var arguments = SwiftCursor(try cursor.takeBrackets())
    while arguments.next != nil {
      guard arguments.next?.isSign("[") == true else {
        arguments.skip()
        continue
      }
      let names = try arguments.takeBrackets().keyPathNames
      if name == "Unique" { unique.append(names) } else if name == "Index" { indexes.append(names) }
    }
  }
}

extension SwiftCursor {
  /// Takes an argument, up to the next comma.
  fileprivate mutating func takeExpressionOfArgument() throws(Diagnostic) -> [SourceToken] {
    var taken: [SourceToken] = []
    while let token = next, !token.isSign(",") {
      if token.isSign("(") || token.isSign("[") {
        taken.append(token)
        taken += try takeBrackets()
      } else {
        taken.append(token)
        skip()
      }
    }
    return taken
  }
}

extension [SourceToken] {
  /// The last name of each key path: `\.name`, `\Trip.bucket`.
  fileprivate var keyPathNames: [String] {
    var names: [String] = []
    for (index, token) in enumerated() {
      guard let word = token.word, index + 1 == count || !self[index + 1].isSign(".") else { continue }
      if index > 0, self[index - 1].isSign(".") { names.append(word) }
    }
    return names
  }
}

extension SwiftProperty {
  /// Reads an argument of `@Attribute` or `@Relationship`.
  fileprivate mutating func read(_ argument: [SourceToken]) {
    guard let first = argument.first else { return }
    if argument.count > 1, first.isSign("."), let option = argument[1].word {
      switch option {
      case "unique": isUnique = true
      case "ephemeral": isTransient = true
      case "externalStorage": isExternal = true
      case "transformable": transformer = argument.dropFirst(2).compactMap(\.transformerName).last ?? "a transformer"
      default: break
      }
      return
    }
    guard argument.count > 2, argument[1].isSign(":"), let last = argument.last else { return }
    switch first.word {
    case "originalName": if case .string(let text) = last.kind { formerName = text }
    case "deleteRule":
      let rules: [String: DeleteRule] = ["cascade": .cascade, "deny": .deny, "noAction": .noAction]
      deleteRule = rules[last.word ?? ""] ?? .nullify
    case "inverse": inverse = argument.keyPathNames.last
    case "minimumModelCount": if case .number(let text) = last.kind { minimumCount = Int(text) }
    case "maximumModelCount": if case .number(let text) = last.kind { maximumCount = Int(text) }
    default: break
    }
  }
}

extension SourceToken {
  /// The name of a class, or of a transformer that is registered by it.
  fileprivate var transformerName: String? {
    switch kind {
    case .string(let text): text
    case .word(let word) where word != "by" && word != "self": word
    default: nil
    }
  }
}
