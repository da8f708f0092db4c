extension AttributeValue {
  /// The value in a cell of a table of text, on one line and without what would command a terminal. Arrays and
  /// dictionaries are JSON.
  package var cellText: String {
    switch self {
    case .string(let text): text.printable
    case .array, .dictionary: JSONFormat.written(self).printable
    default: description.printable
    }
  }
}
