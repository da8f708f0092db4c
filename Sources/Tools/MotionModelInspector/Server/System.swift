import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The system's calls, some of which have the names of Swift's own.
enum System {
  static func makeSocket() -> Int32 {
    #if canImport(Glibc)
      socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      socket(AF_INET, SOCK_STREAM, 0)
    #endif
  }

  /// The loopback address, which other machines cannot reach.
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

  /// Ends both directions of a connection, so that a thread that waits for it continues.
  static func shutDown(_ socket: Int32) { _ = shutdown(socket, Int32(SHUT_RDWR)) }

  /// Says that no more bytes will be sent.
  static func endSending(_ socket: Int32) { _ = shutdown(socket, Int32(SHUT_WR)) }

  static func end(_ socket: Int32) { _ = close(socket) }

  /// Sends bytes; false if the other side is gone, or takes none for as long as ``limitWaiting(_:seconds:)`` says.
  static func send(_ bytes: [UInt8], to socket: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { write(socket, $0.baseAddress.map { $0 + sent }, $0.count - sent) }
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return false }
      sent += count
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

  /// Lets the calling thread run behind others of the program, if there are more than processors.
  static func stepBack() {
    #if canImport(Glibc)
      // On Linux, a priority is one of a thread.
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
    #elseif canImport(Musl)
      setpriority(PRIO_PROCESS, 0, 10)
    #else
      pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0)
    #endif
  }

  /// Limits how long a call waits for the other side.
  static func limitWaiting(_ socket: Int32, milliseconds: Int) {
    var time = timeval()
    time.tv_sec = milliseconds / 1000
    time.tv_usec = numericCast(milliseconds % 1000 * 1000)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    #if canImport(Darwin)
      var on: Int32 = 1
      setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }
}
