import Foundation
import MotionModelForms
import MotionModelFormsHTML

/// A request, whose body has not been read yet.
struct Request: Sendable {
  let method: String
  /// The parts of the path: `["albums", "1", "edit"]`.
  let path: [String]
  /// What stands behind the question mark.
  let query: String?
  /// The headers, with names in lower case.
  private(set) var headers: [String: String] = [:]

  /// Why a request cannot be read.
  struct Malformed: Error { let status: Int }

  /// Reads the head of a request: everything before the empty line.
  init(_ head: [UInt8]) throws(Malformed) {
    guard let text = String(validating: head, as: UTF8.self) else { throw Malformed(status: 400) }
    let lines = text.components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2].hasPrefix("HTTP/1."), words[1].hasPrefix("/") else { throw Malformed(status: 400) }
    method = String(words[0])
    let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var parts: [String] = []
    for part in target[0].split(separator: "/") {
      guard let decoded = part.removingPercentEncoding else { throw Malformed(status: 400) }
      parts.append(decoded)
    }
    (path, query) = (parts, target.count > 1 ? String(target[1]) : nil)
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, line.first != " " else { throw Malformed(status: 400) }
      let (name, value) = (parts[0].lowercased(), parts[1].trimmingCharacters(in: .whitespaces))
      // Of a header that comes twice, another reader could take the other one.
      if headers.updateValue(value, forKey: name) != nil { throw Malformed(status: 400) }
    }
  }

  /// How many bytes the body has. A body in chunks is not read here.
  func length() throws(Malformed) -> Int {
    if headers["transfer-encoding"] != nil { throw Malformed(status: 411) }
    guard let text = headers["content-length"] else { return 0 }
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(text) else {
      throw Malformed(status: 400)
    }
    return length
  }

  /// Returns a cookie of the request.
  func cookie(_ name: String) -> String? {
    for pair in (headers["cookie"] ?? "").split(separator: ";") {
      let parts = pair.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      if parts.count == 2, parts[0] == name { return parts[1] }
    }
    return nil
  }
}

/// An answer.
struct Reply: Sendable {
  var status: Int
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []

  /// Creates an answer with a page.
  init(_ status: Int = 200, page: String) {
    self.status = status
    headers = [("Content-Type", "text/html; charset=utf-8")]
    body = Array(page.utf8)
  }

  /// Creates an answer with bytes of a type.
  init(_ type: String, _ bytes: [UInt8]) {
    (status, headers, body) = (200, [("Content-Type", type)], bytes)
  }

  /// Creates a redirect to another page, which the browser requests with GET.
  init(seeOther address: String) { (status, headers) = (303, [("Location", address)]) }

  /// The answer as it is sent.
  func bytes(withBody: Bool) -> [UInt8] {
    var head = "HTTP/1.1 \(status) \(Self.reasons[status] ?? "Other")\r\n"
    let always = [
      ("Content-Length", "\(body.count)"), ("Connection", "close"), ("Cache-Control", "no-store"),
      ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "same-origin"),
      (
        "Content-Security-Policy",
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
      ),
    ]
    // Nothing from outside is in a header, apart from numbers.
    for (name, value) in headers + always { head += "\(name): \(value)\r\n" }
    return Array("\(head)\r\n".utf8) + (withBody ? body : [])
  }

  private static let reasons = [
    200: "OK", 303: "See Other", 400: "Bad Request", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
    408: "Request Timeout", 409: "Conflict", 411: "Length Required", 413: "Content Too Large",
    415: "Unsupported Media Type", 422: "Unprocessable Content", 431: "Request Header Fields Too Large",
    500: "Internal Server Error", 503: "Service Unavailable",
  ]
}
