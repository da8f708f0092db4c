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
    \(Excerpt(of: text, at: text.unicodeScalars.index(text.startIndex, offsetBy: position)))
    """
  }
}
