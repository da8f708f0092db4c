import Foundation

/// Turns values into the objects of a property list, and back.
///
/// A property list has no nil, and an XML one has no control characters, keeps no fractions of seconds and reads carriage
/// returns as new lines. What a list cannot hold exactly is written as its JSON text, in a dictionary under ``escape``.
struct PlistCoder {
  /// Whether dates and numbers that are not finite are written as texts.
  let isText: Bool

  static let xml = PlistCoder(isText: true)
  static let binary = PlistCoder(isText: false)

  static let escape = "_json"

  func object(_ value: AttributeValue) -> Any {
    switch value {
    case .null: escaped(value)
    case .bool(let value): value
    case .int(let value): value
    case .double(let number): Self.isNegativeZero(number) || isText && !number.isFinite ? value.plainText : number
    case .string(let text): isText && !Self.isPlain(text) ? escaped(value) : text
    case .date(let date): isText ? value.plainText : date
    case .data(let data): data
    case .uint, .decimal, .uuid, .url: value.plainText
    case .array(let values): values.map(object)
    case .dictionary(let values):
      values[Self.escape] != nil || isText && !values.keys.allSatisfy(Self.isPlain)
        ? escaped(value) : values.mapValues(object)
    }
  }

  /// Foundation reads a negative zero as a plain one.
  private static func isNegativeZero(_ number: Double) -> Bool { number == 0 && number.sign == .minus }

  private func escaped(_ value: AttributeValue) -> [String: String] {
    var text = ""
    JSONText.append(value, to: &text)
    return [Self.escape: text]
  }

  /// Whether a text comes back from XML as it went in.
  private static func isPlain(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      scalar.value >= 0x20 && !(0xFFFE...0xFFFF).contains(scalar.value) && !(0x7F...0x9F).contains(scalar.value)
        || scalar == "\n" || scalar == "\t"
    }
  }

  /// The value that was written as another; nil when what was escaped cannot be read.
  static func value(_ value: AttributeValue) -> AttributeValue? {
    switch value {
    case .array(let values):
      let plain = values.compactMap { Self.value($0) }
      return plain.count == values.count ? .array(plain) : nil
    case .dictionary(let values):
      if case .string(let text)? = values[escape], values.count == 1 {
        return try? JSONText.read(text).get()
      }
      let plain = values.compactMapValues { Self.value($0) }
      return plain.count == values.count ? .dictionary(plain) : nil
    default:
      return value
    }
  }
}
