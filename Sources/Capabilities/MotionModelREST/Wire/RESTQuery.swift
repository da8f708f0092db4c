import Foundation
public import MotionModel

/// What a request asks for, as parameters of its address.
///
/// ```swift
/// ["company": "Alpine", "ids": [1, 2], "speed": ["from": 100]]
/// // company=Alpine&ids[]=1&ids[]=2&speed[from]=100
/// ```
///
/// The parameters keep their order; those inside a dictionary are sorted by name. Booleans are `true` and `false`,
/// dates ISO 8601, and null is an empty value. An empty array is left out, because addresses have no form for it.
/// Brackets are sent percent-encoded.
public struct RESTQuery: Sendable, ExpressibleByDictionaryLiteral {
  /// The parameters in order.
  public var items: [(name: String, value: AttributeValue)]

  typealias Item = (name: String, value: AttributeValue)

  /// Creates a query of parameters.
  public init(_ items: [(name: String, value: AttributeValue)] = []) { self.items = items }

  /// Creates a query of names and values.
  public init(dictionaryLiteral items: (String, AttributeValue)...) { self.items = items }

  /// The value of a parameter; setting nil removes it.
  public subscript(name: String) -> AttributeValue? {
    get { items.first { $0.name == name }?.value }
    set {
      guard let newValue else { return items.removeAll { $0.name == name } }
      if let index = items.firstIndex(where: { $0.name == name }) {
        items[index].value = newValue
      } else {
        items.append((name, newValue))
      }
    }
  }

  /// The query, percent-encoded, without the question mark; empty for none.
  var encoded: String {
    var pairs: [String] = []
    for item in items { Self.append(item.value, PercentEncoding.encoded(item.name), to: &pairs) }
    return pairs.joined(separator: "&")
  }

  private static func append(_ value: AttributeValue, _ name: String, to pairs: inout [String]) {
    switch value {
    case .array(let elements): for element in elements { append(element, name + "%5B%5D", to: &pairs) }
    case .dictionary(let members):
      for (key, member) in members.sorted(by: { $0.key < $1.key }) {
        append(member, "\(name)%5B\(PercentEncoding.encoded(key))%5D", to: &pairs)
      }
    case .null, .bool, .int, .uint, .double, .decimal, .string, .date, .uuid, .url, .data:
      pairs.append(name + "=" + PercentEncoding.encoded(value.plainString))
    }
  }
}
