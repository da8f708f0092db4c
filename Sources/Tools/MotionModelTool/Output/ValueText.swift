import MotionModelValues

extension AttributeValue {
  /// The value in a change: a string is quoted, so that it differs from other values that look alike.
  var quotedText: String {
    if case .string = self { return nestedDescription.printable }
    return cellText
  }
}

extension Optional<AttributeValue> {
  /// The value in a cell of a table; `nil` for no value.
  var cellText: String { self?.cellText ?? "nil" }

  /// The value in a change; `nil` for no value.
  var quotedText: String { self?.quotedText ?? "nil" }

  /// Whether there is no value: a column of a record may be left out in a file, or be null.
  var isNothing: Bool {
    switch self {
    case nil, .null: true
    default: false
    }
  }
}

extension String {
  /// The lines of a message, each without what would command a terminal.
  var printableLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }.joined(separator: "\n")
  }
}
