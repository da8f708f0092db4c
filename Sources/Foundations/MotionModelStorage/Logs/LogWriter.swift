/// A log to which several threads append, and whose flushes they share.
///
/// ```swift
/// let entry = try writer.append(changes)  // while the caller holds the lock that gives the order
/// try entry.confirm()                     // without it
/// ```
///
/// How threads share a flush (*group commit*):
///
/// 1. A thread that waits for its entry becomes the leader, unless there is one. If the last flush was shared, it gives
///    other threads a moment to append. Then it flushes the file, without the lock.
/// 2. Meanwhile other threads append entries, and wait.
/// 3. When the flush is done, the threads whose entries were written before it began return. One of the remaining
///    threads is the next leader, and flushes for all of them.
///
/// An entry is in the hands of the system when `append` returns: it survives the end of the process, and after a flush
/// a loss of power too. So the writer holds no entries in memory. When the disk cannot keep up, the system makes
/// `append` wait, and with it all callers: that is the back pressure.
///
/// After a write or a flush failed, the waiting calls and all later calls throw the first error. The owner of a writer
/// closes it.
package final class LogWriter: Sendable {
  /// When entries are flushed without an explicit flush.
  package enum Policy: Hashable, Sendable {
    /// ``AppendedEntry/confirm()`` waits for the flush.
    case everyEntry
    /// A thread flushes at most this long after an entry was appended. It sleeps while there is nothing to flush.
    case interval(Duration)
    /// Only when a caller waits for an entry, and at the end.
    case manual
  }

  package let policy: Policy
  package let path: String
  package let header: LogHeader
  let flusher: LogFlusher

  package init(_ log: consuming LogFile, policy: Policy) {
    self.policy = policy
    (path, header) = (log.path, log.header)
    flusher = LogFlusher(log, policy: policy)
  }

  deinit { flusher.state.change { $0.isClosed = true } }  // ends the thread

  // MARK: - Entries

  /// Appends an entry.
  package func append(_ payload: [UInt8]) throws(LogError) -> AppendedEntry { try append([payload]) }

  /// Appends entries with one write.
  ///
  /// - Returns: The last one.
  package func append(_ payloads: [[UInt8]]) throws(LogError) -> AppendedEntry {
    let (end, isFirst): (Int64, Bool)
    do {
      (end, isFirst) = try flusher.state.withLock { state throws(LogError) in
        if state.isClosed { throw .closed(path: path) }
        let end = try state.log.append(payloads)
        let isFlushed = state.log.flushed == end  // there was nothing to append
        guard case .interval(let interval) = policy, state.due == nil, !isFlushed else { return (end, false) }
        state.due = .now + interval
        return (end, true)
      }
    } catch {
      flusher.wakeTasks()
      throw error
    }
    if isFirst { flusher.wakeThread() }
    return AppendedEntry(writer: self, end: end)
  }

  /// Blocks the thread until everything that was appended is on the disk.
  ///
  /// It throws if any entry passed to `append` is not on the disk.
  package func flush() throws(LogError) { try flusher.flush() }

  /// Suspends the task until everything that was appended is on the disk.
  package func durable() async throws(LogError) { try await flusher.durable(try flusher.endToFlush()) }

  /// How far the log was written, and how much of that is on the disk.
  package var progress: (end: Int64, flushed: Int64) { flusher.state.withLock { ($0.log.end, $0.log.flushed) } }

  /// Why entries are not on the disk, or are refused; nil for a log that is well, or that was closed.
  package var failure: LogError? {
    flusher.state.withLock { state in state.log.failure == .closed(path: path) ? nil : state.log.failure }
  }

  /// Flushes, ends the thread, lets go of the lock of the log, and refuses every later entry.
  package func close() throws(LogError) {
    flusher.state.change { $0.isClosed = true }
    let result = Result { () throws(LogError) in try flush() }
    let closed = Result { () throws(LogError) in
      try flusher.state.withLock { state throws(LogError) in try state.log.close() }
    }
    try result.get()
    try closed.get()
  }

  // MARK: - Several processes

  /// Calls `body` while no other process appends.
  package func inTurn<Result, Failure: DiskFailure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try Failure.onDisk { () throws(DiskError) in
      if try !flusher.file.waitForLock(atMost: Self.patience) { throw DiskError(.lock, path, .inUse(process: nil)) }
    }
    defer { flusher.file.releaseLock() }
    return try body()
  }

  /// Appends entries behind what was read. If that fails, nothing of them stays, as far as the disk permits. The caller
  /// has its turn.
  ///
  /// - Parameter reader: Where the program has read to; afterwards, the end of the entries.
  package func append(_ payloads: [[UInt8]], behind reader: inout LogReader) throws(LogError) -> AppendedEntry {
    flusher.state.withLock { $0.log.follow(reader) }
    do {
      let entry = try append(payloads)
      flusher.state.withLock { reader.skip(to: $0.log) }
      return entry
    } catch {
      try? cut(to: reader.position)
      throw error
    }
  }

  /// How long a process waits for one that appends. It takes microseconds, unless that process was stopped meanwhile.
  package static let patience = Duration.seconds(10)

  /// Cuts off the half entry of a process that has ended, unless a reader finds a whole one by now.
  package func cutOff(behind reader: inout LogReader) throws(LogError) {
    try inTurn { () throws(LogError) in
      try reader.lookAgain()
      var ahead = reader
      if try ahead.next() == nil, case .torn(let position, _) = ahead.end {
        try LogError.onDisk { () throws(DiskError) in try cut(to: position) }
        try reader.lookAgain()
      }
    }
  }

  /// Cuts off half an entry, and waits until it is gone. Otherwise a loss of power could leave sectors of it between
  /// those of the next entry, which would look like damage.
  private func cut(to position: Int64) throws(DiskError) {
    try flusher.file.cut(to: position)
    try flusher.file.flush(.everything)
  }

  /// Flushes, and writes an entry that says so, behind which other processes look for the next log. The caller has its
  /// turn.
  package func conclude(behind reader: LogReader) throws(LogError) {
    flusher.state.withLock { $0.log.follow(reader) }
    try flush()
    try flusher.state.withLock { state throws(LogError) in try state.log.mark() }
  }

  /// Lets go of the lock of a log that failed, to which nobody appends any more.
  package func releaseLock() { flusher.state.withLock { $0.log.releaseLocks() } }

  /// Whether another file has the path of the log; false also if no file has the path.
  package func isReplaced(in files: some FileSystem) throws(DiskError) -> Bool {
    if flusher.file.isInPlace { return false }
    return try files.exists(path)
  }
}

/// An entry that was appended, and knows to which log: a log may be replaced by another one meanwhile.
package struct AppendedEntry: Sendable {
  package let writer: LogWriter
  /// Where it ends in the file.
  package let end: Int64

  /// Does what the policy of the writer promises: with ``LogWriter/Policy/everyEntry`` it blocks the thread until the
  /// entry is durable, otherwise it returns at once.
  package func confirm() throws(LogError) {
    if writer.policy == .everyEntry { try waitUntilDurable() }
  }

  /// Does the same, and suspends the task instead.
  package func confirmed() async throws(LogError) {
    if writer.policy == .everyEntry { try await durable() }
  }

  /// Blocks the thread until the entry, and all before it, are on the disk.
  package func waitUntilDurable() throws(LogError) { try writer.flusher.waitUntilDurable(end) }

  /// Suspends the task until the entry, and all before it, are on the disk.
  package func durable() async throws(LogError) { try await writer.flusher.durable(end) }
}
