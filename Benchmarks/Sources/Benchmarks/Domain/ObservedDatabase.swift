import Dispatch
import Foundation
import GRDB
import Synchronization

/// A database of which GRDB observes a value.
final class ObservedDatabase<Value: Sendable>: Sendable {
  private let database: Database
  private let latest = Mutex<Value?>(nil)
  private let isChanged = DispatchSemaphore(value: 0)
  private let observation = Mutex<AnyDatabaseCancellable?>(nil)

  /// - Parameter fetch: Reads the value.
  init(_ database: Database, _ fetch: @escaping @Sendable (GRDB.Database) throws -> Value) {
    self.database = database
    let started = ValueObservation.tracking(fetch).start(
      in: database.queue, scheduling: .async(onQueue: DispatchQueue(label: "observation"))
    ) { error in
      fatalError("GRDB could not read a value: \(error)")
    } onChange: { [unowned self] value in
      latest.withLock { $0 = value }
      isChanged.signal()
    }
    observation.withLock { $0 = started }
    wait()
  }

  /// Updates a record, and waits for the value after that.
  func update(_ todo: StoredTodo) throws {
    try database.queue.write { try todo.update($0) }
    wait()
  }

  private func wait() {
    if isChanged.wait(timeout: .now() + 60) == .timedOut { fatalError("GRDB notified no change of a value.") }
  }

  /// The value after the last update.
  var value: Value {
    guard let value = latest.withLock({ $0 }) else { fatalError("There is no value.") }
    return value
  }
}
