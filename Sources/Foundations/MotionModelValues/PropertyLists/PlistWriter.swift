package import Foundation

/// Writes a property list, one part after another.
package protocol PlistWriter {
  static var isXML: Bool { get }
  /// Begins an array or a dictionary. In a dictionary, a key is written before each value.
  mutating func begin(isDictionary: Bool)
  mutating func end(isDictionary: Bool)
  mutating func writeKey(_ key: String)
  /// Writes a value that is neither an array nor a dictionary, and not nil.
  mutating func writeScalar(_ value: AttributeValue)
  /// Returns the whole list, after everything was written. Nothing else can be called then.
  mutating func finish() -> Data
}

extension PlistWriter {
  package mutating func write(_ value: AttributeValue) {
    let value = value.plain
    if value.hasParts { return writeParts(of: value) }
    if let text = PlistEscape.text(for: value, isXML: Self.isXML) { return writeEscaped(text) }
    writeScalar(value)
  }

  private mutating func writeParts(of value: AttributeValue) {
    var walk = AttributeWalk(value)
    while let step = walk.next() {
      switch step {
      case .value(let value) where !value.plain.hasParts: write(value)
      case .value(let value):
        if let text = PlistEscape.text(for: value.plain, isXML: Self.isXML) {
          writeEscaped(text)
        } else {
          begin(isDictionary: value.plain.isDictionary)
          walk.enter(value.plain)
        }
      case .element: break
      case .member(let name, _): writeKey(name)
      case .end(let isDictionary): end(isDictionary: isDictionary)
      }
    }
  }

  private mutating func writeEscaped(_ text: String) {
    begin(isDictionary: true)
    writeKey(PlistEscape.name)
    writeScalar(.string(text))
    end(isDictionary: true)
  }
}
