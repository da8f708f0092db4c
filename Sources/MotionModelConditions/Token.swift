import MotionModelValues

/// A word, a value or a sign of a condition.
enum Token: Equatable {
  /// The name of a column, or a word such as `contains`. Names in backquotes are columns.
  case name(String)
  case quotedName(String)
  case value(AttributeValue)
  /// An operator, a bracket or a comma.
  case sign(String)
  /// `(case-insensitive)`.
  case caseInsensitive
  case end

  /// The token in the words of an error, which does not repeat values.
  var found: String {
    switch self {
    case .name(let name): "the name \(name)"
    case .quotedName(let name): "the name `\(name)`"
    case .value(let value): value.kind
    case .sign(let sign): sign
    case .caseInsensitive: "(case-insensitive)"
    case .end: "the end"
    }
  }

  static func == (first: Token, second: Token) -> Bool {
    switch (first, second) {
    case (.name(let first), .name(let second)), (.quotedName(let first), .quotedName(let second)),
      (.sign(let first), .sign(let second)):
      first == second
    case (.caseInsensitive, .caseInsensitive), (.end, .end): true
    default: false
    }
  }
}
