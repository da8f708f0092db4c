import Foundation
import MotionModelSystem

/// The system's calls, by other names than its own.
enum System {
  static func makeSocket() -> Int32 {
    let made = socket(AF_INET, SystemCalls.streamSocket, 0)
    SystemCalls.silence(made)
    return made
  }

  /// Listens at a port; 0 is one that the system chooses. Returns the socket and the port, nil if it cannot.
  static func open(at port: UInt16) -> (socket: Int32, port: UInt16)? {
    let socket = makeSocket()
    set(SO_REUSEADDR, 1 as Int32, of: socket)
    var chosen = port
    let isListening = withLoopback(&chosen) { name, length in
      socket >= 0 && bind(socket, name, length) == 0 && listen(socket, 128) == 0
        && getsockname(socket, name, &length) == 0
    }
    if isListening { return (socket, chosen) }
    end(socket)
    return nil
  }

  /// Connects to a port of this machine; false if nobody listens there.
  static func reach(_ port: UInt16, by socket: Int32) -> Bool {
    var port = port
    return withLoopback(&port) { name, length in connect(socket, name, length) == 0 }
  }

  /// Calls `body` with the loopback address, which other machines cannot reach, and a port, which it may change.
  private static func withLoopback(
    _ port: inout UInt16, _ body: (UnsafeMutablePointer<sockaddr>, inout socklen_t) -> Bool
  ) -> Bool {
    var (name, length) = (sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = port.bigEndian
    name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafeMutablePointer(to: &name) { name in
      name.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &length) }
    }
    port = UInt16(bigEndian: name.sin_port)
    return result
  }

  /// Waits for a connection; negative if there cannot be another now.
  static func nextConnection(to listening: Int32) -> Int32 {
    let accepted = accept(listening, nil, nil)
    SystemCalls.silence(accepted)
    return accepted
  }

  /// Ends both directions of a connection, which wakes a thread that waits for it.
  static func interrupt(_ socket: Int32) { _ = shutdown(socket, Int32(SHUT_RDWR)) }

  /// Says that no more bytes will be sent.
  static func endSending(_ socket: Int32) { _ = shutdown(socket, Int32(SHUT_WR)) }

  @Sendable static func end(_ socket: Int32) { if socket >= 0 { _ = close(socket) } }

  /// Sends bytes; false if the other side is gone, or takes none in time.
  static func write(_ bytes: [UInt8], to socket: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { send(socket, $0.baseAddress, $0.count, SystemCalls.sendFlags) }
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return false }
      sent += count
    }
    return true
  }

  /// Returns the next bytes; nil at the end, or if none come in time.
  static func read(_ count: Int, from socket: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: count)
    while true {
      let received = recv(socket, &buffer, count, 0)
      if received < 0 && errno == EINTR { continue }
      return received > 0 ? Array(buffer[..<received]) : nil
    }
  }

  /// Limits how long a call waits: `SO_RCVTIMEO` for bytes, `SO_SNDTIMEO` until the other side takes some.
  static func limit(_ option: Int32, of socket: Int32, milliseconds: Int) {
    let time = timeval(tv_sec: milliseconds / 1000, tv_usec: numericCast(milliseconds % 1000 * 1000))
    set(option, time, of: socket)
  }

  private static func set<Value: BitwiseCopyable>(_ option: Int32, _ value: Value, of socket: Int32) {
    var value = value
    setsockopt(socket, SOL_SOCKET, option, &value, socklen_t(MemoryLayout<Value>.size))
  }
}
