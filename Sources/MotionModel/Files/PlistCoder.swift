import Foundation

/// Turns values into what a property list can hold, and back.
///
/// A property list has no nil, and an XML one has no control characters, keeps no fractions of seconds and reads carriage
/// returns as new lines. What a list cannot hold exactly is written as its JSON text, in a dictionary under ``escape``.
struct PlistCoder {
  /// Whether dates and numbers that are not finite are written as texts.
  let isText: Bool

  static let xml = PlistCoder(isText: true)
  static let binary = PlistCoder(isText: false)

  static let escape = "_json"

  /// The value that a list has instead of one that is not ``escaped(_:)``: the same where the list has a form for it.
  func listed(_ value: AttributeValue) -> AttributeValue {
    switch value {
    case .null, .bool, .int, .string, .data, .array, .dictionary: value
    case .double(let number):
      Self.isNegativeZero(number) || isText && !number.isFinite ? .string(value.plainText) : value
    case .date: isText ? .string(value.plainText) : value
    case .uint, .decimal, .uuid, .url: .string(value.plainText)
    }
  }

  /// The text that stands for a value under ``escape``; nil when a list can hold the value.
  func escaped(_ value: AttributeValue) -> String? {
    switch value {
    case .null: "null"
    case .string(let text): isText && !Self.isPlain(text) ? JSONText.written(value) : nil
    case .dictionary(let values):
      values[Self.escape] != nil || isText && !values.keys.allSatisfy(Self.isPlain) ? JSONText.written(value) : nil
    default: nil
    }
  }

  /// Foundation reads a negative zero as a plain one.
  private static func isNegativeZero(_ number: Double) -> Bool { number == 0 && number.sign == .minus }

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
