import MotionModelValues

/// A condition, or an order, that cannot be understood.
package struct ConditionError: Error, CustomStringConvertible {
  /// What is read: `condition`, `order`.
  package let subject: String
  package let text: String
  /// Where the mistake is, in Unicode scalars.
  package let position: Int
  package let expected: String
  package let found: String

  /// The reason in one sentence, and below it the text with a caret at the mistake.
  package var description: String {
    """
    The \(subject) cannot be read at character \(position + 1): expected \(expected), found \(found).
    \(Excerpt(of: text, at: text.unicodeScalars.index(text.startIndex, offsetBy: position)))
    """
  }
}
