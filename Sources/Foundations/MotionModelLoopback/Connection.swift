import Foundation

/// One connection, for one request: this side answers it, or sends it.
package final class Connection: Sendable {
  package let limits: RequestLimits
  private let socket: Int32
  private let end: @Sendable (Int32) -> Void

  init(_ socket: Int32, _ limits: RequestLimits, end: @escaping @Sendable (Int32) -> Void) {
    (self.socket, self.limits, self.end) = (socket, limits, end)
    System.limit(SO_RCVTIMEO, of: socket, milliseconds: limits.reading)
    System.limit(SO_SNDTIMEO, of: socket, milliseconds: limits.sending)
  }

  /// Connects to a port of this machine; nil if nobody listens there.
  package convenience init?(to port: UInt16, within limits: RequestLimits = RequestLimits()) {
    let socket = System.makeSocket()
    self.init(socket, limits, end: System.end)
    if !System.reach(port, by: socket) { return nil }
  }

  deinit { end(socket) }

  /// Sends bytes; false if the other side is gone, or takes nothing for a while.
  @discardableResult
  package func send(_ bytes: some Collection<UInt8>) -> Bool { System.write(Array(bytes), to: socket) }

  /// Returns the next bytes; nil at the end, or if none come in time.
  package func receive(_ count: Int = 64 << 10) -> [UInt8]? { System.read(count, from: socket) }

  // MARK: - Requests

  /// Reads the head of a request, answers it, and waits until the answer has arrived.
  ///
  /// - Parameters:
  ///   - always: Headers of each answer.
  ///   - refusal: Returns the answer to a request that cannot be read.
  ///   - answer: Returns the answer to a request, whose body it reads; nil if it was sent already.
  package func serve(
    always: [String], refusal: (Request.Malformed) -> Reply, _ answer: (Request) throws(Request.Malformed) -> Reply?
  ) {
    var method = "GET"
    var reply: Reply?
    do throws(Request.Malformed) {
      guard let request = try readHead() else { return }
      method = request.method
      reply = try answer(request)
    } catch {
      reply = refusal(error)
    }
    if let reply { finish(reply.bytes(withBody: method != "HEAD", always: always)) }
  }

  /// Sends the last bytes, and reads what is still on its way: the system would throw the bytes away with it.
  private func finish(_ bytes: [UInt8]) {
    if !send(bytes) { return }
    System.endSending(socket)
    System.limit(SO_RCVTIMEO, of: socket, milliseconds: 200)
    for _ in 0..<1024 where receive() == nil { break }
  }

  /// Reads a request with its body; nil if the connection ends before, or takes too long.
  package func readRequest() throws(Request.Malformed) -> Request? {
    guard let head = try readHead() else { return nil }
    return try readBody(of: head)
  }

  /// Returns a request with the whole of its body; nil if the connection ends before, or takes too long.
  package func readBody(of request: Request) throws(Request.Malformed) -> Request? {
    var whole = request
    whole.body = []
    let length = try request.bodyLength(limit: limits.body)
    return receiveBody(of: request, length: length) { whole.body += $0 } ? whole : nil
  }

  /// Passes the body of a request on in pieces; false if the connection ends before, or takes too long.
  package func receiveBody<Failure: Error>(
    of request: Request, length: Int, _ use: (ArraySlice<UInt8>) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    if request.headers["expect"]?.lowercased() == "100-continue" { send("HTTP/1.1 100 Continue\r\n\r\n".utf8) }
    let end = ContinuousClock.now + .milliseconds(limits.reading)
    var (piece, left) = (request.body[...], length)
    while true {
      piece = piece.prefix(left)
      if !piece.isEmpty { try use(piece) }
      left -= piece.count
      if left == 0 { return true }
      guard ContinuousClock.now < end, let next = receive() else { return false }
      piece = next[...]
    }
  }

  /// Reads up to the empty line, with what has come of the body.
  private func readHead() throws(Request.Malformed) -> Request? {
    let end = ContinuousClock.now + .milliseconds(limits.reading)
    var bytes: [UInt8] = []
    while true {
      guard ContinuousClock.now < end, let piece = receive(4096) else { return nil }
      // The end may be in two pieces.
      let start = max(0, bytes.count - 3)
      bytes += piece
      if let end = bytes[start...].firstRange(of: Array("\r\n\r\n".utf8)) {
        if end.lowerBound > RequestLimits.head { throw .headTooLong }
        var request = try Request(head: Array(bytes[..<end.lowerBound]))
        request.body = Array(bytes[end.upperBound...])
        return request
      }
      if bytes.count > RequestLimits.head { throw .headTooLong }
    }
  }
}
