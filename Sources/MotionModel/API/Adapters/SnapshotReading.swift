/// An adapter that can answer several queries from one state of what it keeps, while others write.
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
    var result: Result<Value, Record.Adapter.Failure>?
    func read() {
      do throws(Record.Adapter.Failure) { result = .success(try body()) } catch { result = .failure(error) }
    }
    do { try Self.readOneState(of: adapter, read) } catch { throw Self.failure(error) }
    guard let result else { preconditionFailure("The adapter has not called what reads.") }
    return try result.get()
  }

  private static func readOneState<Adapter: SnapshotReading>(of adapter: Adapter, _ read: () -> Void) throws {
    try adapter.readingOneState { () throws(Adapter.Failure) in read() }
  }
}
