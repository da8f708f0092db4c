extension SearchQuery: CustomStringConvertible {
  /// The query as ``init(_:)`` reads it back, with no more parentheses than needed.
  public var description: String {
    var text = ""
    node.write(to: &text)
    return text
  }
}

extension SearchQuery.Phrase: CustomStringConvertible {
  /// The phrase as it stands in a query.
  public var description: String {
    var text = ""
    write(to: &text)
    return text
  }
}

extension SearchQuery.Node {
  /// How tightly a query holds its parts together. A part that binds less than its place demands is put in parentheses.
  private enum Strength: Int { case or, and, not, near }

  private var strength: Strength {
    switch self {
    case .or: .or
    case .and: .and
    case .not: .not
    case .nothing, .phrase, .near: .near
    }
  }

  /// Appends the query. It recurses as deep as queries nest.
  fileprivate func write(to text: inout String) {
    switch self {
    case .nothing: break
    case .phrase(let phrase): phrase.write(to: &text)
    case .near(let phrases, let distances):
      for (index, phrase) in phrases.enumerated() {
        if index > 0 { text += " NEAR\(Self.suffix(of: distances[index - 1])) " }
        phrase.write(to: &text)
      }
    case .and(let nodes): Self.write(nodes, " ", to: &text, atLeast: .not)
    case .or(let nodes): Self.write(nodes, " OR ", to: &text, atLeast: .and)
    case .not(let node, .or(let excluded)): Self.write([node] + excluded, " NOT ", to: &text, atLeast: .near)
    case .not(let node, let excluded): Self.write([node, excluded], " NOT ", to: &text, atLeast: .near)
    }
  }

  private static func write(
    _ nodes: [SearchQuery.Node], _ separator: String, to text: inout String, atLeast strength: Strength
  ) {
    for (index, node) in nodes.enumerated() {
      if index > 0 { text += separator }
      let isEnclosed = node.strength.rawValue < strength.rawValue
      if isEnclosed { text += "(" }
      node.write(to: &text)
      if isEnclosed { text += ")" }
    }
  }

  private static func suffix(of distance: Int) -> String { distance == QueryLexer.usualDistance ? "" : "/\(distance)" }
}

extension SearchQuery.Phrase {
  fileprivate func write(to text: inout String) {
    if let field {
      text += QueryLexer.isColumnName(field.name) ? field.name : Self.quoted(field.name)
      text += ":"
    }
    if isAtStart { text += "^" }
    if words.count == 1, QueryLexer.isPlainWord(words[0].text) {
      text += words[0].written
    } else {
      text += Self.quoted(words.map(\.written).joined(separator: " "))
    }
  }

  private static func quoted(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "\"")) else { return "\"\(text)\"" }
    let doubled = text.unicodeScalars.reduce(into: String.UnicodeScalarView()) { result, scalar in
      result.append(scalar)
      if scalar == "\"" { result.append(scalar) }
    }
    return "\"\(doubled)\""
  }
}

extension SearchQuery.Phrase.Word {
  fileprivate var written: String { isPrefix ? text + "*" : text }
}
