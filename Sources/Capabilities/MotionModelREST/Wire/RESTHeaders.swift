/// The headers of a request or a response, in their order. Names are compared without regard to case.
///
/// ```swift
/// var headers: RESTHeaders = ["Accept": "application/json"]
/// headers["accept"]                    // => "application/json"
/// headers["Authorization"] = "Bearer …"
/// ```
///
/// Its description, and a dump of it, have only the names, because values can be secrets.
public struct RESTHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral, CustomStringConvertible {
  /// The names and values. A name may come several times.
  public private(set) var all: [Header] = []

  /// One header.
  public struct Header: Sendable, Hashable {
    /// The name, in the spelling in which it is sent.
    public let name: String
    /// The value.
    public let value: String
  }

  /// Creates headers of names and values.
  public init(dictionaryLiteral headers: (String, String)...) {
    for (name, value) in headers { add(name, value) }
  }

  /// The value of a header; of several with one name, their values with commas, as HTTP means them; nil if there is
  /// none.
  ///
  /// Setting it replaces all headers with that name.
  public subscript(name: String) -> String? {
    get {
      let values = values(of: name)
      return values.isEmpty ? nil : values.joined(separator: ", ")
    }
    set {
      let first = all.firstIndex { Self.areSame($0.name, name) }
      let rest = all.filter { !Self.areSame($0.name, name) }
      defer {
        if let newValue { all.insert(Header(name: name, value: newValue), at: min(first ?? all.count, all.count)) }
      }
      all = rest
    }
  }

  /// The values of all headers with a name, in their order.
  public func values(of name: String) -> [String] { all.filter { Self.areSame($0.name, name) }.map(\.value) }

  /// Appends a header, also if there is one with that name.
  public mutating func add(_ name: String, _ value: String) { all.append(Header(name: name, value: value)) }

  /// The names.
  public var description: String { "\(all.map(\.name))" }

  /// The first name that cannot be sent: it is not a token, or its value would end the line.
  var firstUnsendable: String? {
    all.first { header in !header.isSendable }?.name
  }

  private static func areSame(_ first: String, _ second: String) -> Bool {
    first == second || first.lowercased() == second.lowercased()
  }
}

extension RESTHeaders.Header {
  fileprivate var isSendable: Bool {
    let isToken = !name.isEmpty && name.utf8.allSatisfy { $0 > 32 && $0 < 127 && !Self.separators.contains($0) }
    return isToken && value.utf8.allSatisfy { $0 != 0 && $0 != 10 && $0 != 13 }
  }

  private static let separators = Set("()<>@,;:\\\"/[]?={}".utf8)
}
