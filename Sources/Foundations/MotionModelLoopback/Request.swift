import Foundation
import MotionModelValues

/// A request with its body, or with what has come of it.
package struct Request: Sendable, Equatable {
  package let method: String
  /// The path and what stands behind the question mark, as they were sent: `/token/model/Album?offset=100`.
  package let target: String
  /// The parts of the path, decoded: `["token", "model", "Album"]`.
  package let path: [String]
  /// The headers, with names in lower case.
  package private(set) var headers: [String: String] = [:]
  package var body: [UInt8] = []

  /// What stands behind the question mark.
  package var query: String { String(target.split(separator: "?", maxSplits: 1).dropFirst().first ?? "") }

  /// The body as text.
  package var text: String { String(decoding: body, as: UTF8.self) }

  /// Why a request cannot be read.
  package struct Malformed: Error, Equatable {
    package let status: Int
    /// What to do about it.
    package let sentence: String

    static let noHTTP = Malformed(status: 400, sentence: "The request is not one of HTTP/1.1.")
    static let noLength = Malformed(
      status: 411, sentence: "The length of the body is missing: no bodies in chunks are read here.")
    static let headTooLong = Malformed(
      status: 431,
      sentence: "The address, or the headers, are too long: they may have \(RequestLimits.head >> 10) KiB and "
        + "\(RequestLimits.headers) headers.")
    static func bodyTooLarge(_ limit: Int) -> Malformed {
      Malformed(status: 413, sentence: "The body is too large: it may have \(limit >> 10) KiB.")
    }
  }

  /// Creates a request of a program.
  package init(
    _ method: String, _ path: [String], query: String = "", headers: [String: String] = [:], body: [UInt8] = []
  ) {
    (self.method, self.path, self.headers, self.body) = (method, path, headers, body)
    target = path.map { "/" + PercentEncoding.encoded($0) }.joined() + (query.isEmpty ? "" : "?\(query)")
  }

  /// Reads the head of a request: everything before the empty line.
  package init(head: [UInt8]) throws(Malformed) {
    guard let text = String(validating: head, as: UTF8.self) else { throw .noHTTP }
    let lines = text.components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0", words[1].hasPrefix("/"),
      words[1].utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw .noHTTP }
    (method, target) = (String(words[0]), String(words[1]))
    var parts: [String] = []
    for part in target.prefix(while: { $0 != "?" }).split(separator: "/") {
      guard let decoded = PercentEncoding.decoded(part) else { throw .noHTTP }
      parts.append(decoded)
    }
    path = parts
    if lines.count > RequestLimits.headers { throw .headTooLong }
    for line in lines.dropFirst() { try add(header: line) }
  }

  private mutating func add(header line: String) throws(Malformed) {
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[0].utf8.allSatisfy(Self.isNameByte) else { throw .noHTTP }
    let (name, value) = (parts[0].lowercased(), parts[1].trimmingCharacters(in: .whitespaces))
    // Of a header that comes twice, another reader could take the other one.
    if headers.updateValue(value, forKey: name) != nil { throw .noHTTP }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  /// Returns how many bytes the body has. A body in chunks is not read here.
  package func bodyLength(limit: Int) throws(Malformed) -> Int {
    if headers["transfer-encoding"] != nil { throw .noLength }
    guard let text = headers["content-length"] else { return 0 }
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(text) else { throw .noHTTP }
    if length > limit { throw .bodyTooLarge(limit) }
    return length
  }
}
