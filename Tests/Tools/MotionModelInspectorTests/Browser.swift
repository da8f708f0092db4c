import Foundation
import MotionModel
import MotionModelLoopback
import Testing

@testable import MotionModelInspector

/// A client of an inspector that sends bytes as they are.
struct Browser {
  let port: UInt16
  let token: String

  init(_ inspector: Inspector) throws {
    let address = try #require(inspector.address.flatMap { URLComponents(string: $0) })
    port = UInt16(try #require(address.port))
    token = String(address.path.dropFirst().dropLast())
  }

  struct CannotConnect: Error {}

  /// An answer.
  struct Answer: Equatable {
    let status: Int
    let headers: [String: String]
    let body: String
  }

  /// Requests a page by its path behind the token.
  func get(_ path: String, _ headers: [String: String] = [:], method: String = "GET", body: String = "") throws
    -> Answer
  {
    var all = ["Host": "127.0.0.1:\(port)"]
    if !body.isEmpty { all["Content-Length"] = "\(body.utf8.count)" }
    all.merge(headers) { $1 }
    let lines =
      ["\(method) /\(token)/\(path) HTTP/1.1"] + all.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return try answer(to: Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8))
  }

  /// Sends a form of a page of the inspector.
  func post(_ path: String, _ body: String) throws -> Answer {
    try get(path, ["Origin": "http://127.0.0.1:\(port)"], method: "POST", body: body)
  }

  /// Sends bytes, and reads the answer to its end.
  func answer(to bytes: [UInt8]) throws -> Answer {
    let text = String(decoding: try exchange(bytes), as: UTF8.self)
    let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
    let lines = parts[0].components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    let pairs = lines.dropFirst().map { line -> (String, String) in
      let parts = line.split(separator: ":", maxSplits: 1)
      return (parts[0].lowercased(), parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : "")
    }
    return Answer(
      status: words.count > 1 ? Int(words[1]) ?? 0 : 0, headers: Dictionary(pairs) { first, _ in first },
      body: parts.count > 1 ? String(parts[1]) : "")
  }

  /// Sends bytes, and returns all that comes until the other side ends.
  func exchange(_ bytes: [UInt8]) throws -> [UInt8] {
    let connection = try open()
    connection.send(bytes)
    var all: [UInt8] = []
    while let piece = connection.receive() { all += piece }
    return all
  }

  /// Connects. A read ends without bytes after two minutes, which a server takes only if it does not answer at all.
  func open() throws -> Connection {
    guard let connection = Connection(to: port, within: RequestLimits(reading: 120_000)) else { throw CannotConnect() }
    return connection
  }
}
