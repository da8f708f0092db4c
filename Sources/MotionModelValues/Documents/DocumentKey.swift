/// A key or an index in the coding path of a value inside a document.
struct DocumentKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  /// The key under which a class encodes its superclass.
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
