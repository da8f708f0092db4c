/// An adapter that can answer several queries from one state of its data, despite concurrent writes.
package protocol SnapshotReading: StorageAdapter {
  /// Calls `body`, in which the queries of the calling thread are answered from one state.
  func readingOneState<Value>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value
}

extension Finder {
  /// Calls `body`, whose queries the adapter answers from one state, if it can.
  func readingOneState<Value>(
    _ body: () throws(Record.Adapter.Failure) -> Value
  ) throws(Record.Adapter.Failure) -> Value {
    guard let adapter = recordAdapter as? any SnapshotReading else { return try body() }
    do { return try adapter.readOneState(body) } catch { throw Record.Adapter.failure(error) }
  }
}

extension SnapshotReading {
  /// Calls `body` as ``readingOneState(_:)`` does, where the type of the adapter's errors is not known.
  package func readOneState<Value>(_ body: () throws -> Value) throws -> Value {
    try readingOneState { () throws(Failure) in
      do { return try body() } catch { throw Self.failure(error) }
    }
  }
}
