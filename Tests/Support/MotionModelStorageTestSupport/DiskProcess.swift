import MotionModelStorage
import MotionModelTestSupport

/// One of several processes that use a ``SimulatedDisk`` at the same time. It waits before each call until it has its
/// turn.
package final class DiskProcess: Sendable {
  /// The process whose code runs.
  @TaskLocal static var current: DiskProcess?

  /// Whether a call does nothing, by the number of the process.
  package typealias Ignored = @Sendable (_ process: Int, _ call: DiskRaceCall) -> Bool

  private let state = Monitor(State())
  private let number: Int
  private let ignored: Ignored?
  /// The random bits of its files, which are the same in each run.
  private let random: Monitor<SplitMix64>

  init(_ number: Int, _ ignored: Ignored?) {
    (self.number, self.ignored, random) = (number, ignored, Monitor(SplitMix64(seed: UInt64(number) + 1)))
  }

  /// What becomes of a call.
  enum Turn: Hashable, Sendable {
    case go
    /// The call does nothing.
    case ignore
    /// The process ends before the call, or in the middle of it.
    case stop, stopHalfway
  }

  struct State {
    /// Whether the process waits before each call. It does not while the race is prepared.
    var isRacing = false
    /// The call that waits, and what becomes of it once that is decided.
    var step: DiskStep?
    var turn: Turn?
    /// How many further calls it may make without waiting, because they are known.
    fileprivate var known = 0
    /// Whether the body of the process is over.
    var isOver = false
    /// Whether the process was ended.
    var isDead = false
    /// All that it has learnt, and what it had learnt before it was refused a lock: asking again makes no difference.
    fileprivate var seen = Hasher()
    fileprivate var seenBefore: Hasher?
    fileprivate var refused: DiskStep.Lock?
    fileprivate var sizes: [String: Int64] = [:]
    fileprivate var counts: [DiskCall: Int] = [:]
    var calls: [DiskRaceCall] = []
    var said: [String] = []
    var failure: String?
    fileprivate var nodes: [SimulatedFile.Node] = []

    /// Whether it is known what the process does next.
    var isQuiet: Bool { isOver || (step != nil && turn == nil) }
  }

  var snapshot: State { state.withLock { $0 } }

  /// Runs `body` as this process.
  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    let source = Randomness.Source { [self] in random.withLock { $0.next() } }
    return try Randomness.$source.withValue(source) { try Self.$current.withValue(self) { try body() } }
  }

  // MARK: - The thread of the process

  func begin() { state.withLock { $0.isRacing = true } }

  func end(failure: String?) {
    state.change { state in
      (state.isOver, state.step) = (true, nil)
      if !state.isDead { state.failure = failure }
    }
  }

  func say(_ word: String) { state.withLock { if !$0.isDead { $0.said.append(word) } } }

  /// Returns what all have said, as a call of its own.
  func listen(to processes: [DiskProcess]) -> [String] {
    _ = turn(for: DiskStep(.listen, ""))
    return processes.flatMap(\.snapshot.said)
  }

  func opened(_ node: SimulatedFile.Node) { state.withLock { $0.nodes.append(node) } }

  func lastSize(of path: String) -> Int64? { state.withLock { $0.sizes[path] } }

  /// Waits until a call may be made.
  func turn(for step: DiskStep) -> Turn {
    if state.withLock({ !$0.isRacing }) { return .go }
    if !state.withLock({ $0.known > 0 && !$0.isDead }) { state.change { if !$0.isDead { $0.step = step } } }
    let turn = state.wait { state in
      if state.isDead { return state.turn ?? .stop }
      return state.known > 0 ? .go : state.turn
    }
    return state.withLock { state in
      if state.known > 0 && state.step == nil { state.known -= 1 }
      (state.step, state.turn) = (nil, nil)
      if turn != .go { return turn }
      let call = DiskCall(kind: step.kind, path: step.path)
      state.counts[call, default: 0] += 1
      let made = DiskRaceCall(call: call, number: state.counts[call] ?? 0)
      state.calls.append(made)
      return ignored?(number, made) == true ? .ignore : .go
    }
  }

  /// Notes what the process learns from a call.
  func note<Value>(_ result: Result<Value, DiskError>, of step: DiskStep) {
    state.withLock { state in
      if let before = state.seenBefore, step.lock == state.refused { state.seen = before }
      (state.seenBefore, state.refused) = (nil, nil)
      let before = state.seen
      state.seen.combine(step.kind)
      state.seen.combine(step.path)
      switch result {
      case .failure(let error): state.seen.combine(error)
      case .success(let value):
        switch value {
        case let bytes as ArraySlice<UInt8>: state.seen.combine(bytes)
        case let size as Int64:
          state.sizes[step.path] = size
          state.seen.combine(size)
        case let answer as Bool:
          if step.lock != nil && !answer { (state.seenBefore, state.refused) = (before, step.lock) }
          state.seen.combine(answer)
        case let names as [String]: state.seen.combine(names.sorted())
        case let status as FileStatus?: state.seen.combine(status.map(\.permissions))
        default: break
        }
      }
    }
  }

  // MARK: - The race

  /// Waits until the process waits, or is over.
  func settle() { state.wait { $0.isQuiet ? () : nil } }

  /// - Parameter count: How many of its calls have the same turn.
  func give(_ turn: Turn, count: Int = 1) {
    state.change { state in
      (state.turn, state.known) = (turn, count - 1)
      if turn != .go { state.isDead = true }
    }
  }

  /// Ends the process wherever it is.
  func kill() {
    state.change { state in
      state.isDead = true
      if state.step != nil { state.turn = .stop }
    }
  }

  /// Whether it waits for a lock, after it was refused it.
  func waitsInVain(on disk: SimulatedDisk) -> Bool {
    guard let step = snapshot.step, let lock = step.lock, snapshot.refused == lock else { return false }
    return disk.refusesLock(to: step)
  }

  /// A number for all that decides how the process goes on.
  func digest(on disk: SimulatedDisk) -> Int {
    let state = snapshot
    if state.isDead { return Self.digest(ofDead: state) }
    var hasher = Hasher()
    hasher.combine(state.said)
    hasher.combine(state.seen.finalize())
    hasher.combine(disk.contentWithoutNames(of: state.nodes))
    return hasher.finalize()
  }

  /// Of a process that has ended, only what it has said still matters.
  static func digest(ofDead state: State) -> Int {
    var hasher = Hasher()
    hasher.combine("dead")
    hasher.combine(state.said)
    return hasher.finalize()
  }
}

