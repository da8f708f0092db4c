public import Foundation

/// A request, as it is sent.
///
/// Its description, and a dump of it, have the method and the path, and neither the query nor headers nor the body,
/// which can have secrets.
public struct RESTRequest: Sendable, Hashable, CustomStringConvertible {
  /// The method.
  public var method: Method
  /// The whole address, with the query.
  public var url: URL
  /// The headers.
  public var headers: RESTHeaders
  /// The body; nil for none.
  public var body: Data?

  /// Creates a request.
  public init(_ method: Method, _ url: URL, headers: RESTHeaders = [:], body: Data? = nil) {
    (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
  }

  /// Adds parameters to the address, behind those that it has.
  public mutating func add(_ query: RESTQuery) {
    let added = query.encoded
    guard !added.isEmpty, var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return }
    let present = parts.percentEncodedQuery.flatMap { $0.isEmpty ? nil : $0 + "&" } ?? ""
    parts.percentEncodedQuery = present + added
    url = parts.url ?? url
  }

  /// The method and the path: `GET /trains/1`.
  public var description: String { "\(method.rawValue) \(url.encodedPath)" }
}

extension URL {
  /// The path, percent-encoded; `/` for none.
  var encodedPath: String {
    let path = path(percentEncoded: true)
    return path.isEmpty ? "/" : path
  }

  /// The path and the query, percent-encoded: the target of a request line.
  var encodedTarget: String { encodedPath + (query(percentEncoded: true).map { "?" + $0 } ?? "") }
}
