/// Represents values that a property list cannot hold: as a JSON string in a dictionary, under
/// ``PlistEscape/name``.
///
/// A property list has no nil. An XML property list has no control characters, and its carriage returns are read as
/// line feeds.
package enum PlistEscape {
  package static let name = "_json"

  /// Returns the JSON string for a value that a list cannot hold; nil when the list can hold the value itself.
  ///
  /// - Parameter isXML: Whether the list is an XML property list.
  static func text(for value: AttributeValue, isXML: Bool) -> String? {
    switch value {
    case .null: "null"
    case .string(let text): isXML && !isPlain(text) ? JSONFormat.written(value) : nil
    case .dictionary(let members):
      members[name] != nil || isXML && !members.keys.allSatisfy(isPlain) ? JSONFormat.written(value) : nil
    default: nil
    }
  }

  /// Returns the value that a finished array or dictionary of a list represents.
  ///
  /// - Parameter depthLimit: The depth to which the value may be nested.
  static func value(_ value: AttributeValue, depthLimit: Int) throws(JSONFormat.Failure) -> AttributeValue {
    guard case .dictionary(let members) = value, members.count == 1, case .string(let text)? = members[name] else {
      return value
    }
    return try JSONFormat.read(text, depthLimit: depthLimit).get()
  }

  /// Returns whether a string written as XML reads back unchanged.
  package static func isPlain(_ text: String) -> Bool {
    // Nearly all strings have ASCII only, whose bytes are read in a fraction of the time.
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\t") }) {
      return true
    }
    return text.unicodeScalars.allSatisfy { scalar in
      scalar.value >= 0x20 && !(0xFFFE...0xFFFF).contains(scalar.value) && !(0x7F...0x9F).contains(scalar.value)
        || scalar == "\n" || scalar == "\t"
    }
  }
}
