import MotionModel
import MotionModelStorage

/// Reads the commits of one journal, as bytes.
struct CommitSource: Sendable {
  private(set) var log: LogReader
  private let name: String
  private let coding: EntryCoding
  private var joiner = CommitPieces.Joiner()

  init(_ log: LogReader, of files: JournalFiles) {
    (self.log, name) = (log, files.name)
    coding = EntryCoding(coding: files.coding, salt: log.header.salt)
  }

  /// Returns the next commit, and where its last entry begins; nil at the end of what can be read.
  mutating func next() throws(JournalError) -> (bytes: [UInt8], position: Int64)? {
    while let entry = try onLog(name, { () throws(LogError) in try log.next() }) {
      let position = entry.place.position
      let piece: [UInt8]
      do throws(PieceFault) { piece = try coding.decoded(entry.payload, at: position) } catch {
        throw .unreadable(journal: FilePath.name(of: log.path), place: position, reason: error.reason)
      }
      if let commit = joiner.add(piece) { return (commit, position) }
    }
    return nil
  }

  /// Continues behind damage, with the next commit that is whole.
  ///
  /// - Returns: Whether there may be one.
  mutating func resume() throws(LogError) -> Bool {
    joiner = CommitPieces.Joiner()
    return try log.resume()
  }

  /// Cuts off the half entry of a process that has ended, or looks again at an entry that was written meanwhile.
  mutating func cutOff(by writer: LogWriter) throws(LogError) { try writer.cutOff(behind: &log) }

  /// Appends entries, which are not read.
  mutating func append(_ entries: [[UInt8]], by writer: LogWriter) throws(LogError) -> AppendedEntry {
    try writer.append(entries, behind: &log)
  }

  /// Whether nothing was written behind what was read, and whether another journal may follow.
  ///
  /// NB: This and ``position`` are mutating, because an optional source is copied otherwise, with all that it holds.
  mutating func look() throws(LogError) -> (isAtEnd: Bool, endsWithMark: Bool) {
    (try log.isAtEnd(), log.endsWithMark)
  }

  /// Where the next entry begins.
  var position: Int64 { mutating get { log.position } }

  /// Looks again at the end of the journal.
  ///
  /// - Returns: Whether ``next()`` should be called.
  mutating func refresh() throws(LogError) -> Bool { try log.refresh() }
}
