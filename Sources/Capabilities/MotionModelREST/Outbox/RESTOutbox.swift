public import Foundation
import MotionModel

/// Sends all edits of a store, in an order that the server can follow, as often as it takes.
///
/// ```swift
/// client.trackEdits(of: Train.self)
/// let outbox = RESTOutbox(client)
/// let report = try await outbox.send()    // what can be sent now
/// Task { try await outbox.run() }         // or: whatever there is to send, whenever there is
/// ```
///
/// What waits are the ``RemoteEdit`` records of the store. They say of each record what happened and when it is sent
/// again, and they are saved, observed and found as all records are.
///
/// A record has one edit, so what was changed several times is sent once: a record that was created and changed is
/// created, and one that was created and deleted is not sent at all.
///
/// A program has one outbox for a store. Any thread may use it.
public final class RESTOutbox: Sendable {
  /// The client that sends.
  public let client: RESTClient
  /// When what failed is sent again.
  let policy: RetryPolicy

  private let tracker: EditTracker
  private let state = Locked(State())
  private var store: Store { client.store }
  private var edits: ModelTable<RemoteEdit> { store.table(RemoteEdit.self) }

  private struct State {
    /// The time before which the server wants to be left alone.
    var pausedUntil: Date?
  }

  /// Creates an outbox.
  ///
  /// - Parameters:
  ///   - client: The client that sends. Its store's clock says when something is due.
  ///   - policy: When what failed is sent again.
  ///   - makeKey: Makes the keys of `RESTFormat(idempotencyHeader:)`, which must all differ.
  public init(
    _ client: RESTClient, policy: RetryPolicy = RetryPolicy(),
    makeKey: @escaping @Sendable () -> String = { UUID().uuidString }
  ) {
    (self.client, self.policy) = (client, policy)
    tracker = EditTracker.made(for: client.store)
    tracker.setKeys(makeKey)
  }

  /// What one round of sending came to.
  public struct Report: Sendable, Hashable {
    /// How many edits the server accepted.
    public internal(set) var sent = 0
    /// How many failed, and are sent again.
    public internal(set) var failed = 0
    /// How many were put on hold, with the reason in their ``RemoteEdit``.
    public internal(set) var onHold = 0
    /// The records that took the server's id, as the names of their edits (`Train/1`), before and after.
    public internal(set) var moved: [String: String] = [:]
    /// Whether the server wants to know who is asking (401). Nothing more was sent then.
    public internal(set) var needsAuthentication = false
    /// When the next edit is due; nil if none is, as long as nothing changes.
    public internal(set) var nextAttempt: Date?
    /// How often an edit was looked at, which tests compare with how many there are.
    var looks = 0
  }

  // MARK: - Sending

  /// Sends what is due, and returns when nothing more can be sent at present.
  ///
  /// Records that depend on each other are sent one after the other: parents are created before their children, and
  /// deleted after them. Others are sent beside each other. What waits for a held record waits with it.
  ///
  /// - Complexity: O(*n* log *n*) in the number of edits, besides the requests.
  /// - Throws: `CancellationError` if the task is cancelled, or a `StoreError` if the store refuses what becomes of an
  ///   edit. What happens to an edit is in its ``RemoteEdit``, and counted in the report.
  @discardableResult
  public func send() async throws -> Report {
    let queue = makeQueue()
    defer { queue.stop() }
    var (report, underWay, isHalted) = (Report(), 0, false)
    try await withThrowingTaskGroup(of: Attempt.self) { group in
      while true {
        try Task.checkCancellation()
        while !isHalted, underWay < max(client.limits.requestsPerHost, 1), let edit = next(of: queue) {
          underWay += 1
          group.addTask { await self.attempt(edit) }
        }
        guard let attempt = try await group.next() else { break }
        underWay -= 1
        // An edit that was made while the other was under way is sent in the same round.
        if attempt.error == nil { queue.giveBack(attempt.edit.id) }
        isHalted = try note(attempt, &report) || isHalted
      }
    }
    try Task.checkCancellation()
    report.nextAttempt = nextAttempt(of: queue)
    report.looks = queue.looks
    return report
  }

  /// Takes the next edit that is sent now.
  private func next(of queue: EditQueue) -> RemoteEdit? {
    let now = store.clock()
    if let paused = state.withLock({ $0.pausedUntil }), paused > now { return nil }
    return queue.take(at: now)
  }

  /// One try to send an edit.
  private struct Attempt: Sendable {
    let edit: RemoteEdit
    var newID: String?
    var wasSent = false
    var error: (any Error)?
    /// The number of the request, if one was made.
    var request: Int?
  }

  private func attempt(_ edit: RemoteEdit) async -> Attempt {
    guard let sender = tracker.allSenders[edit.model] else { return Attempt(edit: edit) }
    do {
      let pushed = try await sender.push(client, edit.recordID)
      return Attempt(edit: edit, newID: pushed.id, wasSent: pushed.wasSent)
    } catch let failure as PushFailure {
      return Attempt(edit: edit, error: failure.error, request: failure.request)
    } catch {
      return Attempt(edit: edit, error: error)
    }
  }

