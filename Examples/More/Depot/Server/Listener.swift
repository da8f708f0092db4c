import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A socket at the loopback address, which other machines cannot reach, and at a port that the system chooses.
struct Listener {
  let port: UInt16
  private let socket: Int32

  /// Listens, and passes each request to `answer`, until the process ends.
  ///
  /// - Parameter answer: Returns what is sent; nil to end the connection without an answer.
  init(_ answer: @escaping @Sendable (HTTPRequest) async -> HTTPReply?) throws {
    (socket, port) = try Self.listen()
    Thread.detachNewThread { [socket] in
      while let connection = Connection(acceptedBy: socket) {
        // A thread waits for the request. What is sent is short, so that a task can send it.
        Thread.detachNewThread {
          guard let request = connection.read() else { return connection.end() }
          Task {
            if let reply = await answer(request) { connection.send(reply.bytes) }
            connection.end()
          }
        }
      }
    }
  }

  private static func listen() throws -> (Int32, UInt16) {
    let socket = makeSocket()
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &name) { name in
      name.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        socket >= 0 && bind(socket, name, length) == 0 && systemListen(socket, 64) == 0
          && getsockname(socket, name, &length) == 0
      }
    }
    guard isListening else { throw CocoaError(.fileReadUnknown) }
    return (socket, UInt16(bigEndian: name.sin_port))
  }
}

/// One connection, which serves one request.
struct Connection: Sendable {
  private let socket: Int32

  /// Waits for a connection; nil if there cannot be another.
  init?(acceptedBy listening: Int32) {
    socket = accept(listening, nil, nil)
    if socket < 0 { return nil }
    #if canImport(Darwin)
      var on: Int32 = 1
      setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  /// Reads a request; nil if the connection ends before it does.
  func read() -> HTTPRequest? {
    var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
    while true {
      if let request = HTTPRequest(bytes) { return request }
      let count = buffer.withUnsafeMutableBytes { recv(socket, $0.baseAddress, $0.count, 0) }
      if count <= 0 { return nil }
      bytes += buffer[..<count]
    }
  }

  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemSend(socket, $0.baseAddress, $0.count, withoutSignal) }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }

  func end() { systemClose(socket) }
}

// MARK: - The system's calls, which have other names in types that have them too

#if canImport(Darwin)
  private let withoutSignal: Int32 = 0
#else
  private let withoutSignal = Int32(MSG_NOSIGNAL)
#endif

private func makeSocket() -> Int32 {
  #if canImport(Glibc)
    socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  #else
    socket(AF_INET, SOCK_STREAM, 0)
  #endif
}

private func systemListen(_ socket: Int32, _ count: Int32) -> Int32 { listen(socket, count) }

private func systemSend(_ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
  send(socket, bytes, count, flags)
}

private func systemClose(_ socket: Int32) { _ = close(socket) }
