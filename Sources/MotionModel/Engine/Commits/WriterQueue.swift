import Dispatch
import Synchronization

/// The tasks that wait for their turn to write, without a thread each.
///
/// A lock has to be released by the thread that took it, so it cannot be handed over. A task that finds the lock taken
/// is suspended. When a writer releases the lock, the first task is resumed, and tries again on its own thread. A
/// quicker thread may then have the lock, and the task waits on, before all others of its priority.
///
/// Only one task at a time tries. If the task does not run soon, as on a busy actor, the next one may try, too. A task
/// that was too slow several times waits for the lock as a thread does, so threads cannot keep the lock from tasks
/// forever, and at most one thread waits in this way.
final class WriterQueue: Sendable {
  /// A task that waits.
  struct Ticket: Sendable {
    fileprivate let number: Int
    fileprivate let priority: UInt8
  }

  /// How often a task may be too slow before it waits as a thread does.
  static let patience = 16

  /// How long the other tasks wait for a task that was resumed to try.
  private static let pause = DispatchTimeInterval.milliseconds(20)

  fileprivate struct State: Sendable {
    var nextNumber = 0
    /// The suspended tasks by number.
    var suspended: [Int: CheckedContinuation<Void, any Error>] = [:]
    /// The numbers of tasks by priority, in order. Those of cancelled tasks are passed over.
    var lines: [UInt8: Line] = [:]
    /// The task that was resumed, and has neither taken the lock nor given up.
    var trying: Int?
  }

  /// Numbers in order; those before `start` were taken.
  fileprivate struct Line: Sendable {
    var numbers: [Int] = []
    var start = 0
  }

  private let state = Locked(State())
  /// How many tasks are suspended, for writers that release the lock.
  private let count = Atomic(0)

  /// How many tasks are suspended.
  var waitingCount: Int { count.load(ordering: .sequentiallyConsistent) }

  /// Whether no task is suspended.
  var isEmpty: Bool { waitingCount == 0 }

  func ticket(_ priority: UInt8) -> Ticket {
    state.withLock { state in
      defer { state.nextNumber += 1 }
      return Ticket(number: state.nextNumber, priority: priority)
    }
  }

  /// Suspends the calling task until it may try to take the lock.
  ///
  /// - Parameter isFree: Returns whether the lock is free. A writer may have released it before the task was added.
  /// - Throws: `CancellationError` if the task is cancelled meanwhile.
  func wait(
    isolation: isolated (any Actor)?, _ ticket: Ticket, isFree: @Sendable () -> Bool
  ) async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation(isolation: isolation) { continuation in
        add(ticket, continuation)
        // The handler below runs before the task is added, if the task was cancelled before.
        if Task.isCancelled { return cancel(ticket) }
        if isFree() { wake() }
      }
    } onCancel: {
      cancel(ticket)
    }
  }

  private func cancel(_ ticket: Ticket) { remove(ticket)?.resume(throwing: CancellationError()) }

  private func add(_ ticket: Ticket, _ continuation: CheckedContinuation<Void, any Error>) {
    state.withLock { state in
      if state.trying == ticket.number { state.trying = nil }
      state.suspended[ticket.number] = continuation
      state.lines[ticket.priority, default: Line()].insert(ticket.number)
      count.add(1, ordering: .sequentiallyConsistent)
    }
  }

  private func remove(_ ticket: Ticket) -> CheckedContinuation<Void, any Error>? {
    state.withLock { state in
      guard let continuation = state.suspended.removeValue(forKey: ticket.number) else {
        return nil
      }
      count.subtract(1, ordering: .sequentiallyConsistent)
      if state.suspended.isEmpty { state.lines = [:] }
      return continuation
    }
  }

  /// Resumes the first task, unless another one is trying already.
  func wake() {
    let first = state.withLock { state -> (Int, CheckedContinuation<Void, any Error>)? in
      if state.trying != nil { return nil }
      guard let first = state.takeFirst() else { return nil }
      state.trying = first.0
      count.subtract(1, ordering: .sequentiallyConsistent)
      return first
    }
    guard let (number, continuation) = first else { return }
    continuation.resume()
    if isEmpty { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.pause) { self.passOver(number) }
  }

  /// Resumes the next task if one that was resumed has not tried yet.
  private func passOver(_ number: Int) {
    let isLate = state.withLock { state in
      if state.trying != number { return false }
      state.trying = nil
      return true
    }
    if isLate { wake() }
  }

  /// Ends the try of a task that has taken the lock or gives up. Another task is resumed in its place at the next
  /// release of the lock.
  func endTry(_ ticket: Ticket) {
    state.withLock { state in if state.trying == ticket.number { state.trying = nil } }
  }
}

extension WriterQueue.State {
  /// Takes the first task of the highest priority; nil if no task waits.
  fileprivate mutating func takeFirst() -> (Int, CheckedContinuation<Void, any Error>)? {
    for priority in lines.keys.sorted(by: >) {
      while let number = lines[priority]?.popFirst() {
        if let continuation = suspended.removeValue(forKey: number) {
          return (number, continuation)
        }
      }
      lines[priority] = nil
    }
    return nil
  }
}

extension WriterQueue.Line {
  /// Adds a number; a task that waits on keeps its place before later tasks.
  fileprivate mutating func insert(_ number: Int) {
    guard start < numbers.count, number < numbers[start] else { return numbers.append(number) }
    if start == 0 { return numbers.insert(number, at: 0) }
    start -= 1
    numbers[start] = number
  }

  fileprivate mutating func popFirst() -> Int? {
    if start == numbers.count { return nil }
    defer {
      start += 1
      if start > 64 && start * 2 > numbers.count {
        numbers.removeFirst(start)
        start = 0
      }
    }
    return numbers[start]
  }
}
