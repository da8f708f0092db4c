import Foundation
import MotionModelForms
import MotionModelFormsHTML

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// One connection, which serves one request.
struct Connection: Sendable {
  private static let headLimit = 16 << 10
  private let socket: Int32

  /// Waits for a connection; nil if there cannot be another now.
  init?(acceptedBy listening: Int32) {
    socket = accept(listening, nil, nil)
    if socket < 0 { return nil }
    System.limitWaiting(socket, seconds: 30)
  }

  func end() {
    // What is still on its way is read, or the system would throw the answer away with it.
    shutdown(socket, Int32(SHUT_WR))
    System.limitWaiting(socket, seconds: 1)
    for _ in 0..<1024 { if System.receive(64 << 10, from: socket) == nil { break } }
    System.end(socket)
  }

  /// Reads a request and answers it.
  func serve(_ router: Router) {
    var method = "GET"
    do {
      guard let (head, rest) = try readHead() else { return }
      let request = try Request(head)
      method = request.method
      let body = Body(socket: socket, first: rest, length: try request.length())
      if request.headers["expect"]?.lowercased() == "100-continue" {
        System.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), to: socket)
      }
      send(router.answer(request, body), to: method)
    } catch let error as Request.Malformed {
      send(router.failure(error.status), to: method)
    } catch {
      send(router.failure(500), to: method)
    }
  }

  private func send(_ reply: Reply, to method: String) {
    System.send(reply.bytes(withBody: method != "HEAD"), to: socket)
  }

  /// Reads up to the empty line, and returns what has come of the body beside; nil if the connection ends.
  private func readHead() throws -> (head: [UInt8], rest: [UInt8])? {
    var bytes: [UInt8] = []
    while let piece = System.receive(4096, from: socket) {
      // The end may be in two pieces.
      let start = max(0, bytes.count - 3)
      bytes += piece
      if let end = bytes[start...].firstRange(of: Array("\r\n\r\n".utf8)) {
        return (Array(bytes[..<end.lowerBound]), Array(bytes[end.upperBound...]))
      }
      if bytes.count > Self.headLimit { throw Request.Malformed(status: 431) }
    }
    return nil
  }
}

/// The body of a request, read when it is wanted.
struct Body {
  let socket: Int32
  let first: [UInt8]
  let length: Int

  /// Reads the parameters.
  ///
  /// - Throws: `BodyError`.
  func parameters(_ contentType: String?) throws -> BodyParameters {
    let reader = try BodyReader(contentType: contentType, length: length)
    var left = length
    var piece: [UInt8]? = first
    while left > 0, let bytes = piece?.prefix(left) {
      try reader.receive(bytes)
      left -= bytes.count
      if left > 0 { piece = System.receive(min(left, 64 << 10), from: socket) }
    }
    return try reader.finish()
  }
}
