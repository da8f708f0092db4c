import Synchronization

/// The statuses of responses, each once.
final class Statuses: Sendable {
  private let seen = Mutex<Set<Int>>([])

  var all: [Int] { seen.withLock { $0.sorted() } }

  func add(_ status: Int) { seen.withLock { _ = $0.insert(status) } }
}
