/// A key or an index in the coding path of a value inside a document.
struct DocumentKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  /// The key under which a class encodes its superclass.
  static let parent = DocumentKey(stringValue: "super")

  /// The key under which Swift encodes the payload of an enum's case if it has one without a label.
  static let unlabelled = DocumentKey(stringValue: "_0")

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }
}
