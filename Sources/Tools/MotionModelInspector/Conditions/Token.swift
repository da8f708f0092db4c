import MotionModelValues

/// A word, a value or a sign of a condition.
enum Token: Equatable {
  /// The name of a column, or a word such as `contains`. Names in backquotes are columns.
  case name(String)
  case quotedName(String)
  case value(AttributeValue)
  /// An operator, a bracket or a comma.
  case sign(String)
  /// `(case-insensitive)`, `(accent-insensitive)` or `(case-insensitive, accent-insensitive)`.
  case folding(Folding)
  case end

  /// The token in the words of an error, which does not repeat values.
  var found: String {
    switch self {
    case .name(let name): "the name \(name)"
    case .quotedName(let name): "the name `\(name)`"
    case .value(let value): value.kind
    case .sign(let sign): sign
    case .folding(let folding): folding.rawValue
    case .end: "the end"
    }
  }
}

/// What a test of strings does not regard.
enum Folding: String, CaseIterable {
  case caseInsensitive = "(case-insensitive)"
  case accentInsensitive = "(accent-insensitive)"
  case both = "(case-insensitive, accent-insensitive)"

  var caseSensitive: Bool { self == .accentInsensitive }
  var accentSensitive: Bool { self == .caseInsensitive }
}
