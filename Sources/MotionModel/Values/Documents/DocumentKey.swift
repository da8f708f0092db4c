/// A key or an index on the way to a value inside a document.
struct DocumentKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  /// The key that a type's parent is encoded under.
  static let parent = DocumentKey(stringValue: "super")

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }
}
