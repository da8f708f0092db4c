import Foundation
import MotionModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A server of HTTP on sockets, at the loopback address and a port that the system chooses. Each connection serves one
/// request.
///
/// It listens until it is stopped or the process ends: a server that ended with its last mention would not wait for
/// requests that are under way.
final class LoopbackServer: Sendable {
  /// A request, as it arrived.
  struct Request: Sendable, Equatable {
    var method = ""
    var target = ""
    var headers: [String: String] = [:]
    var body = ""
  }

  let address: URL
  private let listening: Int32
  private let log = Locked<[Request]>([])

  /// The requests that arrived whole.
  var requests: [Request] { log.withLock { $0 } }

  /// Starts a server.
  ///
  /// - Parameter answer: Returns what is sent for a request. It is called by a thread for each connection.
  init(_ answer: @escaping @Sendable (Request) -> Reply) throws {
    let (socket, port) = try Self.listeningSocket()
    listening = socket
    address = try Self.url(of: port)
    let accept = { @Sendable in
      while let connection = Connection(socket) {
        Thread.detachNewThread {
          defer { connection.close() }
          guard let request = connection.readRequest() else { return }
          self.log.withLock { $0.append(request) }
          answer(request).send(on: connection)
        }
      }
      // NB: Not in `stop()`: the number of a closed socket can be that of another one before this thread accepts again.
      _ = close(socket)
    }
    Thread.detachNewThread(accept)
  }

  /// Refuses further connections.
  func stop() { _ = shutdown(listening, Int32(SHUT_RDWR)) }

  struct SocketError: Error {
    let step: String
    let number = errno
  }

  private static func url(of port: UInt16) throws -> URL {
    guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw SocketError(step: "address") }
    return url
  }

  private static func listeningSocket() throws -> (socket: Int32, port: UInt16) {
    #if canImport(Darwin)
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    guard descriptor >= 0 else { throw SocketError(step: "socket") }
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
    guard isBound else { throw SocketError(step: "bind") }
    return (descriptor, UInt16(bigEndian: name.sin_port))
  }
}

/// One connection of a ``LoopbackServer``.
struct Connection: Sendable {
  private let socket: Int32

  /// Waits for the next connection; nil when the server has ended.
  init?(_ listening: Int32) {
    socket = accept(listening, nil, nil)
    if socket < 0 { return nil }
    #if canImport(Darwin)
      var on: Int32 = 1
      setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  func close() {
    #if canImport(Darwin)
      _ = Darwin.close(socket)
    #elseif canImport(Musl)
      _ = Musl.close(socket)
    #else
      _ = Glibc.close(socket)
    #endif
  }

  /// Sends bytes; returns whether the other side took them.
  func send(_ bytes: some Collection<UInt8>) -> Bool {
    let bytes = Array(bytes)
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress else { return 0 }
        #if canImport(Darwin)
          return Darwin.send(socket, start + sent, bytes.count - sent, 0)
        #elseif canImport(Musl)
          return Musl.send(socket, start + sent, bytes.count - sent, MSG_NOSIGNAL)
        #else
          return Glibc.send(socket, start + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
        #endif
      }
      if count <= 0 { return false }
      sent += count
    }
    return true
  }

  /// Reads a request with its body; nil if the connection ends before.
  func readRequest() -> LoopbackServer.Request? {
    var bytes: [UInt8] = []
    var head: (request: LoopbackServer.Request, length: Int)?
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      if head == nil, let end = Self.endOfHead(bytes) {
        head = (Self.request(String(decoding: bytes[..<end], as: UTF8.self)), end + 4)
      }
      if let head {
        let length = head.request.headers["content-length"].flatMap { Int($0) } ?? 0
        if bytes.count >= head.length + length {
          var request = head.request
          request.body = String(decoding: bytes[head.length..<head.length + length], as: UTF8.self)
          return request
        }
      }
      let count = buffer.withUnsafeMutableBytes { recv(socket, $0.baseAddress, $0.count, 0) }
      if count <= 0 { return nil }
      bytes += buffer[..<count]
    }
  }

  private static func endOfHead(_ bytes: [UInt8]) -> Int? {
    guard bytes.count >= 4 else { return nil }
    return (0...bytes.count - 4).first { bytes[$0..<$0 + 4].elementsEqual("\r\n\r\n".utf8) }
  }

  private static func request(_ head: String) -> LoopbackServer.Request {
    let lines = head.components(separatedBy: "\r\n")
    let parts = lines[0].split(separator: " ").map(String.init)
    var request = LoopbackServer.Request()
    (request.method, request.target) = (parts.first ?? "", parts.dropFirst().first ?? "")
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      request.headers[line[..<colon].lowercased()] = value
    }
    return request
  }
}

/// What a ``LoopbackServer`` sends: an answer, or the faulty beginning of one.
struct Reply: Sendable {
  private let bytes: [UInt8]
  private var cut: Int?
  private var pause: Duration?
  private var repeats = false

  /// An answer with a body.
  init(_ status: Int = 200, _ body: String = "", headers: [String: String] = [:]) {
    var head = "HTTP/1.1 \(status) Any\r\nContent-Type: application/json\r\nConnection: close\r\n"
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) { head += "\(name): \(value)\r\n" }
    if status != 204 && status != 304 { head += "Content-Length: \(body.utf8.count)\r\n" }
    bytes = Array("\(head)\r\n\(body)".utf8)
  }

  /// Bytes as they are.
  init(raw text: String) { bytes = Array(text.utf8) }

  /// How many bytes the whole answer has.
  var count: Int { bytes.count }

  /// The same answer, of which only the first bytes are sent before the connection ends.
  func cut(at count: Int) -> Reply { with { $0.cut = count } }

  /// The same answer, one byte at a time.
  func slow(_ pause: Duration) -> Reply { with { $0.pause = pause } }

  /// The same answer, whose last byte is sent again and again as long as the other side reads.
  var endless: Reply { with { $0.repeats = true } }

  private func with(_ change: (inout Reply) -> Void) -> Reply {
    var copy = self
    change(&copy)
    return copy
  }

  func send(on connection: Connection) {
    let sent = bytes.prefix(cut ?? bytes.count)
    if let pause {
      for byte in sent {
        if !connection.send([byte]) { return }
        usleep(UInt32(pause / .microseconds(1)))
      }
    } else if !connection.send(sent) {
      return
    }
    guard repeats, let last = bytes.last else { return }
    let block = [UInt8](repeating: last, count: 1 << 16)
    while connection.send(block) {}
  }
}
