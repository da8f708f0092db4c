/// Colours of a terminal, or none.
struct Style: Sendable {
  let isColored: Bool

  enum Color: String {
    case bold = "1"
    case faint = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case cyan = "36"
  }

  /// Chooses by the option, and otherwise by the terminal: `NO_COLOR` that is not empty, and a terminal that is dumb,
  /// mean none.
  init(option: String?, isTerminal: Bool, environment: [String: String]) {
    switch option {
    case "always": isColored = true
    case "never": isColored = false
    default:
      isColored = isTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    }
  }

  func callAsFunction(_ text: String, _ color: Color) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
  }
}
