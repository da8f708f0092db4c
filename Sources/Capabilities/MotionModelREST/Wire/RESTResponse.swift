public import Foundation

/// A response of a server.
///
/// Its description, and a dump of it, have the status and the size of the body, and not what it says.
public struct RESTResponse: Sendable, Hashable, CustomStringConvertible {
  /// The status: 200, 404, …
  public var status: Int
  /// The headers.
  public var headers: RESTHeaders
  /// The body, which may be empty.
  public var body: Data
  /// The request that was answered: the last one, if redirects were followed; nil if it did not come from a server.
  public internal(set) var request: RESTRequest?

  /// Creates a response.
  public init(status: Int, headers: RESTHeaders = [:], body: Data = Data()) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  /// Whether the status says that the request was done: 200 to 299.
  public var isSuccess: Bool { (200...299).contains(status) }

  /// The status in words: `404 Not Found`.
  public var description: String { "\(StatusText.of(status)), \(body.count) bytes" }
}

/// The words of statuses, as the registry of HTTP has them.
enum StatusText {
  /// Returns a status with its words, if they are known.
  static func of(_ status: Int) -> String { words[status].map { "\(status) \($0)" } ?? "\(status)" }

  private static let words: [Int: String] = [
    200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 206: "Partial Content",
    300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
    307: "Temporary Redirect", 308: "Permanent Redirect",
    400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 406: "Not Acceptable", 407: "Proxy Authentication Required", 408: "Request Timeout",
    409: "Conflict", 410: "Gone", 411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large",
    414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable", 417: "Expectation Failed",
    421: "Misdirected Request", 422: "Unprocessable Content", 423: "Locked", 424: "Failed Dependency", 425: "Too Early",
    426: "Upgrade Required", 428: "Precondition Required", 429: "Too Many Requests",
    431: "Request Header Fields Too Large", 451: "Unavailable For Legal Reasons",
    500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
    504: "Gateway Timeout", 505: "HTTP Version Not Supported", 507: "Insufficient Storage",
  ]
}
