import Foundation

/// A request with its body.
struct Request: Sendable, Equatable {
  let method: String
  /// The parts of the path, decoded: `["token", "model", "Album"]`.
  let path: [String]
  /// What stands behind the question mark.
  let query: String
  /// The headers, with names in lower case.
  private(set) var headers: [String: String] = [:]
  var body: [UInt8] = []

  /// Why a request cannot be read.
  struct Malformed: Error, Equatable {
    let status: Int

    /// What to do about it.
    var sentence: String {
      switch status {
      case 411: "The length of the body is missing: the inspector reads no bodies in chunks."
      case 413: "The form is too large: it may have \(Request.bodyLimit >> 10) KiB."
      case 431:
        "The address, or the headers, are too long: they may have \(Request.headLimit >> 10) KiB and \(Request.headerLimit) headers."
      default: "The request is not one of HTTP/1.1."
      }
    }
  }

  /// How many bytes a head and a body may have, and how many headers there may be.
  static let (headLimit, bodyLimit, headerLimit) = (16 << 10, 256 << 10, 64)

  /// Creates a request of a program.
  init(_ method: String, _ path: [String], query: String = "", headers: [String: String] = [:], body: [UInt8] = []) {
    (self.method, self.path, self.query, self.headers, self.body) = (method, path, query, headers, body)
  }

  /// Reads the head of a request: everything before the empty line.
  init(head: [UInt8]) throws(Malformed) {
    guard let text = String(validating: head, as: UTF8.self) else { throw Malformed(status: 400) }
    let lines = text.components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0", words[1].hasPrefix("/"),
      words[1].utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw Malformed(status: 400) }
    method = String(words[0])
    let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var parts: [String] = []
    for part in target[0].split(separator: "/") {
      guard let decoded = PercentEncoding.decoded(part) else { throw Malformed(status: 400) }
      parts.append(decoded)
    }
    (path, query) = (parts, target.count > 1 ? String(target[1]) : "")
    if lines.count > Self.headerLimit { throw Malformed(status: 431) }
    for line in lines.dropFirst() { try add(header: line) }
  }

  private mutating func add(header line: String) throws(Malformed) {
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[0].utf8.allSatisfy(Self.isNameByte) else {
      throw Malformed(status: 400)
    }
    let (name, value) = (parts[0].lowercased(), parts[1].trimmingCharacters(in: .whitespaces))
    // Of a header that comes twice, another reader could take the other one.
    if headers.updateValue(value, forKey: name) != nil { throw Malformed(status: 400) }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  /// How many bytes the body has. A body in chunks is not read here.
  func bodyLength() throws(Malformed) -> Int {
    if headers["transfer-encoding"] != nil { throw Malformed(status: 411) }
    guard let text = headers["content-length"] else { return 0 }
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(text) else {
      throw Malformed(status: 400)
    }
    if length > Self.bodyLimit { throw Malformed(status: 413) }
    return length
  }
}
