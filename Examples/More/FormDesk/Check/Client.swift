import Foundation
import MotionModelLoopback

/// A browser of the simplest kind: it asks for pages, keeps a cookie, and sends forms.
struct Client {
  let port: UInt16
  private var cookie: String?

  init(port: UInt16) { self.port = port }

  /// What a server has answered.
  struct Answer {
    let status: Int
    let headers: [String: String]
    let body: String
  }

  struct Unreachable: Error {}

  mutating func get(_ address: String) throws -> Answer { try send("GET", address) }

  /// Sends fields as a form without files does.
  mutating func post(_ address: String, _ fields: [(String, String)]) throws -> Answer {
    let body = Parameters(fields.map { (name: $0, value: $1) }).text.dropFirst()
    return try send("POST", address, type: "application/x-www-form-urlencoded", Array(body.utf8))
  }

  /// Sends fields and a file as a form with files does.
  mutating func upload(
    _ address: String, _ fields: [(String, String)], _ file: (name: String, bytes: [UInt8])
  ) throws -> Answer {
    let boundary = "----desk"
    var body: [UInt8] = []
    for (name, value) in fields {
      body += Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
    }
    let head =
      "Content-Disposition: form-data; name=\"\(file.name)\"; filename=\"cover.png\"\r\nContent-Type: image/png"
    body += Array("--\(boundary)\r\n\(head)\r\n\r\n".utf8) + file.bytes + Array("\r\n--\(boundary)--\r\n".utf8)
    return try send("POST", address, type: "multipart/form-data; boundary=\(boundary)", body)
  }

  mutating func send(_ method: String, _ address: String, type: String? = nil, _ body: [UInt8] = []) throws -> Answer {
    var head = "\(method) \(address) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
    if let type { head += "Content-Type: \(type)\r\nContent-Length: \(body.count)\r\n" }
    if let cookie { head += "Cookie: \(cookie)\r\n" }
    let answer = try exchange(Array("\(head)\r\n".utf8) + body)
    if let set = answer.headers["set-cookie"] { cookie = set.split(separator: ";").first.map(String.init) }
    return answer
  }

  private func exchange(_ request: [UInt8]) throws -> Answer {
    guard let connection = Connection(to: port, within: RequestLimits(reading: 30_000)), connection.send(request)
    else { throw Unreachable() }
    var bytes: [UInt8] = []
    while let piece = connection.receive() { bytes += piece }
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { throw Unreachable() }
    let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count > 1, let status = Int(words[1]) else { throw Unreachable() }
    let headers = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return (parts[0].lowercased(), parts[1].trimmingCharacters(in: .whitespaces))
    }
    return Answer(
      status: status, headers: Dictionary(headers) { $1 },
      body: String(decoding: bytes[end.upperBound...], as: UTF8.self))
  }
}
