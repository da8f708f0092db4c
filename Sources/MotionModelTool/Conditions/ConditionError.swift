import MotionModelValues

/// A condition, or an order, that cannot be understood.
struct ConditionError: Error, CustomStringConvertible {
  /// What is read: `condition`, `order`.
  let subject: String
  let text: String
  /// Where the mistake is, in Unicode scalars.
  let position: Int
  let expected: String
  let found: String

  /// The reason in one sentence, and below it the text with a caret at the mistake.
  var description: String {
    """
    The \(subject) cannot be read at character \(position + 1): expected \(expected), found \(found).
    \(excerpt)
    """
  }

  /// The line with the mistake, cut on both sides where it is long, and a line with a caret below it.
  private var excerpt: String {
    let scalars = Array(text.unicodeScalars)
    let isBreak = { (scalar: Unicode.Scalar) in scalar == "\n" || scalar == "\r" }
    let lineStart = scalars[..<position].lastIndex(where: isBreak).map { $0 + 1 } ?? 0
    let lineEnd = scalars[position...].firstIndex(where: isBreak) ?? scalars.count
    let start = max(lineStart, position - Self.reach)
    let end = min(lineEnd, position + Self.reach)
    let before = (start > lineStart ? "…" : "") + Self.printed(scalars[start..<position])
    let behind = Self.printed(scalars[position..<end]) + (end < lineEnd ? "…" : "")
    return "  \(before)\(behind)\n  \(String(repeating: " ", count: before.displayWidth))^"
  }

  /// How many characters of a long line are shown on each side.
  private static let reach = 60

  private static func printed(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    AttributeValue.string(scalars.reduce(into: "") { $0.unicodeScalars.append($1) }).cellText
  }
}
