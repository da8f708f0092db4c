import Foundation
import MotionModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A socket at the loopback address, and the connections to it, each with a thread of its own.
final class Listener: Sendable {
  /// How many connections are served at a time; others wait in the system's queue.
  static let connectionLimit = 32

  let port: UInt16
  private let socket: Int32
  private let places = DispatchSemaphore(value: connectionLimit)
  private let state = Locked(State())

  private struct State: Sendable {
    var isEnded = false
    var connections: Set<Int32> = []
  }

  /// Listens at a port; 0 is one that the system chooses.
  ///
  /// - Throws: ``InspectorError``.
  init(port: UInt16) throws(InspectorError) {
    (socket, self.port) = try Self.listen(port)
  }

  /// Accepts connections until ``end()``.
  func serve(_ connection: @escaping @Sendable (Connection) -> Void) {
    Thread.detachNewThread { [self] in
      while true {
        places.wait()
        let accepted = accept(socket, nil, nil)
        guard accepted >= 0, add(accepted) else {
          if accepted >= 0 { System.end(accepted) }
          places.signal()
          if isEnded { break }
          // No descriptor is free, or the connection ended before it was accepted.
          Thread.sleep(forTimeInterval: 0.05)
          continue
        }
        Thread.detachNewThread { [self] in
          System.stepBack()
          connection(Connection(accepted))
          remove(accepted)
          places.signal()
        }
      }
      System.end(socket)
    }
  }

  var isEnded: Bool { state.withLock { $0.isEnded } }

  /// Ends all connections, and accepts no other.
  func end() {
    let connections = state.withLock { state -> Set<Int32> in
      if state.isEnded { return [] }
      state.isEnded = true
      return state.connections
    }
    for connection in connections { System.shutDown(connection) }
    // Wakes the thread that accepts connections.
    System.knock(port)
  }

  private func add(_ connection: Int32) -> Bool {
    state.withLock { state in
      if state.isEnded { return false }
      state.connections.insert(connection)
      return true
    }
  }

  private func remove(_ connection: Int32) {
    // NB: Closed under the lock, so that `end` cannot shut down another connection that got its number.
    state.withLock { state in
      state.connections.remove(connection)
      System.end(connection)
    }
  }

  private static func listen(_ port: UInt16) throws(InspectorError) -> (Int32, UInt16) {
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
    guard isListening else {
      if socket >= 0 { System.end(socket) }
      throw .cannotListen(port: Int(port))
    }
    return (socket, UInt16(bigEndian: name.sin_port))
  }
}

extension System {
  /// Connects to a port of this machine, and ends the connection.
  static func knock(_ port: UInt16) {
    let socket = makeSocket()
    if socket < 0 { return }
    var name = loopback(port)
    withUnsafePointer(to: &name) { name in
      name.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        _ = connect(socket, name, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    end(socket)
  }
}
