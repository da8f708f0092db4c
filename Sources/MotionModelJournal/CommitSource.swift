import MotionModelStorage

/// Reads the commits of one journal, as bytes.
struct CommitSource: Sendable {
  private(set) var log: LogReader
  private var joiner = CommitPieces.Joiner()

  init(_ log: LogReader) { self.log = log }

  /// Returns the next commit, and where its last entry begins; nil at the end of what can be read.
  mutating func next() throws(LogError) -> (bytes: [UInt8], position: Int64)? {
    while let entry = try log.next() {
      if let commit = joiner.add(entry.payload) { return (commit, entry.place.position) }
    }
    return nil
  }

  /// Looks again at the end of the journal.
  ///
  /// - Returns: Whether ``next()`` should be called.
  mutating func refresh() throws(LogError) -> Bool { try log.refresh() }
}
