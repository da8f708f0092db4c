import Foundation

/// An adapter in whose database a transaction of a store is one transaction, from its first read to its commit.
///
/// A transaction then reads one state of the database, and its commit fails if others have changed the records that it
/// has read. Rules over several records, additions to what was read, and ids that follow from others hold between
/// processes. See <doc:Adapters>.
public protocol TransactionalAdapter: StorageAdapter {
  /// Calls `body`, which is a transaction of a store.
  ///
  /// The reads of the calling thread inside, and the commit of its changeset at the end, are one transaction of the
  /// database. It begins with the first of these calls, ends with the commit or with `body`, and is undone if `body`
  /// throws.
  func withTransaction<Result>(_ body: () throws -> Result) throws -> Result

  /// Returns whether an error says that others were in the way, so that the same transaction may succeed when it is run
  /// again.
  func isTransient(_ error: any Error) -> Bool

  /// How often a call that writes by itself, such as a save, is run again after such an error. A transaction is run
  /// again as often as its `retries` say.
  var retries: Int { get }
}

extension Store {
  /// Runs `body` as one transaction of each adapter that has transactions.
  func withAdapterTransactions(_ body: () throws -> Void) throws {
    func run(_ adapters: ArraySlice<any TransactionalAdapter>) throws {
      guard let first = adapters.first else { return try body() }
      try first.withTransaction { try run(adapters.dropFirst()) }
    }
    try run(transactional[...])
  }

  /// Returns whether a transaction that threw an error may succeed when it is run again: a record is stale, or an
  /// adapter says that others were in the way.
  package func isTransient(_ error: any Error) -> Bool {
    switch (error as? StoreError)?.reason {
    case .stale, .overtaken: true
    // Others have written it since the transaction has looked, or it was there before.
    case .idTaken, .notUnique, .recordGone: !transactional.isEmpty
    case nil: isOvertaken(error) || transactional.contains { $0.isTransient(error) }
    default: false
    }
  }

  /// Runs `body`, which writes by itself and leaves nothing behind if it throws, and runs it again as often as an
  /// adapter wishes when others were in the way.
  func repeating<Result>(_ body: () throws -> Result) throws -> Result {
    if (transactional.isEmpty && log?.sharing == nil) || transaction?.isOpen == true { return try body() }
    return try Self.repeating({ log?.sharing == nil ? try body() : try asRepeatedCall(body) }) { error in
      transactional.first { $0.isTransient(error) }?.retries ?? (isOvertaken(error) ? Self.overtakenCalls : 0)
    }
  }

  /// How often a call runs again that writes by itself, and that other processes overtake.
  private static let overtakenCalls = 64

  /// Runs `body`, and again after each error for which more retries are allowed than there were.
  package static func repeating<Result>(
    _ body: () throws -> Result, retries: (any Error) -> Int
  ) throws -> Result {
    var attempt = 0
    while true {
      do {
        return try body()
      } catch {
        if attempt >= retries(error) { throw error }
        attempt += 1
        pause(beforeRetry: attempt)
      }
    }
  }

  /// Waits for a random time, so that two that have met once do not meet again: up to 2 milliseconds, twice as long
  /// before each further attempt, and no longer than 128.
  package static func pause(beforeRetry attempt: Int) {
    Thread.sleep(forTimeInterval: .random(in: 0...0.001) * Double(1 << min(attempt, 7)))
  }
}
