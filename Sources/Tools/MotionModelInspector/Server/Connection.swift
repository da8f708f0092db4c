import Foundation

/// One connection, which serves one request.
struct Connection: Sendable {
  /// How long the other side may take to send its request, and to take each piece of the answer.
  static let (patience, slowness) = (5_000, 10_000)

  private let socket: Int32

  init(_ socket: Int32) {
    self.socket = socket
    System.limitWaiting(socket, milliseconds: Self.patience)
  }

  /// Reads a request and answers it.
  func serve(_ answer: (Request, Connection) -> Reply?) {
    var method = "GET"
    do throws(Request.Malformed) {
      guard let request = try read() else { return }
      method = request.method
      System.limitWaiting(socket, milliseconds: Self.slowness)
      guard let reply = answer(request, self) else { return }
      send(reply, to: method)
    } catch {
      send(.refusal(error.status, error.sentence), to: method)
    }
  }

  private func send(_ reply: Reply, to method: String) {
    if !send(reply.bytes(withBody: method != "HEAD")) { return }
    // What is still on its way is read, or the system would throw the answer away with it.
    System.endSending(socket)
    System.limitWaiting(socket, milliseconds: 200)
    for _ in 0..<64 where System.receive(16 << 10, from: socket) == nil { break }
  }

  /// Sends bytes; false if the other side is gone, or takes nothing for a while.
  func send(_ bytes: [UInt8]) -> Bool { System.send(bytes, to: socket) }

  /// Reads a request; nil if the connection ends before it, or takes too long.
  private func read() throws(Request.Malformed) -> Request? {
    let end = ContinuousClock.now + .milliseconds(Self.patience)
    var bytes: [UInt8] = []
    while true {
      guard ContinuousClock.now < end, let piece = System.receive(4096, from: socket) else { return nil }
      // The end may be in two pieces.
      let start = max(0, bytes.count - 3)
      bytes += piece
      if let end = bytes[start...].firstRange(of: Array("\r\n\r\n".utf8)) {
        if end.lowerBound > Request.headLimit { throw Request.Malformed(status: 431) }
        return try read(Request(head: Array(bytes[..<end.lowerBound])), Array(bytes[end.upperBound...]))
      }
      if bytes.count > Request.headLimit { throw Request.Malformed(status: 431) }
    }
  }

  private func read(_ head: Request, _ rest: [UInt8]) throws(Request.Malformed) -> Request? {
    var request = head
    let length = try request.bodyLength()
    let end = ContinuousClock.now + .milliseconds(Self.patience)
    request.body = Array(rest.prefix(length))
    while request.body.count < length {
      guard ContinuousClock.now < end, let piece = System.receive(16 << 10, from: socket) else { return nil }
      request.body += piece.prefix(length - request.body.count)
    }
    return request
  }
}
