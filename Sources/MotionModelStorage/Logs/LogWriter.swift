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
///    the others a moment to append. Then it flushes the file, without the lock.
/// 2. Meanwhile others append entries, and wait.
/// 3. When the flush is done, all whose entries were written before it began return. Of the others one is the next
///    leader, and its flush is for all of them.
///
/// An entry is in the hands of the system when `append` returns: it survives the end of the process, and after a flush
/// a loss of power too. So the writer holds no entries in memory. When the disk cannot keep up, the system makes
/// `append` wait, and with it all who append: that is the back pressure.
///
/// After a write or a flush failed, everything throws the first error, to all who wait and to every later call. Whoever
/// holds a writer closes it.
package final class LogWriter: Sendable {
  /// When entries are flushed without being asked for.
  package enum Policy: Hashable, Sendable {
    /// ``AppendedEntry/confirm()`` waits for the flush.
    case everyEntry
    /// A thread flushes at most this long after an entry was appended. It sleeps while there is nothing to flush.
    case interval(Duration)
    /// Only when somebody waits for an entry, and at the end.
    case manual
  }

  package let policy: Policy
  package let path: String
  package let header: LogHeader
  let file: any OpenFile
  let state: Monitor<State>

  struct State: ~Copyable, Sendable {
    var log: LogFile
    var isFlushing = false
    var isClosed = false
    var hasThread = false
    /// When the thread has to flush, because of the interval.
    var due: ContinuousClock.Instant?
    var waitingTasks: [WaitingTask] = []
    /// The entries for which threads wait.
    var waitingThreads: [Int64] = []
    /// How many threads waited at the end of the last flush, and how long it took.
    var lastFlush = (threads: 0, time: Duration.zero)
  }

  struct WaitingTask: Sendable {
    let position: Int64
    let continuation: CheckedContinuation<Result<Void, LogError>, Never>
  }

  package init(_ log: consuming LogFile, policy: Policy) {
    self.policy = policy
    (path, header, file) = (log.path, log.header, log.file)
    state = Monitor(State(log: log))
  }

  deinit { state.change { $0.isClosed = true } }  // ends the thread

  // MARK: - Entries

  /// Appends an entry.
  package func append(_ payload: [UInt8]) throws(LogError) -> AppendedEntry { try append([payload]) }

  /// Appends entries with one write.
  ///
  /// - Returns: The last one.
  package func append(_ payloads: [[UInt8]]) throws(LogError) -> AppendedEntry {
    let (end, isFirst): (Int64, Bool)
    do {
      (end, isFirst) = try state.withLock { state throws(LogError) in
        if state.isClosed { throw .closed(path: path) }
        let end = try state.log.append(payloads)
        let isFlushed = state.log.flushed == end  // there was nothing to append
        guard case .interval(let interval) = policy, state.due == nil, !isFlushed else { return (end, false) }
        state.due = .now + interval
        return (end, true)
      }
    } catch {
      wakeTasks(state.change { $0.takeWoken() })
      throw error
    }
    if isFirst { wakeThread() }
    return AppendedEntry(writer: self, end: end)
  }

  /// Blocks the thread until everything that was appended is on the disk.
  ///
  /// It throws if anything that somebody tried to append is not.
  package func flush() throws(LogError) {
    try waitUntilDurable(try endToFlush())
  }

  /// Suspends the task until everything that was appended is on the disk.
  package func durable() async throws(LogError) { try await durable(try endToFlush()) }

  private func endToFlush() throws(LogError) -> Int64 {
    try state.withLock { state throws(LogError) in
      if let failure = state.log.failure, failure != .closed(path: path) { throw failure }
      return state.log.end
    }
  }

  /// How far the log was written, and how much of that is on the disk.
  package var progress: (end: Int64, flushed: Int64) { state.withLock { ($0.log.end, $0.log.flushed) } }

  /// Why entries are not on the disk, or are refused; nil for a log that is well, or that was closed.
  package var failure: LogError? {
    state.withLock { state in state.log.failure == .closed(path: path) ? nil : state.log.failure }
  }

  /// Flushes, ends the thread, lets go of the lock of the log, and refuses every later entry.
  package func close() throws(LogError) {
    state.change { $0.isClosed = true }
    let result = Result { () throws(LogError) in try flush() }
    let closed = Result { () throws(LogError) in
      try state.withLock { state throws(LogError) in try state.log.close() }
    }
    try result.get()
    try closed.get()
  }

  /// Lets go of the lock of a log that failed, to which nobody appends any more.
  package func releaseLock() { state.withLock { $0.log.releaseLocks() } }

  /// Whether another file has the path of the log. It may also be that none has it.
  package func isReplaced(in files: some FileSystem) throws(DiskError) -> Bool {
    if file.isInPlace { return false }
    return try files.exists(path)
  }

  // MARK: - Waiting

  func waitUntilDurable(_ position: Int64) throws(LogError) {
    var isCounted = false
    let leads: Bool = try state.wait { state throws(LogError) in
      if let result = state.result(for: position) {
        try result.get()
        return false
      }
      if !isCounted { state.waitingThreads.append(position) }
      isCounted = true
      if state.isFlushing { return nil }
      state.isFlushing = true
      return true
    }
    if leads { try flushAsLeader().get() }
  }

  func durable(_ position: Int64) async throws(LogError) {
    let result = await withCheckedContinuation { continuation in
      let waits = state.withLock { state in
        if let result = state.result(for: position) {
          continuation.resume(returning: result)
          return false
        }
        state.waitingTasks.append(WaitingTask(position: position, continuation: continuation))
        return true
      }
      if waits { wakeThread() }
    }
    try result.get()
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
  package func waitUntilDurable() throws(LogError) { try writer.waitUntilDurable(end) }

  /// Suspends the task until the entry, and all before it, are on the disk.
  package func durable() async throws(LogError) { try await writer.durable(end) }
}
