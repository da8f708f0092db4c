import MotionModel
import MotionModelValues

extension ConditionParser {
  /// Compares as the kind of the column, or else as the kind of the other value.
  func comparing(
    _ first: Operand, _ comparison: ComparisonOperator, _ second: Operand, at place: Int
  ) throws(ConditionError) -> Condition {
    switch (first, second) {
    case (let operand, .constant(let value)):
      let (kind, value) = try adapted(value, to: operand.kind, at: place)
      return .comparison(operand, comparison, .constant(value), as: kind)
    case (.constant(let value), let operand):
      let (kind, value) = try adapted(value, to: operand.kind, at: place)
      return .comparison(.constant(value), comparison, operand, as: kind)
    default:
      guard first.kind.isComparable(with: second.kind) else {
        throw lexer.error(at: place, expected: "columns of one kind", found: "columns of different kinds")
      }
      let kind = first.kind == .unknown ? second.kind : first.kind
      return .comparison(first, comparison, second, as: kind)
    }
  }

  /// Returns the kind in which a column and a constant are compared, and the constant in this kind.
  private func adapted(
    _ value: AttributeValue, to kind: ColumnKind, at place: Int
  ) throws(ConditionError) -> (ColumnKind, AttributeValue) {
    let kind = kind == .unknown ? ColumnKind(of: value) : kind
    // Infinity and NaN are not decimal numbers, and can be compared with them.
    if kind == .decimal, case .double = value { return (kind, kind.cast(value) ?? value) }
    // Numbers and strings have different orders: "9.50" is behind "10.00".
    guard !(kind == .string && value.isNumber), let cast = kind.cast(value) else {
      throw lexer.error(at: place, expected: kind.expected, found: value.kind)
    }
    return (kind, cast)
  }

  /// Reads a test that has a word: `in`, `contains` and the like; nil if it is none.
  mutating func test(_ word: String, of operand: Operand) throws(ConditionError) -> Condition? {
    if try take(word: "in") { return try membership(of: operand) }
    if try take(word: "matches") { return try pattern(of: operand) }
    guard let test = StringTest.Kind(rawValue: word) else { return nil }
    try advance()
    let place = start
    let value = try literal()
    if case .string(let text) = value {
      let folding = try takeFolding()
      let test = StringTest(
        test, text, caseSensitive: folding?.caseSensitive ?? true, accentSensitive: folding?.accentSensitive ?? true)
      return word == StringTest.Kind.contains.rawValue && folding == nil
        ? .containment(operand, value, test) : .text(operand, test)
    }
    guard test == .contains else {
      throw lexer.error(at: place, expected: "a string in quotation marks", found: value.kind)
    }
    if case .array(let kind) = operand.kind { return .element(operand, try adapted(value, to: kind, at: place).1) }
    return .element(operand, value)
  }

  private mutating func membership(of operand: Operand) throws(ConditionError) -> Condition {
    let place = start
    guard case .array(let elements) = try literal() else {
      throw lexer.error(at: place, expected: "a list such as [1, 2]", found: "another value")
    }
    if let folding = try takeFolding() {
      var texts: [String] = []
      for element in elements {
        guard case .string(let text) = element else {
          throw lexer.error(at: place, expected: "a list of strings", found: element.kind)
        }
        texts.append(text)
      }
      return .text(
        operand,
        StringTest(in: texts, caseSensitive: folding.caseSensitive, accentSensitive: folding.accentSensitive))
    }
    let first = elements.first { !$0.isNull }
    let kind = operand.kind == .unknown ? first.map { ColumnKind(of: $0) } ?? .unknown : operand.kind
    var values: Set<AttributeValue> = []
    for element in elements where !element.isNull {
      values.insert(try adapted(element, to: kind, at: place).1.comparable)
    }
    return .membership(operand, values, hasNil: elements.contains(where: \.isNull), as: kind)
  }

  private mutating func pattern(of operand: Operand) throws(ConditionError) -> Condition {
    let place = start
    guard case .string(let text) = try literal() else {
      throw lexer.error(at: place, expected: "a regular expression in quotation marks", found: "another value")
    }
    guard let regex = try? Regex(text) else {
      throw lexer.error(at: place, expected: "a regular expression", found: "a string that is none")
    }
    return .text(operand, StringTest(regex))
  }

  /// Takes the words for what a test does not regard, if they come next.
  private mutating func takeFolding() throws(ConditionError) -> Folding? {
    guard case .folding(let folding) = token else { return nil }
    try advance()
    return folding
  }
}
