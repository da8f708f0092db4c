import Foundation

/// A server of HTTP at the loopback address, which answers each request with the same record, and keeps connections as
/// long as the other side does.
final class PatchServer: Sendable {
  let address: URL
  private let listening: Int32

  struct SocketError: Error {
    let number = errno
  }

  init() throws {
    #if canImport(Darwin)
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &name) { name in
      name.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        bind(descriptor, name, length) == 0 && listen(descriptor, 128) == 0
          && getsockname(descriptor, name, &length) == 0
      }
    }
    guard isBound, let url = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: name.sin_port))") else {
      throw SocketError()
    }
    (listening, address) = (descriptor, url)
    Thread.detachNewThread {
      while case let connection = accept(descriptor, nil, nil), connection >= 0 {
        Thread.detachNewThread { Self.serve(connection) }
      }
      close(descriptor)
    }
  }

  func stop() { _ = shutdown(listening, Int32(SHUT_RDWR)) }

  private static let reply = """
    HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 18\r\n\r\n{"id":1,"rank":70}
    """

  private static func serve(_ connection: Int32) {
    var (request, buffer) = (Data(), [UInt8](repeating: 0, count: 4096))
    while case let count = recv(connection, &buffer, buffer.count, 0), count > 0 {
      request.append(contentsOf: buffer[..<count])
      // The only body that is sent here is an object without others in it.
      guard request.last == UInt8(ascii: "}") else { continue }
      let isLast = request.range(of: Data("Connection: close".utf8)) != nil
      request.removeAll()
      if send(connection, reply, reply.utf8.count, 0) < 0 || isLast { break }
    }
    close(connection)
  }
}
