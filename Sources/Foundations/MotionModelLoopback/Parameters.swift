import MotionModelValues

/// Names and values as an address or the body of a form has them: `where=a+%3E+1&offset=100`.
package struct Parameters: Sendable, Equatable {
  /// How many there may be; others are left out.
  private static let limit = 500
  package private(set) var pairs: [(name: String, value: String)] = []

  package init(_ pairs: [(name: String, value: String)] = []) { self.pairs = pairs }

  /// Reads a query or a body. What is not percent-encoded UTF-8 is left out.
  package init(_ text: some StringProtocol) {
    for pair in text.split(separator: "&").prefix(Self.limit) {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(parts[0]), let value = Self.decoded(parts.count > 1 ? parts[1] : "") else {
        continue
      }
      pairs.append((name, value))
    }
  }

  private static func decoded(_ text: some StringProtocol) -> String? { PercentEncoding.decoded(text, isForm: true) }

  /// The first value of a name that is not empty; nil if there is none.
  package subscript(name: String) -> String? { pairs.first { $0.name == name && !$0.value.isEmpty }?.value }

  /// The number of a name, or the nearest one in a range; nil if there is none.
  package func number(_ name: String, in range: ClosedRange<Int>) -> Int? {
    self[name].flatMap { Int($0) }.map { min(max($0, range.lowerBound), range.upperBound) }
  }

  /// Returns these parameters with other values for some names; nil or an empty value removes one.
  package func setting(_ changes: KeyValuePairs<String, String?>) -> Parameters {
    var copy = self
    for (name, value) in changes {
      copy.pairs.removeAll { $0.name == name }
      if let value, !value.isEmpty { copy.pairs.append((name, value)) }
    }
    return copy
  }

  /// The parameters as an address has them, with the question mark; empty if there is none.
  package var text: String {
    if pairs.isEmpty { return "" }
    return "?" + pairs.map { "\(Self.encoded($0.name))=\(Self.encoded($0.value))" }.joined(separator: "&")
  }

  /// Encodes all but letters, digits, `-`, `.`, `_` and `~`.
  package static func encoded(_ text: String) -> String { PercentEncoding.encoded(text) }

  package static func == (first: Parameters, second: Parameters) -> Bool {
    first.pairs.elementsEqual(second.pairs) { $0 == $1 }
  }
}
