import MotionModel
import MotionModelValues

/// Reads conditions in the syntax in which predicates print themselves.
///
/// ```
/// priority > 2 && (name contains "dog" (case-insensitive) || !(assignedTo == nil))
/// ```
package struct ConditionParser {
  /// How deep brackets and lists may be nested, and how many computations there may be.
  package static let depthLimit = 250

  var lexer: Lexer
  private let columns: ConditionColumns
  var token = Token.end
  var start = 0
  private var depth = 0
  private var computations = 0

  /// Reads a whole condition.
  package static func condition(_ text: String, on columns: ConditionColumns) throws(ConditionError) -> Condition {
    var parser = try ConditionParser(text, subject: "condition", columns)
    let condition = try parser.disjunction().condition(parser)
    try parser.expectEnd("an operator, && or ||")
    return condition
  }

  init(_ text: String, subject: String, _ columns: ConditionColumns) throws(ConditionError) {
    (lexer, self.columns) = (Lexer(text, subject: subject), columns)
    try advance()
  }

  // MARK: - Tokens

  mutating func advance() throws(ConditionError) { (token, start) = try lexer.next() }

  var isAtEnd: Bool { token == .end }

  mutating func take(_ sign: String) throws(ConditionError) -> Bool {
    guard token == .sign(sign) else { return false }
    try advance()
    return true
  }

  mutating func take(word: String) throws(ConditionError) -> Bool {
    guard token == .name(word) else { return false }
    try advance()
    return true
  }

  func failure(_ expected: String) -> ConditionError {
    var hint: String?
    if case .name(let word) = token { hint = Self.hints[word.lowercased()] }
    return lexer.error(at: start, expected: hint ?? expected, found: token.found)
  }

  /// What is meant by words of SQL.
  private static let hints = [
    "and": "&&", "or": "||", "not": "! in front of a condition in brackets",
    "in": "in, in small letters, and a list such as [1, 2]", "like": "like, in small letters",
    "is": "== nil or != nil", "null": "nil", "between": "two comparisons with && between them",
  ]

  mutating func expect(_ sign: String) throws(ConditionError) {
    if try !take(sign) { throw failure(sign) }
  }

  func expectEnd(_ expected: String) throws(ConditionError) {
    if !isAtEnd { throw failure("\(expected), or the end") }
  }

  /// Calls `body` one level deeper.
  mutating func nested<Result>(
    _ body: (inout ConditionParser) throws(ConditionError) -> Result
  ) throws(ConditionError) -> Result {
    if depth == Self.depthLimit || StackSpace.isNearlyUsedUp() {
      throw failure(
        "fewer levels of brackets: at most \(Self.depthLimit), and as many as the stack of the thread allows")
    }
    depth += 1
    defer { depth -= 1 }
    return try body(&self)
  }

  // MARK: - Logic

  /// What was read: a condition, or a value that may become a part of one.
  private enum Term {
    case condition(Condition)
    case operand(Operand, start: Int)

    func condition(_ parser: ConditionParser) throws(ConditionError) -> Condition {
      switch self {
      case .condition(let condition): return condition
      case .operand(.constant(.bool(let value)), _): return .constant(value)
      case .operand(let operand, let start):
        if case .column(_, let kind) = operand, kind == .bool || kind == .unknown {
          return .comparison(operand, .equal, .constant(.bool(true)), as: .bool)
        }
        throw parser.lexer.error(
          at: start, expected: "a condition such as priority > 2", found: "a value without a comparison")
      }
    }
  }

  private mutating func disjunction() throws(ConditionError) -> Term {
    let first = try conjunction()
    guard token == .sign("||") else { return first }
    var conditions = [try first.condition(self)]
    while try take("||") { conditions.append(try conjunction().condition(self)) }
    return .condition(.any(conditions))
  }

  private mutating func conjunction() throws(ConditionError) -> Term {
    let first = try negation()
    guard token == .sign("&&") else { return first }
    var conditions = [try first.condition(self)]
    while try take("&&") { conditions.append(try negation().condition(self)) }
    return .condition(.all(conditions))
  }

  private mutating func negation() throws(ConditionError) -> Term {
    var (count, isNegated) = (0, false)
    while try take("!") { (count, isNegated) = (count + 1, !isNegated) }
    if count == 0 { return try comparison() }
    let condition = try primary().condition(self)
    return .condition(isNegated ? .not(condition) : condition)
  }

  // MARK: - Tests

  private mutating func comparison() throws(ConditionError) -> Term {
    let first = try sum()
    guard case .operand(let operand, _) = first else { return first }
    if case .sign(let sign) = token, let comparison = ComparisonOperator(rawValue: sign) {
      try advance()
      let place = start
      guard case .operand(let second, _) = try sum() else {
        throw lexer.error(at: place, expected: "a value", found: "a condition")
      }
      return .condition(try comparing(operand, comparison, second, at: place))
    }
    guard case .name(let word) = token else { return first }
    if let condition = try test(word, of: operand) { return .condition(condition) }
    // A word of SQL that joins conditions may follow a Boolean; any other one was to test this value.
    if Self.hints[word.lowercased()] != nil, !["and", "or"].contains(word.lowercased()) { throw failure("") }
    return first
  }

  // MARK: - Values

  private mutating func sum() throws(ConditionError) -> Term {
    try chain(of: [.plus, .minus]) { parser throws(ConditionError) in
      try parser.chain(of: [.times]) { parser throws(ConditionError) in try parser.primary() }
    }
  }

  /// Reads values between which there are signs.
  ///
  /// The result is as deep as there are signs, so their number in a condition is limited.
  private mutating func chain(
    of signs: [Operand.Arithmetic], _ next: (inout ConditionParser) throws(ConditionError) -> Term
  ) throws(ConditionError) -> Term {
    var result = try next(&self)
    while case .sign(let sign) = token, let arithmetic = Operand.Arithmetic(rawValue: sign), signs.contains(arithmetic)
    {
      guard case .operand(let first, let begin) = result else {
        throw failure("&& or ||, because a condition is no value")
      }
      if computations == Self.depthLimit { throw failure("at most \(Self.depthLimit) computations") }
      computations += 1
      try advance()
      let place = start
      guard case .operand(let second, _) = try next(&self) else {
        throw lexer.error(at: place, expected: "a value", found: "a condition")
      }
      result = .operand(.arithmetic(arithmetic, first, second), start: begin)
    }
    return result
  }

  private mutating func primary() throws(ConditionError) -> Term {
    let begin = start
    if token == .sign("(") {
      return try nested { parser throws(ConditionError) in
        try parser.advance()
        let term = try parser.disjunction()
        try parser.expect(")")
        return term
      }
    }
    if case .name(let word) = token {
      try advance()
      return .operand(try named(word, at: begin), start: begin)
    }
    if case .quotedName(let name) = token {
      try advance()
      return .operand(try column(name, at: begin), start: begin)
    }
    return .operand(.constant(try literal()), start: begin)
  }

  private mutating func named(_ word: String, at begin: Int) throws(ConditionError) -> Operand {
    switch (word, token) {
    case ("count", .name("of")):
      try advance()
      return .count(try operand())
    case ("seconds", .name("from")): return try elapsed(unit: 1)
    case ("days", .name("from")): return try elapsed(unit: 86_400)
    default:
      if let value = Self.constant(word) { return .constant(value) }
      return try column(word, at: begin)
    }
  }

  private mutating func elapsed(unit: Double) throws(ConditionError) -> Operand {
    try advance()
    let from = try operand()
    if try !take(word: "to") { throw failure("to, and another date") }
    return .elapsed(from: from, to: try operand(), unit: unit)
  }

  /// Reads a value that is not a sum.
  mutating func operand() throws(ConditionError) -> Operand {
    let place = start
    return try nested { parser throws(ConditionError) in
      guard case .operand(let operand, _) = try parser.primary() else {
        throw parser.lexer.error(at: place, expected: "a value", found: "a condition")
      }
      return operand
    }
  }

  private func column(_ name: String, at place: Int) throws(ConditionError) -> Operand {
    if let operand = columns[name] { return operand }
    if let hint = Self.hints[name.lowercased()] {
      throw lexer.error(at: place, expected: hint, found: "the name \(name)")
    }
    let nearest = Spelling.nearest(to: name, in: columns.names).map { " such as \($0)" } ?? ""
    throw lexer.error(at: place, expected: "the name of a column\(nearest)", found: "the name \(name)")
  }
}
