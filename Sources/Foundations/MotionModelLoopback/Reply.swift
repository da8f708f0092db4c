/// An answer.
package struct Reply: Sendable, Equatable {
  package var status = 200
  /// The headers as they are sent, such as `Content-Type: text/html`. They have no line ends.
  package var headers: [String] = []
  package var body: [UInt8] = []

  /// Creates an answer with a page.
  package init(_ status: Int = 200, page: String) {
    self.init("text/html; charset=utf-8", Array(page.utf8), status: status)
  }

  /// Creates an answer with bytes of a type.
  package init(_ type: String, _ body: [UInt8], status: Int = 200) {
    (self.status, headers, self.body) = (status, ["Content-Type: \(type)"], body)
  }

  /// Creates an answer that leads to another page, for the browser to request.
  ///
  /// - Parameter address: The address, percent-encoded.
  package init(seeOther address: String) { (status, headers) = (303, ["Location: \(address)"]) }

  /// A refusal in plain words.
  package static func refusal(_ status: Int, _ sentence: String) -> Reply {
    Reply("text/plain; charset=utf-8", Array("\(sentence)\n".utf8), status: status)
  }

  /// The answer as it is sent.
  ///
  /// - Parameter always: Headers that it has besides its own.
  package func bytes(withBody: Bool = true, always: [String] = []) -> [UInt8] {
    let length = status == 204 || status == 304 ? [] : ["Content-Length: \(body.count)"]
    return Self.head(status, headers + length + always) + (withBody ? body : [])
  }

  /// The head of an answer.
  package static func head(_ status: Int, _ headers: [String]) -> [UInt8] {
    let lines = ["HTTP/1.1 \(status) \(reasons[status] ?? "Other")"] + headers + ["Connection: close"]
    return Array("\(lines.joined(separator: "\r\n"))\r\n\r\n".utf8)
  }

  /// Headers of pages that keep records: none of them may load anything from elsewhere, run a script that stands in it,
  /// be shown in another one, or say its address to other sites.
  package static let pageHeaders = [
    "Cache-Control: no-store", "X-Content-Type-Options: nosniff", "Referrer-Policy: same-origin",
    "X-Frame-Options: DENY", "Cross-Origin-Resource-Policy: same-origin", "Cross-Origin-Opener-Policy: same-origin",
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
      + "img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  ]

  private static let reasons = [
    200: "OK", 201: "Created", 204: "No Content", 303: "See Other", 304: "Not Modified", 400: "Bad Request",
    401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 409: "Conflict",
    411: "Length Required", 413: "Content Too Large", 415: "Unsupported Media Type", 421: "Misdirected Request",
    422: "Unprocessable Content", 431: "Request Header Fields Too Large", 500: "Internal Server Error",
    503: "Service Unavailable",
  ]
}
