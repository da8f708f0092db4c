import Foundation
import MotionModel

/// A request, as the server reads it.
struct HTTPRequest: Sendable {
  let method: String
  /// The path, without the slash before it: `trains/1`.
  let path: String
  let query: [String: String]
  let headers: [String: String]
  /// The members of the body, if it is an object of JSON.
  let members: [String: AttributeValue]
  /// The body as text.
  let body: String

  /// Reads a request; nil if it is not whole yet.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 4,
      let end = (0...bytes.count - 4).first(where: { bytes[$0..<$0 + 4].elementsEqual("\r\n\r\n".utf8) })
    else { return nil }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).components(separatedBy: "\r\n")
    let headers = Self.headers(lines.dropFirst())
    let (start, length) = (end + 4, headers["content-length"].flatMap { Int($0) } ?? 0)
    if bytes.count < start + length { return nil }
    let words = lines[0].split(separator: " ")
    let target = URLComponents(string: words.count > 1 ? String(words[1]) : "/")
    method = words.first.map(String.init) ?? ""
    path = (target?.path ?? "").split(separator: "/").joined(separator: "/")
    query = Dictionary((target?.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { $1 }
    self.headers = headers
    body = String(decoding: bytes[start..<start + length], as: UTF8.self)
    if case .dictionary(let members)? = try? JSONDecoder().decode(AttributeValue.self, from: Data(body.utf8)) {
      self.members = members
    } else {
      members = [:]
    }
  }

  private static func headers(_ lines: some Sequence<String>) -> [String: String] {
    Dictionary(
      lines.map { line in
        let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
        return (parts[0].lowercased(), parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : "")
      }
    ) { $1 }
  }
}

/// An answer of the server.
struct HTTPReply: Sendable {
  let status: Int
  let body: Data

  init(_ status: Int, _ body: AttributeValue? = nil) {
    self.status = status
    self.body = body.flatMap { try? JSONEncoder().encode($0) } ?? Data()
  }

  /// The answer as it is sent.
  var bytes: [UInt8] {
    var head = "HTTP/1.1 \(status) -\r\nContent-Type: application/json\r\nConnection: close\r\n"
    if status != 204 { head += "Content-Length: \(body.count)\r\n" }
    return Array("\(head)\r\n".utf8) + body
  }
}
