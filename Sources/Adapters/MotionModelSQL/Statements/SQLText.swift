/// The text of a statement while it is put together.
///
/// ```swift
/// let text: SQLText = "DELETE FROM \(name: table) WHERE \(name: "id") = \(bind: .integer(3))"
/// ```
///
/// Only literals of this package become text as they are. Names are quoted and values are bound. There is no
/// interpolation of a plain string, so that a value cannot become part of the text by mistake.
package struct SQLText: Sendable, Hashable, ExpressibleByStringInterpolation {
  private enum Part: Sendable, Hashable {
    case literal(String)
    case binding(SQLValue)
  }

  private var parts: [Part]
  /// The number of bound values.
  package private(set) var bindingCount: Int

  private init(_ parts: [Part], bindingCount: Int) { (self.parts, self.bindingCount) = (parts, bindingCount) }

  package init(stringLiteral value: StaticString) { self.init([.literal("\(value)")], bindingCount: 0) }

  package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.text }

  /// Appends another text.
  package mutating func append(_ other: SQLText) {
    parts.append(contentsOf: other.parts)
    bindingCount += other.bindingCount
  }

  /// Returns the statement: the text with a placeholder for each value.
  package func statement(in dialect: SQLDialect) -> SQLStatement {
    var (text, bindings) = ("", [SQLValue]())
    for part in parts {
      switch part {
      case .literal(let literal): text += literal
      case .binding(let value):
        bindings.append(value)
        text += dialect == .sqlite ? "?\(bindings.count)" : "$\(bindings.count)"
      }
    }
    return SQLStatement(text: text, bindings: bindings)
  }

  /// The pieces of a literal.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = SQLText([], bindingCount: 0)

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: StaticString) { text.parts.append(.literal("\(literal)")) }

    /// Appends a name in quotes.
    package mutating func appendInterpolation(name: String) { text.parts.append(.literal(SQLText.quoted(name))) }

    /// Appends names in quotes, with commas.
    package mutating func appendInterpolation(names: [String]) {
      text.parts.append(.literal(names.map(SQLText.quoted).joined(separator: ", ")))
    }

    /// Appends a placeholder for a value.
    package mutating func appendInterpolation(bind value: SQLValue) {
      text.parts.append(.binding(value))
      text.bindingCount += 1
    }

    /// Appends a literal of this package.
    package mutating func appendInterpolation(sign: StaticString) { appendLiteral(sign) }

    /// Appends a name as a string in quotes, where no value is taken or a name that stays spares the server a look.
    package mutating func appendInterpolation(literalName name: String) {
      text.parts.append(.literal("'\(name.replacing("'", with: "''"))'"))
    }

    /// Appends placeholders for values, with commas.
    package mutating func appendInterpolation(bind values: [SQLValue]) {
      appendInterpolation(sql: values.map { "\(bind: $0)" }, separator: ", ")
    }

    /// Appends an expression in parentheses, as a database has reported it.
    package mutating func appendInterpolation(expression: SQLExpression) {
      text.parts.append(.literal("(\(expression.text))"))
    }

    /// Appends another text.
    package mutating func appendInterpolation(sql other: SQLText) { text.append(other) }

    /// Appends other texts.
    package mutating func appendInterpolation(sql others: [SQLText], separator: StaticString) {
      for (index, other) in others.enumerated() {
        if index > 0 { appendLiteral(separator) }
        text.append(other)
      }
    }

    /// Appends the name of a type, whose characters are letters, digits, spaces, parentheses and brackets; others are
    /// left out.
    package mutating func appendInterpolation(type: String) {
      text.parts.append(.literal(type.filter { $0.isASCII && ($0.isLetter || $0.isNumber || " ()[],_".contains($0)) }))
    }
  }

  /// Returns a name in quotes: it keeps its capitals, and keywords are names like others.
  private static func quoted(_ name: String) -> String {
    // Nearly no name has a quote, and looking for one takes a fraction of replacing none.
    name.utf8.contains(UInt8(ascii: "\"")) ? "\"\(name.replacing("\"", with: "\"\""))\"" : "\"\(name)\""
  }
}

extension [SQLText] {
  /// Joins texts by a literal.
  package func joined(by separator: StaticString) -> SQLText { "\(sql: self, separator: separator)" }

  /// Joins conditions by an associative operator. Parentheses keep the expression flat: engines read `a AND b AND c` as
  /// one operator in another, and refuse a thousand of them.
  func nested(by separator: StaticString) -> SQLText {
    var texts = self
    while texts.count > 1 {
      texts = stride(from: 0, to: texts.count, by: 32).map { start in
        "(\(sql: Array(texts[start..<Swift.min(start + 32, texts.count)]), separator: separator))"
      }
    }
    return texts.first ?? ""
  }
}
