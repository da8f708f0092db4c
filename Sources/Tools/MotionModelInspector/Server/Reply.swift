/// An answer.
struct Reply: Sendable, Equatable {
  var status = 200
  var type = "text/html; charset=utf-8"
  /// The address to which it leads; nil for an answer with a body. It has no line ends, because it is percent-encoded.
  var location: String?
  /// The name under which a browser stores the body; nil if it shows it.
  var fileName: String?
  var body: [UInt8] = []

  /// Creates an answer with a page.
  init(_ status: Int = 200, page: String) { (self.status, body) = (status, Array(page.utf8)) }

  /// Creates an answer with bytes of a type.
  init(_ type: String, _ body: [UInt8], fileName: String? = nil) {
    (self.type, self.body, self.fileName) = (type, body, fileName)
  }

  /// Creates a redirect to another page, which the browser requests with GET.
  init(seeOther address: String) { (status, location) = (303, address) }

  /// A refusal in plain words.
  static func refusal(_ status: Int, _ sentence: String) -> Reply {
    var reply = Reply("text/plain; charset=utf-8", Array("\(sentence)\n".utf8))
    reply.status = status
    return reply
  }

  /// The answer as it is sent.
  func bytes(withBody: Bool) -> [UInt8] {
    var lines = ["HTTP/1.1 \(status) \(Self.reasons[status] ?? "Other")", "Content-Type: \(type)"]
    if let location { lines.append("Location: \(location)") }
    if let fileName { lines.append("Content-Disposition: attachment; filename=\"\(fileName)\"") }
    lines += ["Content-Length: \(body.count)", "Connection: close"] + Self.always
    return Array("\(lines.joined(separator: "\r\n"))\r\n\r\n".utf8) + (withBody ? body : [])
  }

  /// The head of an answer that does not end: events.
  static var eventHead: [UInt8] {
    let lines = ["HTTP/1.1 200 OK", "Content-Type: text/event-stream", "Connection: close"] + always
    return Array("\(lines.joined(separator: "\r\n"))\r\n\r\n".utf8)
  }

  /// No page may load anything from elsewhere, run inline scripts, be framed by another page, or reveal its address,
  /// which has the token, to other sites.
  private static let always = [
    "Cache-Control: no-store", "X-Content-Type-Options: nosniff", "Referrer-Policy: same-origin",
    "X-Frame-Options: DENY", "Cross-Origin-Resource-Policy: same-origin", "Cross-Origin-Opener-Policy: same-origin",
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
      + "img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  ]

  private static let reasons = [
    200: "OK", 303: "See Other", 400: "Bad Request", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
    409: "Conflict", 411: "Length Required", 413: "Content Too Large", 421: "Misdirected Request",
    422: "Unprocessable Content", 431: "Request Header Fields Too Large", 503: "Service Unavailable",
  ]
}