/// A call that a process is about to make.
struct DiskStep {
  let kind: DiskCall.Kind
  let path: String
  /// The file; nil for what has to do with names.
  let node: SimulatedFile.Node?
  /// Whether other processes may see what it does.
  let changes: Bool
  let lock: Lock?

  /// The lock of an open file.
  struct Lock: Hashable {
    let file: ObjectIdentifier
    let isShared: Bool
  }

  init(
    _ kind: DiskCall.Kind, _ path: String, _ node: SimulatedFile.Node? = nil, _ changes: Bool? = nil,
    _ lock: Lock? = nil
  ) {
    (self.kind, self.path, self.node, self.lock) = (kind, path, node, lock)
    self.changes = changes ?? ![.open, .read, .measure, .list, .openFolder, .place].contains(kind)
  }

  /// Whether it makes no difference which of two calls is first.
  func commutes(with other: DiskStep) -> Bool {
    // What another one says depends on how far it is.
    if kind == .listen || other.kind == .listen { return false }
    if !changes && !other.changes { return true }
    if node !== other.node { return true }
    return node != nil && isLocking != other.isLocking
  }

  private var isLocking: Bool { kind == .lock || kind == .unlock }
}

/// A call of a process in a race, by what it is and how often the process has made it.
package struct DiskRaceCall: Hashable, Sendable, CustomStringConvertible {
  package let call: DiskCall
  package let number: Int

  package var description: String {
    "\(call.kind) \(call.path.split(separator: "/").last ?? "")\(number == 1 ? "" : ", \(number)")"
  }
}
