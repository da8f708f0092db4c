/// The text of a statement while it is put together.
///
/// ```swift
/// let text: SQLText = "DELETE FROM \(name: table) WHERE \(name: "id") = \(bind: .integer(3))"
/// ```
///
/// Only literals of this package become text as they are. Names are quoted and values are bound. There is no
/// interpolation of a plain string, so that a value cannot become part of the text by mistake.
package struct SQLText: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// The text in UTF-8, without the placeholders: an array of its parts would be an allocation for each.
  private var bytes: [UInt8] = []
  /// How many bytes of the text are in front of each placeholder.
  private var places: [Int] = []
  private var values: [SQLValue] = []

  private init() {}

  package init(stringLiteral value: StaticString) { value.withUTF8Buffer { bytes += $0 } }

  package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.text }

  /// The number of bound values.
  package var bindingCount: Int { values.count }

  /// Appends another text.
  package mutating func append(_ other: SQLText) {
    for place in other.places { places.append(bytes.count + place) }
    values += other.values
    bytes += other.bytes
  }

  /// Returns the statement: the text with a placeholder for each value.
  package func statement(in dialect: SQLDialect) -> SQLStatement {
    var (text, end) = ([UInt8](), 0)
    text.reserveCapacity(bytes.count + 4 * places.count)
    for (index, place) in places.enumerated() {
      text += bytes[end..<place]
      text += "\(dialect == .sqlite ? "?" : "$")\(index + 1)".utf8
      end = place
    }
    text += bytes[end...]
    return SQLStatement(text: String(decoding: text, as: UTF8.self), bindings: values)
  }

  /// The pieces of a literal.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = SQLText()

    package init(literalCapacity: Int, interpolationCount: Int) {
      text.bytes.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    package mutating func appendLiteral(_ literal: StaticString) { literal.withUTF8Buffer { text.bytes += $0 } }

    /// Appends a name in quotes: it keeps its capitals, and keywords are names like others.
    package mutating func appendInterpolation(name: String) {
      text.bytes.append(UInt8(ascii: "\""))
      // Nearly no name has a quote, and looking for one takes a fraction of replacing none.
      text.bytes += (name.utf8.contains(UInt8(ascii: "\"")) ? name.replacing("\"", with: "\"\"") : name).utf8
      text.bytes.append(UInt8(ascii: "\""))
    }

    /// Appends names in quotes, with commas.
    package mutating func appendInterpolation(names: [String]) {
      appendList(names, ", ") { $0.appendInterpolation(name: $1) }
    }

    /// Appends a placeholder for a value.
    package mutating func appendInterpolation(bind value: SQLValue) {
      text.places.append(text.bytes.count)
      text.values.append(value)
    }

    /// Appends a literal of this package.
    package mutating func appendInterpolation(sign: StaticString) { appendLiteral(sign) }

    /// Appends a name as a string in quotes, where no value is taken or a name that stays spares the server a look.
    package mutating func appendInterpolation(literalName name: String) {
      text.bytes += "'\(name.replacing("'", with: "''"))'".utf8
    }

    /// Appends placeholders for values, with commas.
    package mutating func appendInterpolation(bind values: [SQLValue]) {
      appendList(values, ", ") { $0.appendInterpolation(bind: $1) }
    }

    /// Appends an expression in parentheses, as a database has reported it.
    package mutating func appendInterpolation(expression: SQLExpression) {
      text.bytes += "(\(expression.text))".utf8
    }

    /// Appends another text.
    package mutating func appendInterpolation(sql other: SQLText) { text.append(other) }

    /// Appends other texts.
    package mutating func appendInterpolation(sql others: [SQLText], separator: StaticString) {
      appendList(others, separator) { $0.text.append($1) }
    }

    private mutating func appendList<Element>(
      _ elements: [Element], _ separator: StaticString, _ append: (inout Self, Element) -> Void
    ) {
      for (index, element) in elements.enumerated() {
        if index > 0 { appendLiteral(separator) }
        append(&self, element)
      }
    }

    /// Appends the name of a type, whose characters are letters, digits, spaces, parentheses and brackets; others are
    /// left out.
    package mutating func appendInterpolation(type: String) {
      text.bytes += type.filter { $0.isASCII && ($0.isLetter || $0.isNumber || " ()[],_".contains($0)) }.utf8
    }
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
