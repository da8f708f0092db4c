public import Foundation
public import MotionModel

/// A program's use of a store, which is recorded, or played back from a ``Recording``.
///
/// ```swift
/// let session = Session()                                    // of the running program
/// let receipt = try session.step("transfer", request) { request in
///   let rate = try session.outside("rate") { try bank.rate(of: request.currency) }
///   return try Transfers(session.store).make(request, rate: rate)
/// }
/// ```
///
/// A step is one call of the program that reads and writes the store: a request, a message, a click. The session
/// records what the step could not know beforehand, so that a replay is given the same:
///
/// | | |
/// |---|---|
/// | the clock | each time that the store's `clock` said: pass ``clock`` to what needs the time |
/// | ids | those that the store makes for `UUID` and `String` ids; numbers are counted anyway |
/// | random choices | those of ``random`` |
/// | what comes from outside | what ``outside(_:_:)`` read |
///
/// and what has to come out the same: each commit, each ``answer(_:_:)``, and how the step ended.
///
/// Steps run one after the other: another thread that begins a step waits until the one under way has ended. A step
/// inside a step traps. The store is the one in use inside a step.
///
/// ## Topics
/// ### Beginning
/// - ``init(clock:ids:makeStore:)``
/// - ``store``
/// - ``isReplaying``
/// ### Steps
/// - ``step(_:_:)``
/// ### What comes from outside
/// - ``outside(_:_:)``
/// - ``random``
/// - ``clock``
/// ### What comes out
/// - ``answer(_:_:)``
/// - ``answer(_:records:)``
/// - ``recording``
public final class Session: Sendable {
  /// The store, whose commits, times and ids are recorded, or are played back.
  public let store: Store

  private let log: EventLog
  private let recorder: CommitRecorder
  /// Held while a step runs.
  private let turn = NSLock()
  @TaskLocal private static var inside = Inside()

  /// The session whose step the task is inside.
  private struct Inside: Sendable { var session: ObjectIdentifier? }

  /// Begins to record.
  ///
  /// The records that the store has already are part of the recording, so it is begun when the store is made.
  ///
  /// - Parameters:
  ///   - clock: Returns the current time.
  ///   - ids: Makes the ids of new records.
  ///   - makeStore: Makes the store with the clock and the ids that it is given, as `Store(clock: $0, ids: $1)` or
  ///     `try Store(opening: file, …, clock: $0, ids: $1)`.
  /// - Throws: What `makeStore` throws; `FileError` for a record that could not be read again.
  /// - Complexity: O(*n*) in the number of records.
  public convenience init(
    clock: @escaping @Sendable () -> Date = { Date() }, ids: IDGenerator = .standard,
    makeStore: (_ clock: @escaping @Sendable () -> Date, _ ids: IDGenerator) throws -> Store = { clock, ids in
      Store(clock: clock, ids: ids)
    }
  ) throws {
    let log = EventLog(Recording(), isReplaying: false)
    let store = try makeStore({ log.time(clock) }, ids.recorded(on: log))
    let records = try store.string(as: .json)
    let isEmpty = try StoreDocument(Data(records.utf8), as: .json).models.allSatisfy {
      $0.rows.isEmpty && $0.nextNumber == 1
    }
    if !isEmpty { log.state.withLock { $0.recording.records = records } }
    self.init(store, log)
  }

  private init(_ store: Store, _ log: EventLog) {
    (self.store, self.log) = (store, log)
    recorder = store.recordCommits { log.add(.commit(CommitLines.lines(of: $0))) }
  }

  deinit { store.stopRecording(recorder) }

  /// Begins to play a recording back.
  convenience init(
    replaying recording: Recording, models: [any Model.Type],
    makeStore: (_ clock: @escaping @Sendable () -> Date, _ ids: IDGenerator) throws -> Store
  ) throws {
    let log = EventLog(recording, isReplaying: true)
    let store = try makeStore({ log.time { .distantPast } }, IDGenerator.standard.recorded(on: log))
    if let records = recording.records {
      log.state.withLock { $0.isPaused = true }
      try Store.with(store) { _ = try store.load(from: .string(records), models: models, policy: .replace) }
      log.state.withLock { $0.isPaused = false }
    }
    self.init(store, log)
  }

  /// Whether a recording is played back.
  public var isReplaying: Bool { log.isReplaying }

  /// What was recorded so far, also of a step that is under way; in a replay, what is played back.
  public var recording: Recording { log.state.withLock { $0.recording } }

