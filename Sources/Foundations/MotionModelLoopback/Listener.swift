import Foundation
import MotionModelValues

/// A socket at the loopback address, which other machines cannot reach, and the connections to it, each with a thread
/// of its own.
package final class Listener: Sendable {
  package let port: UInt16
  private let socket: Int32
  private let places: DispatchSemaphore
  private let state = Locked(State())

  private struct State: Sendable {
    var isEnded = false
    var connections: Set<Int32> = []
  }

  /// A port that another program listens at.
  package struct CannotListen: Error {}

  /// Listens at a port; 0 is one that the system chooses.
  ///
  /// - Parameter places: How many connections are served at a time; others wait in the system's queue.
  package init(port: UInt16 = 0, places: Int = 64) throws(CannotListen) {
    guard let (socket, port) = System.open(at: port) else { throw CannotListen() }
    (self.socket, self.port, self.places) = (socket, port, DispatchSemaphore(value: places))
  }

  /// Accepts connections until ``end()``.
  package func serve(
    within limits: RequestLimits = RequestLimits(), _ connection: @escaping @Sendable (Connection) -> Void
  ) {
    Thread.detachNewThread { [self] in
      while true {
        places.wait()
        let accepted = System.nextConnection(to: socket)
        guard accepted >= 0, add(accepted) else {
          System.end(accepted)
          places.signal()
          if isEnded { break }
          // No descriptor is free, or the connection ended before it was accepted.
          Thread.sleep(forTimeInterval: 0.05)
          continue
        }
        Thread.detachNewThread { [self] in connection(Connection(accepted, limits, end: remove)) }
      }
      System.end(socket)
    }
  }

  package var isEnded: Bool { state.withLock { $0.isEnded } }

  /// Ends all connections, and accepts no other.
  package func end() {
    state.withLock { state in
      if state.isEnded { return }
      state.isEnded = true
      for connection in state.connections { System.interrupt(connection) }
      System.interrupt(socket)
    }
    // Wakes the thread that accepts connections, where the call before does not.
    _ = Connection(to: port)
  }

  private func add(_ connection: Int32) -> Bool {
    state.withLock { state in
      if state.isEnded { return false }
      state.connections.insert(connection)
      return true
    }
  }

  @Sendable private func remove(_ connection: Int32) {
    // NB: Closed under the lock, so that `end` cannot shut down another connection that got its number.
    state.withLock { state in
      state.connections.remove(connection)
      System.end(connection)
    }
    places.signal()
  }
}