  /// Notes what became of an attempt; returns whether nothing more is sent in this round.
  private func note(_ attempt: Attempt, _ report: inout Report) throws -> Bool {
    let edit = attempt.edit
    guard let error = attempt.error else {
      // Another attempt has sent it, under the id that the record had before.
      guard attempt.wasSent else { return false }
      report.sent += 1
      if let id = attempt.newID, id != edit.recordID { report.moved[edit.id] = "\(edit.model)/\(id)" }
      return false
    }
    guard let error = error as? RESTError else { throw error }
    let now = store.clock()
    if error.status == 401 { report.needsAuthentication = true }
    if error.status == 401 || error.reason.isAboutOrder { return error.status == 401 }
    if error.isWorthRetrying || error.isInProgress(edit, client.format.idempotencyHeader) {
      report.failed += 1
      let asked = error.pauseAskedFor(at: now)
      if let asked { state.withLock { $0.pausedUntil = max($0.pausedUntil ?? .distantPast, now + asked) } }
      try change(edit, attempt.request) { edit in
        // The number is of a file.
        if edit.attempts < .max { edit.attempts += 1 }
        edit.dueAt = now + max(policy.pause(after: edit.attempts), asked ?? 0)
        edit.problem = error.description
      }
      return error.reason == .failure(.cannotConnect) || asked != nil
    }
    report.onHold += 1
    try change(edit, attempt.request) { edit in
      edit.onHold = error.holdReason
      edit.problem = error.description
      edit.fieldErrors = error.fieldErrors.isEmpty ? nil : error.fieldErrors
    }
    return false
  }

  /// Changes an edit, which has another id by now if its record has.
  private func change(_ edit: RemoteEdit, _ request: Int? = nil, _ change: (inout RemoteEdit) -> Void) throws {
    try store.replicating {
      let found = request == nil ? edits.find(edit.id) : RemoteEdit.find(edit.id, request: request, in: edits)
      guard var stored = found else { return }
      change(&stored)
      try edits.replicate([stored])
    }
  }

  // MARK: - Which ones

  /// When the next edit is due; nil if none is, as long as nothing changes.
  ///
  /// - Complexity: O(*n*) in the number of edits.
  public var nextAttempt: Date? {
    let queue = makeQueue()
    defer { queue.stop() }
    return nextAttempt(of: queue)
  }

  private func makeQueue() -> EditQueue {
    EditQueue(of: store, tracker.allSenders, longestPause: policy.longestOfAll)
  }

  private func nextAttempt(of queue: EditQueue) -> Date? {
    let paused = state.withLock { $0.pausedUntil } ?? .distantPast
    return queue.nextAttempt.map { max($0, paused) }
  }

  /// Lets a held or postponed edit be sent with the next round.
  ///
  /// If it is not known whether a record was created (``RemoteEdit/HoldReason/outcomeUnknown``), it is created again.
  public func retry<Record: RemoteModel>(_ record: Record) throws {
    guard let edit = client.edit(of: record) else { return }
    // A record that was deleted here need not be created, so its edit is dropped.
    if edit.onHold == .outcomeUnknown && edit.kind == .delete {
      return try store.replicating { try store.forget(edit) }
    }
    try change(edit) { edit in
      if edit.onHold == .outcomeUnknown { edit.sent = nil }
      edit.resume()
    }
  }

  /// Lets all postponed edits be sent with the next round, because there is a connection again.
  public func retryAll() throws {
    state.withLock { $0.pausedUntil = nil }
    try store.replicating {
      try edits.replicate(
        edits.records.all.filter { $0.dueAt != nil }.map { edit in
          var edit = edit
          edit.dueAt = nil
          return edit
        })
    }
  }

  // MARK: - All the time

  /// Sends edits as they are made and become due, until the task is cancelled.
  ///
  /// - Parameter wait: Waits for a number of seconds, at most; tests pass their own.
  /// - Throws: `CancellationError` when the task is cancelled, or a `StoreError` if the store refuses what becomes of
  ///   an edit.
  public func run(
    waiting wait: @escaping @Sendable (TimeInterval) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }
  ) async throws {
    let (changes, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let observation = store.observeCommits { _ in signal.yield() }
    defer { observation.cancel() }
    var iterator = changes.makeAsyncIterator()
    while true {
      let report = try await send()
      let alarm = (report.needsAuthentication ? nil : report.nextAttempt).map { due in
        Task { [clock = store.clock] in
          // Behind each wait, it is looked again at what is due.
          try await wait(min(max(0.01, due.timeIntervalSince(clock())), RetryPolicy.longestAskedPause))
          signal.yield()
        }
      }
      _ = await iterator.next()
      alarm?.cancel()
      try Task.checkCancellation()
    }
  }
}

extension RESTError.Reason {
  /// Whether the edit only has to wait for another.
  fileprivate var isAboutOrder: Bool {
    switch self {
    case .parentUnsent, .underWay: true
    default: false
    }
  }
}

extension RESTError {
  /// Whether the server is still busy with the same creation, or others change the record again and again.
  fileprivate func isInProgress(_ edit: RemoteEdit, _ idempotencyHeader: String?) -> Bool {
    if edit.base != nil { return status == 409 || status == 412 }
    guard let idempotencyHeader, status == 409, let request else { return false }
    return request.method == .post && request.headers[idempotencyHeader] != nil
  }

  /// Why an edit is put on hold.
  fileprivate var holdReason: RemoteEdit.HoldReason {
    switch reason {
    case .conflict: .conflict
    case .outcomeUnknown: .outcomeUnknown
    default: .refused
    }
  }
}
