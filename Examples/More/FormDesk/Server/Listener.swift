import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A socket at the loopback address, which other machines cannot reach.
struct Listener {
  let port: UInt16

  /// Listens until the process ends.
  ///
  /// - Parameters:
  ///   - port: The port; 0 for one that the system chooses.
  ///   - makeRouter: Returns what answers requests, by the port.
  init(port: UInt16, _ makeRouter: (UInt16) -> Router) throws {
    let (socket, port) = try Self.listen(port)
    let router = makeRouter(port)
    self.port = port
    let places = DispatchSemaphore(value: 64)
    Thread.detachNewThread {
      while true {
        // Further connections wait in the system's queue.
        places.wait()
        guard let connection = Connection(acceptedBy: socket) else {
          // No descriptor is free, or the connection ended before it was accepted.
          places.signal()
          Thread.sleep(forTimeInterval: 0.05)
          continue
        }
        Thread.detachNewThread {
          connection.serve(router)
          connection.end()
          places.signal()
        }
      }
    }
  }

  private static func listen(_ port: UInt16) throws -> (Int32, UInt16) {
    let socket = System.makeSocket()
    var on: Int32 = 1
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    var (name, length) = (System.loopback(port), socklen_t(MemoryLayout<sockaddr_in>.size))
    let isListening = withUnsafeMutablePointer(to: &name) { name in
      name.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        socket >= 0 && bind(socket, name, length) == 0 && System.listen(socket, 64) == 0
          && getsockname(socket, name, &length) == 0
      }
    }
    guard isListening else { throw CocoaError(.fileReadUnknown) }
    return (socket, UInt16(bigEndian: name.sin_port))
  }
}

/// The system's calls, some of which have the names of Swift's own.
enum System {
  static func makeSocket() -> Int32 {
    #if canImport(Glibc)
      socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      socket(AF_INET, SOCK_STREAM, 0)
    #endif
  }

  static func loopback(_ port: UInt16) -> sockaddr_in {
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = port.bigEndian
    name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return name
  }

  static func listen(_ socket: Int32, _ count: Int32) -> Int32 {
    #if canImport(Glibc)
      Glibc.listen(socket, count)
    #elseif canImport(Musl)
      Musl.listen(socket, count)
    #else
      Darwin.listen(socket, count)
    #endif
  }

  static func end(_ socket: Int32) { _ = close(socket) }

  /// Sends bytes; false if the other side is gone.
  @discardableResult
  static func send(_ bytes: [UInt8], to socket: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(socket, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private static func write(_ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
      Darwin.send(socket, bytes, count, 0)
    #elseif canImport(Glibc)
      Glibc.send(socket, bytes, count, Int32(MSG_NOSIGNAL))
    #else
      Musl.send(socket, bytes, count, Int32(MSG_NOSIGNAL))
    #endif
  }

  /// Returns the next bytes; nil at the end, or if none come in time.
  static func receive(_ count: Int, from socket: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: count)
    while true {
      let received = buffer.withUnsafeMutableBytes { recv(socket, $0.baseAddress, $0.count, 0) }
      if received < 0 && errno == EINTR { continue }
      return received > 0 ? Array(buffer[..<received]) : nil
    }
  }

  /// Ends waiting for bytes after a time.
  static func limitWaiting(_ socket: Int32, seconds: Int) {
    var time = timeval()
    time.tv_sec = seconds
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    #if canImport(Darwin)
      var on: Int32 = 1
      setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }
}
