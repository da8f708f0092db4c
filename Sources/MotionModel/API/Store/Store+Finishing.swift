/// The calls of threads that finish their work before they throw that a commit may not be durable.
struct UnfinishedCalls: Sendable {
  private var calls: [(thread: ThreadNumber, error: StoreError?)] = []

  /// - Returns: False if the thread is inside such a call already.
  mutating func begin(on thread: ThreadNumber) -> Bool {
    if calls.contains(where: { $0.thread == thread }) { return false }
    calls.append((thread, nil))
    return true
  }

  /// - Returns: False if the thread is not inside such a call.
  mutating func postpone(_ error: StoreError, on thread: ThreadNumber) -> Bool {
    guard let index = calls.firstIndex(where: { $0.thread == thread }) else { return false }
    calls[index].error = calls[index].error ?? error
    return true
  }

  mutating func end(on thread: ThreadNumber) -> StoreError? {
    calls.firstIndex { $0.thread == thread }.flatMap { calls.remove(at: $0).error }
  }
}

extension Store {
  /// Runs a call that has work to do after its commit, such as returning a record to the caller with its id.
  ///
  /// A commit that is made, and may not be on the disk (``StoreError/notJournaled(file:isCommitted:reason:)``), throws
  /// only when the call is over. Otherwise the call would leave the store and its own result at odds.
  ///
  /// `body` is run again when others were in the way of an adapter, so it leaves nothing behind when it throws.
  ///
  /// - Returns: What `body` returned.
  @inline(__always) package func finishing<Result>(_ body: () throws -> Result) throws -> Result {
    needsFinishing && !isJoining ? try repeating { try postponing(body) } : try body()
  }

  /// Whether commits may be made and not be on the disk, or refused because others were in the way.
  var needsFinishing: Bool { log != nil || !transactional.isEmpty }

  /// Whether the call is a part of a transaction with adapters, which commits later.
  private var isJoining: Bool { !transactional.isEmpty && transaction?.takesWrites == true }

  private func postponing<Result>(_ body: () throws -> Result) throws -> Result {
    let thread = ThreadNumber.current
    guard unfinished.withLock({ $0.begin(on: thread) }) else { return try body() }
    let result = Swift.Result { try body() }
    let error = unfinished.withLock { $0.end(on: thread) }
    let value = try result.get()
    if let error { throw error }
    return value
  }

  /// Returns whether the error of a commit is thrown later, by the call that the thread is inside.
  func isPostponed(_ error: StoreError) -> Bool {
    unfinished.withLock { $0.postpone(error, on: .current) }
  }
}
