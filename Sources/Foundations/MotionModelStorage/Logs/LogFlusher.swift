import Foundation

/// The flushes of a log that its ``LogWriter`` and a thread share.
///
/// Separate from the writer, so that the thread does not keep an unused writer alive. A weak reference would make each
/// use of the writer slower.
struct LogFlusher: Sendable {
  let path: String
  let policy: LogWriter.Policy
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

  init(_ log: consuming LogFile, policy: LogWriter.Policy) {
    (path, file, self.policy) = (log.path, log.file, policy)
    state = Monitor(State(log: log))
  }

  // MARK: - Waiting

  /// Blocks the thread until everything that was appended is on the disk.
  func flush() throws(LogError) { try waitUntilDurable(try endToFlush()) }

  func endToFlush() throws(LogError) -> Int64 {
    try state.withLock { state throws(LogError) in
      if let failure = state.log.failure, failure != .closed(path: path) { throw failure }
      return state.log.end
    }
  }

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

  /// Wakes the tasks that need not wait longer.
  func wakeTasks() { resume(state.change { $0.takeWoken() }) }

  // MARK: - Flushing

  /// Flushes for all whose entries are written by now.
  ///
  /// - Returns: Whether these are durable. An entry that was appended meanwhile may still have failed.
  private func flushAsLeader() -> Result<Void, LogError> {
    gather()
    let goal = state.withLock { $0.log.end }
    let start = ContinuousClock.now
    let result = Result { () throws(DiskError) in try file.flushInPlace() }
    let time = ContinuousClock.now - start
    let (outcome, woken) = state.change { state in
      state.isFlushing = false
      state.log.noteFlush(upTo: goal, result)
      if case .interval(let interval) = policy {
        // What was appended during the flush was appended after its start.
        state.due = state.log.flushed == state.log.end ? nil : start + interval
      }
      state.noteThreads(time)
      return (state.result(for: goal), state.takeWoken())
    }
    resume(woken)
    return outcome ?? .success(())
  }

  private func resume(_ woken: [(WaitingTask, Result<Void, LogError>)]) {
    for (task, result) in woken { task.continuation.resume(returning: result) }
  }

  /// Waits until as many threads wait as at the end of the last flush, for at most half the time of a flush.
  ///
  /// Otherwise those whom a flush has woken miss the next one, which begins before they append again, and each flush
  /// serves half of the threads. They come within microseconds if they come, so it looks all the time at first, and
  /// then now and then.
  private func gather() {
    let (threads, time) = state.withLock { $0.lastFlush }
    guard threads > 1 else { return }
    let start = ContinuousClock.now
    let limit = min(time / 2, .milliseconds(1))
    while state.withLock({ $0.waitingThreads.count }) < threads {
      let waited = ContinuousClock.now - start
      if waited >= limit { return }
      if waited < .microseconds(100) { sched_yield() } else { usleep(50) }
    }
  }

  // MARK: - Thread

  /// Wakes the thread that flushes for tasks and after intervals, and starts it if it was not needed before.
  func wakeThread() {
    let starts = state.change { state in
      defer { state.hasThread = true }
      return !state.hasThread
    }
    guard starts else { return }
    let thread = Thread {
      while waitForWork() { try? flush() }  // all who wait get the error
    }
    thread.name = "Log \(FilePath.name(of: path))"
    thread.start()
  }

  /// Sleeps until the thread has to flush.
  ///
  /// - Returns: False if it has to end.
  private func waitForWork() -> Bool {
    let due = state.wait { state -> ContinuousClock.Instant? in state.isOver ? .now : state.nextFlush }
    _ = state.wait(until: due) { state in state.isOver || !state.waitingTasks.isEmpty ? true : nil }
    return state.withLock { !$0.isOver }
  }
}

extension LogFlusher.State {
  /// Whether the thread has nothing to do any more.
  var isOver: Bool { waitingTasks.isEmpty && (isClosed || log.failure != nil) }

  /// When the thread has to flush next, or nil if nobody needs it.
  var nextFlush: ContinuousClock.Instant? { waitingTasks.isEmpty ? due : .now }

  /// Returns success for a durable entry, the failure if it cannot become durable, and nil while neither is known.
  func result(for position: Int64) -> Result<Void, LogError>? {
    if log.flushed >= position { return .success(()) }
    return log.failure.map { .failure($0) }
  }

  /// Notes the number of threads that waited during a flush, and removes threads whose entries were flushed.
  mutating func noteThreads(_ time: Duration) {
    lastFlush = (waitingThreads.count, time)
    let flushed = log.flushed
    waitingThreads.removeAll { $0 <= flushed }
  }

  /// Removes and returns the tasks that need not wait longer.
  mutating func takeWoken() -> [(LogFlusher.WaitingTask, Result<Void, LogError>)] {
    var woken: [(LogFlusher.WaitingTask, Result<Void, LogError>)] = []
    var waiting: [LogFlusher.WaitingTask] = []
    for task in waitingTasks {
      if let result = result(for: task.position) { woken.append((task, result)) } else { waiting.append(task) }
    }
    waitingTasks = waiting
    return woken
  }
}
