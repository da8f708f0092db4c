/// Writes what a property list cannot hold as its JSON text, in a dictionary under ``PlistEscape/name``.
///
/// A property list has no nil, and an XML one no control characters; it reads carriage returns as new lines.
enum PlistEscape {
  static let name = "_json"

  /// The JSON text that stands for a value; nil when a list can hold the value itself.
  ///
  /// - Parameter isXML: Whether the list is one of XML.
  static func text(for value: AttributeValue, isXML: Bool) -> String? {
    switch value {
    case .null: "null"
    case .string(let text): isXML && !isPlain(text) ? JSONText.written(value) : nil
    case .dictionary(let members):
      members[name] != nil || isXML && !members.keys.allSatisfy(isPlain) ? JSONText.written(value) : nil
    default: nil
    }
  }

  /// The value that a finished array or dictionary of a list stands for.
  ///
  /// - Parameter depthLimit: How deep it may be nested.
  static func value(_ value: AttributeValue, depthLimit: Int) throws(JSONText.Failure) -> AttributeValue {
    guard case .dictionary(let members) = value, members.count == 1, case .string(let text)? = members[name] else {
      return value
    }
    return try JSONText.read(text, depthLimit: depthLimit).get()
  }

  /// Whether a text comes back from XML as it went in.
  private static func isPlain(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      scalar.value >= 0x20 && !(0xFFFE...0xFFFF).contains(scalar.value) && !(0x7F...0x9F).contains(scalar.value)
        || scalar == "\n" || scalar == "\t"
    }
  }
}
