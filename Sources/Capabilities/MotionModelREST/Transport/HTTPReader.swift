import Foundation

/// Reads a response of HTTP/1.1 (RFC 9112) from a connection that serves one request.
///
/// What a connection brings before it ends, cut at any byte, is a whole response or a ``RESTFailure``. One exception is
/// in the protocol: a body without a length ends with the connection.
struct HTTPReader {
  /// Copies bytes that have arrived to a buffer, and returns how many; 0 at the end of the connection.
  private let receive: (UnsafeMutableRawBufferPointer) throws(RESTFailure) -> Int
  private let bodyLimit: Int

  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var unread = 0..<0
  /// How many more bytes may be no body: status lines, headers, and what frames the chunks.
  private var headLimit = 1 << 18

  /// - Parameters:
  ///   - bodyLimit: The number of bytes that a body may have.
  ///   - receive: Reads from the connection.
  init(bodyLimit: Int, receive: @escaping (UnsafeMutableRawBufferPointer) throws(RESTFailure) -> Int) {
    (self.bodyLimit, self.receive) = (bodyLimit, receive)
  }

  /// Reads the response. Those with a status below 200 are passed over, because they are followed by another.
  mutating func readResponse() throws(RESTFailure) -> RESTResponse {
    while true {
      let status = try readStatus()
      let headers = try readHeaders()
      if status < 200 { continue }
      var response = RESTResponse(status: status, headers: headers)
      switch try Framing(status, headers) {
      case .none: break
      case .length(let count): try read(count, into: &response.body)
      case .chunks: response.body = try readChunks()
      case .untilEnd: response.body = try readToEnd()
      }
      return response
    }
  }

  // MARK: - The head

  private mutating func readStatus() throws(RESTFailure) -> Int {
    let line = try readLine(beginningWith: Array("HTTP/1.".utf8))
    let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count > 1, parts[0] == "HTTP/1.1" || parts[0] == "HTTP/1.0", parts[1].utf8.count == 3,
      let status = Self.number(parts[1]), status >= 100
    else { throw .notHTTP }
    return status
  }

  private mutating func readHeaders() throws(RESTFailure) -> RESTHeaders {
    var fields: [(name: String, value: String)] = []
    while case let line = try readLine(), !line.isEmpty {
      let text = line.trimmingCharacters(in: .whitespaces)
      if line.hasPrefix(" ") || line.hasPrefix("\t") {
        // An old form: the line continues the value of the previous line.
        guard let last = fields.indices.last else { throw .notHTTP }
        fields[last].value += " " + text
      } else {
        guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else { throw .notHTTP }
        let (name, value) = (String(line[..<colon]), line[line.index(after: colon)...])
        if name.contains(where: \.isWhitespace) { throw .notHTTP }
        fields.append((name, value.trimmingCharacters(in: .whitespaces)))
      }
    }
    var headers: RESTHeaders = [:]
    for field in fields { headers.add(field.name, field.value) }
    return headers
  }

  /// Reads a line without its end.
  ///
  /// - Parameter start: What it must begin with. If it does not, that is known without waiting for its end.
  private mutating func readLine(beginningWith start: [UInt8] = []) throws(RESTFailure) -> String {
    var line: [UInt8] = []
    while case let byte = try readByte(), byte != UInt8(ascii: "\n") {
      if headLimit == 0 || line.count < start.count && byte != start[line.count] { throw .notHTTP }
      headLimit -= 1
      line.append(byte)
    }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return String(decoding: line, as: UTF8.self)
  }

  // MARK: - The body

  /// How the end of a body is known.
  private enum Framing {
    case none
    case length(Int)
    case chunks
    case untilEnd

    init(_ status: Int, _ headers: RESTHeaders) throws(RESTFailure) {
      let codings = HTTPReader.elements("Transfer-Encoding", of: headers).map { $0.lowercased() }
      let lengths = Set(HTTPReader.elements("Content-Length", of: headers))
      if status == 204 || status == 304 {
        self = .none
      } else if !codings.isEmpty {
        if codings != ["chunked"] { throw .notHTTP }
        self = .chunks
      } else if let length = lengths.first {
        guard lengths.count == 1, !length.isEmpty, length.utf8.allSatisfy(HTTPReader.isDigit) else { throw .notHTTP }
        self = .length(HTTPReader.number(length) ?? .max)
      } else {
        self = .untilEnd
      }
    }
  }

  private mutating func read(_ count: Int, into body: inout Data) throws(RESTFailure) {
    if count > bodyLimit - body.count { throw .bodyTooLarge }
    let end = body.count + count
    while body.count < end {
      if !(try append(to: &body, atMost: end - body.count)) { throw .connectionLost }
    }
  }

  private mutating func readToEnd() throws(RESTFailure) -> Data {
    var body = Data()
    while try append(to: &body, atMost: .max) {
      if body.count > bodyLimit { throw .bodyTooLarge }
    }
    return body
  }

  private mutating func readChunks() throws(RESTFailure) -> Data {
    var body = Data()
    while case let count = try readChunkSize(), count > 0 {
      try read(count, into: &body)
      if !(try readLine().isEmpty) { throw .notHTTP }
    }
    // More headers follow the last chunk, and are not needed.
    _ = try readHeaders()
    return body
  }

  private mutating func readChunkSize() throws(RESTFailure) -> Int {
    let size = try readLine().prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
    guard !size.isEmpty, size.utf8.allSatisfy({ Self.isDigit($0) || (97...102).contains($0 | 32) }) else {
      throw .notHTTP
    }
    return Int(size, radix: 16) ?? .max
  }

  // MARK: - Bytes

  private mutating func readByte() throws(RESTFailure) -> UInt8 {
    guard try fill() else { throw .connectionLost }
    defer { unread = unread.lowerBound + 1..<unread.upperBound }
    return buffer[unread.lowerBound]
  }

  /// Appends what has arrived; returns false at the end of the connection.
  private mutating func append(to body: inout Data, atMost count: Int) throws(RESTFailure) -> Bool {
    guard try fill() else { return false }
    let taken = unread.prefix(count)
    body.append(contentsOf: buffer[taken])
    unread = taken.upperBound..<unread.upperBound
    return true
  }

  /// Waits for bytes, if all that have arrived were read; returns false at the end of the connection.
  private mutating func fill() throws(RESTFailure) -> Bool {
    if !unread.isEmpty { return true }
    let count = try buffer.withUnsafeMutableBufferPointer { bytes throws(RESTFailure) in
      try receive(UnsafeMutableRawBufferPointer(bytes))
    }
    unread = 0..<count
    return count > 0
  }

  // MARK: - Values

  /// The elements of all headers with a name, which are lists.
  private static func elements(_ name: String, of headers: RESTHeaders) -> [String] {
    headers.values(of: name).flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }.map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  private static func number(_ text: some StringProtocol) -> Int? { text.utf8.allSatisfy(isDigit) ? Int(text) : nil }
}
