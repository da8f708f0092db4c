import Foundation

extension LogWriter {
  /// Flushes as the leader.
  func flush(upTo goal: Int64) throws(LogError) {
    let result = Result { () throws(DiskError) in try file.flush(.content) }
    let (failure, woken) = state.change { state in
      state.isFlushing = false
      state.log.noteFlush(upTo: goal, result)
      if state.log.flushed == state.log.end { state.due = nil }
      return (state.log.failure, state.takeWoken())
    }
    for (task, result) in woken { task.continuation.resume(returning: result) }
    if let failure { throw failure }
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
