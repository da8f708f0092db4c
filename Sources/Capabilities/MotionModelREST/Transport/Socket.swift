import Foundation
import MotionModel
import MotionModelSystem

/// A connection without TLS, used by one thread, that another may end.
final class Socket: Sendable {
  private struct State {
    /// The number that the system knows the connection by; nil before there is one, and after.
    var descriptor: Int32?
    var isEnded = false
  }

  private let state = Locked(State())

  deinit { drop() }

  /// Connects to the first address of a host that answers.
  func reach(_ host: String, port: Int) throws(RESTFailure) {
    var hints = addrinfo()
    hints.ai_socktype = SystemCalls.streamSocket
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, "\(port)", &hints, &found) == 0 else { throw .cannotConnect }
    defer { freeaddrinfo(found) }
    var next = found
    while let address = next?.pointee {
      if reach(address) { return }
      next = address.ai_next
    }
    throw .cannotConnect
  }

  private func reach(_ address: addrinfo) -> Bool {
    let descriptor = socket(address.ai_family, address.ai_socktype, address.ai_protocol)
    guard descriptor >= 0 else { return false }
    // Registered before connecting, so that cancelling can close it.
    guard use(descriptor) else { return false }
    SystemCalls.silence(descriptor)
    while true {
      if connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 || errno == EISCONN { return true }
      if errno != EINTR { break }
    }
    drop()
    return false
  }

  // MARK: - Bytes

  /// Sends bytes; returns how many were taken. Less than all means that the other side takes no more.
  func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    var sent = 0
    while sent < bytes.count, let descriptor = current, let start = bytes.baseAddress {
      let count = send(descriptor, start + sent, bytes.count - sent, SystemCalls.sendFlags)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { break }
      sent += count
    }
    return sent
  }

  /// Waits for bytes, and returns how many have arrived; 0 at the end.
  func receive(_ bytes: UnsafeMutableRawBufferPointer) throws(RESTFailure) -> Int {
    while let descriptor = current {
      let count = recv(descriptor, bytes.baseAddress, bytes.count, 0)
      if count >= 0 { return count }
      if errno != EINTR { break }
    }
    throw .connectionLost
  }

  private var current: Int32? { state.withLock { $0.isEnded ? nil : $0.descriptor } }

  // MARK: - Ending

  private func use(_ descriptor: Int32) -> Bool {
    let isUsed = state.withLock { state in
      if state.isEnded { return false }
      state.descriptor = descriptor
      return true
    }
    if !isUsed { _ = close(descriptor) }
    return isUsed
  }

  /// Ends the connection, also while another thread waits for it, and lets none begin any more.
  func end() {
    state.withLock { state in
      state.isEnded = true
      // NB: Not closed here: another connection of the process could get its number while the thread still uses it.
      if let descriptor = state.descriptor { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
  }

  private func drop() {
    let descriptor = state.withLock { $0.descriptor.take() }
    if let descriptor { _ = close(descriptor) }
  }
}
