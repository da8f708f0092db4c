import Foundation

extension LogWriter {
  /// Flushes for all whose entries are written by now.
  ///
  /// - Returns: Whether these are durable. An entry that was appended meanwhile may have failed all the same.
  func flushAsLeader() -> Result<Void, LogError> {
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
    wakeTasks(woken)
    return outcome ?? .success(())
  }

  func wakeTasks(_ woken: [(WaitingTask, Result<Void, LogError>)]) {
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

  /// Wakes the thread that flushes for tasks and after intervals, and starts it if it was not needed before.
  func wakeThread() {
    let starts = state.change { state in
      defer { state.hasThread = true }
      return !state.hasThread
    }
    guard starts else { return }
    let thread = Thread { [weak self, state] in
      // It keeps the writer only while it flushes, so that a writer that nobody uses ends it.
      while Self.waitForWork(state) {
        guard let self else { return }
        try? self.flush()  // all who wait get the error
      }
    }
    thread.name = "Log \(FilePath.name(of: path))"
    thread.start()
  }

  /// Sleeps until the thread has to flush.
  ///
  /// - Returns: False if it has to end.
  private static func waitForWork(_ state: Monitor<State>) -> Bool {
    let due = state.wait { state -> ContinuousClock.Instant? in state.isOver ? .now : state.nextFlush }
    _ = state.wait(until: due) { state in state.isOver || !state.waitingTasks.isEmpty ? true : nil }
    return state.withLock { !$0.isOver }
  }
}

extension LogWriter.State {
  /// Whether the thread has nothing to do any more.
  var isOver: Bool { waitingTasks.isEmpty && (isClosed || log.failure != nil) }

  /// When the thread has to flush next, or nil if nobody needs it.
  var nextFlush: ContinuousClock.Instant? { waitingTasks.isEmpty ? due : .now }

  /// Returns what is known about an entry: that it is durable, that it never will be, or nil.
  func result(for position: Int64) -> Result<Void, LogError>? {
    if log.flushed >= position { return .success(()) }
    return log.failure.map { .failure($0) }
  }

  /// Notes the threads that waited during a flush, and forgets those that need not wait longer.
  mutating func noteThreads(_ time: Duration) {
    lastFlush = (waitingThreads.count, time)
    let flushed = log.flushed
    waitingThreads.removeAll { $0 <= flushed }
  }

  /// Removes and returns the tasks that need not wait longer.
  mutating func takeWoken() -> [(LogWriter.WaitingTask, Result<Void, LogError>)] {
    var woken: [(LogWriter.WaitingTask, Result<Void, LogError>)] = []
    var waiting: [LogWriter.WaitingTask] = []
    for task in waitingTasks {
      if let result = result(for: task.position) { woken.append((task, result)) } else { waiting.append(task) }
    }
    waitingTasks = waiting
    return woken
  }
}
