import Dispatch
import Synchronization

/// Threads that share a list of pieces of work, for the time of one call.
///
/// Each takes the next piece until there is none. So the caller does all of it where the other processors are busy.
enum ThreadTeam {
  /// Calls `body` in several threads, each time with what returns the next piece, and nil when there is none.
  ///
  /// - Parameters:
  ///   - count: How many threads to use at most, the caller's among them.
  ///   - pieces: How many pieces there are.
  static func run(_ count: Int, pieces: Int, _ body: @Sendable (_ thread: Int, _ next: () -> Int?) -> Void) {
    let taken = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: min(count, pieces)) { thread in
      body(thread) {
        let piece = taken.add(1, ordering: .relaxed).oldValue
        return piece < pieces ? piece : nil
      }
    }
  }
}