  /// Returns the current time, which is recorded: the store's `clock`.
  public var clock: @Sendable () -> Date { store.clock }

  /// Random numbers, which are recorded: `items.randomElement(using: &random)` for a variable of this value.
  public var random: Random { Random(log: log) }

  // MARK: - Steps

  /// Runs a step, and records it, or compares it with the recorded one.
  ///
  /// - Parameters:
  ///   - name: The name of the step.
  ///   - input: What the step is about, which is recorded.
  ///   - body: The step. The store is the one in use.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, which is recorded; in a replay, ``ReplayError/diverged(step:name:expected:found:)``
  ///   if something else happened. An input or a result that cannot be encoded is recorded as a note with its type.
  @discardableResult
  public func step<Input: Encodable, Output: Encodable>(
    _ name: String, _ input: Input, _ body: (Input) throws -> Output
  ) throws -> Output {
    try step(name, JSONText.recorded(input), { try body(input) }, outcome: { JSONText.recorded($0) })
  }

  /// Runs a step without an input or a result; see `step(_:_:_:)`.
  public func step(_ name: String, _ body: () throws -> Void) throws {
    try step(name, "null", body, outcome: { _ in "null" })
  }

  /// Runs a step without a result; see `step(_:_:_:)`.
  public func step<Input: Encodable>(_ name: String, _ input: Input, _ body: (Input) throws -> Void) throws {
    try step(name, JSONText.recorded(input), { try body(input) }, outcome: { _ in "null" })
  }

  private func step<Output>(
    _ name: String, _ input: String, _ body: () throws -> Output, outcome: (Output) -> String
  ) throws -> Output {
    if Self.inside.session == ObjectIdentifier(self) {
      fatalError("The step \(name) begins inside another step of its session: call its body without a step.")
    }
    turn.lock()
    defer { turn.unlock() }
    try log.begin(name, input: input)
    do {
      let output = try Self.$inside.withValue(Inside(session: ObjectIdentifier(self))) { try Store.with(store, body) }
      try log.end(.returned(outcome(output)))
      return output
    } catch let error as ReplayError {
      log.abandon()
      throw error
    } catch {
      try log.end(.threw("\(error)"))
      throw error
    }
  }

  /// How many steps have begun in a replay.
  var stepCount: Int { log.begun }

  /// Throws if something differs from what was recorded.
  func checkDivergence() throws(ReplayError) { try log.finish() }

  // MARK: - From outside

  /// Reads a value from outside of the program, such as an answer of a server, and records it. A replay does not call
  /// `read`, and returns the recorded value.
  ///
  /// - Parameters:
  ///   - name: What is read.
  ///   - read: Reads it. Errors are not recorded: to record a failure, return it as a value.
  /// - Throws: What `read` throws; in a replay, ``ReplayError/diverged(step:name:expected:found:)`` if something else
  ///   was recorded next.
  public func outside<Value: Codable>(_ name: String, _ read: () throws -> Value) throws -> Value {
    if log.isReplaying {
      guard let text = log.outside(name) else { throw log.divergence(elseWish: name) }
      return try JSONText.decoded(text)
    }
    let value = try read()
    log.add(.outside(name: name, value: JSONText.recorded(value)))
    return value
  }

  // MARK: - Answers

  /// Records a value that the program has got, or compares it with the recorded one.
  ///
  /// ```swift
  /// let open = try session.answer("open orders", Order.where(\.isOpen).count)
  /// ```
  ///
  /// - Returns: The value.
  /// - Throws: `EncodingError` for a value that is not JSON. A difference is thrown at the end of the step.
  @discardableResult
  public func answer<Value: Encodable>(_ name: String, _ value: Value) throws -> Value {
    log.add(.answer(name: name, value: try JSONText.of(value)))
    return value
  }

  /// Records the records that a finder finds, with all their columns, or compares them with the recorded ones.
  ///
  /// - Returns: The records.
  @discardableResult
  public func answer<Record: Model>(_ name: String, records finder: Finder<Record>) -> [Record]
  where Record.Adapter == ArrayAdapter {
    let records = finder.all
    log.add(.answer(name: name, value: CommitLines.json(of: records)))
    return records
  }

  /// A random number generator whose numbers are recorded; see ``Session/random``.
  public struct Random: RandomNumberGenerator, Sendable {
    let log: EventLog

    /// Returns the next number.
    public func next() -> UInt64 { log.randomNumber() }
  }
}
