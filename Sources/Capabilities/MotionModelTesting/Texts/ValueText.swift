import Foundation
import MotionModel

/// Writes the values of columns on one line, so that different values have different texts.
enum ValueText {
  /// How many characters a value has at most before it is shortened.
  static let limit = 200

  /// Returns a value as text. A long one is cut off, and ends in its length and a hash of all of it.
  static func of(_ value: AttributeValue) -> String {
    let text = whole(value)
    if text.count <= limit { return text }
    return "\(text.prefix(limit * 3 / 4))… (\(text.count) characters, hash \(hash(of: text)))"
  }

  private static func whole(_ value: AttributeValue) -> String {
    switch value {
    case .string(let string): string.debugDescription
    case .data(let data): "0x" + data.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    case .array(let values): "[\(values.map(whole).joined(separator: ", "))]"
    case .dictionary(let members): members.isEmpty ? "[:]" : "[\(list(of: members))]"
    default: value.description
    }
  }

  private static func list(of members: [String: AttributeValue]) -> String {
    members.sorted { $0.key < $1.key }.map { "\($0.key.debugDescription): \(whole($0.value))" }.joined(separator: ", ")
  }

  private static func hash(of text: String) -> String { String(text.fingerprint, radix: 16) }
}
