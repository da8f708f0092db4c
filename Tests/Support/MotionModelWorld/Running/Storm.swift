import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTransactions

/// A world with other threads: some write to the same store, and others check that they see only whole commits.
package final class Storm: Sendable {
  private let seed: UInt64
  private let steps: Int
  private let store: Store
  private let clock: WorldClock
  private let isOver = Locked(false)
  private let found = Locked<[Difference]>([])

  static let meters = 8
  static let amount = 100

  /// - Parameters:
  ///   - seed: The seed of the steps and of what the threads write.
  ///   - steps: How many steps the world makes.
  package init(seed: UInt64, steps: Int) {
    (self.seed, self.steps) = (seed, steps)
    let time = WorldClock()
    clock = time
    store = Store(clock: { time.now }, ids: .ofWorld, notificationCenter: nil)
  }

  /// Makes the steps while other threads read and write.
  ///
  /// - Returns: The first difference that was found; nil when there was none.
  package func run(readers: Int = 2, writers: Int = 2) throws -> Difference? {
    try store.table(Meter.self).insert(
      contentsOf: (0..<Self.meters).map { _ in Meter.new { $0.amount = Self.amount } })
    onThreads(1 + readers + writers) { number in
      switch number {
      case 0:
        self.report { try self.makeSteps() }
        self.isOver.withLock { $0 = true }
      case 1...readers: self.report { try self.read() }
      default: self.report { try self.write(number) }
      }
    }
    return found.withLock { $0.first }
  }

  private func report(_ body: () throws -> Void) {
    do { try body() } catch {
      let difference = error as? Difference ?? Difference("error on a thread", "\(error)")
      found.withLock { $0.append(difference) }
      isOver.withLock { $0 = true }
    }
  }

  private var goesOn: Bool { !isOver.withLock { $0 } }

  private func makeSteps() throws {
    let world = World(in: store, clock)
    var generator = Generator(seed: seed)
    for _ in 0..<steps where goesOn { try world.make(generator.next()) }
  }

  // MARK: - Readers

  /// Takes snapshots, each of which has to be the state after a commit.
  private func read() throws {
    var last = 0
    while goesOn {
      let snapshot = store.snapshot()
      if snapshot.commitCount < last { throw Difference("reader", "\(snapshot.commitCount) commits after \(last)") }
      last = snapshot.commitCount
      try Self.examine(snapshot)
    }
  }

  private static func examine(_ snapshot: Store) throws {
    let sum = snapshot.table(Meter.self).records.sum(\.amount)
    if sum != meters * amount { throw Difference("reader: sum", "\(sum)") }
    var naive = NaiveStore()
    naive.takeOver(snapshot)
    do { try naive.checkCommit() } catch { throw Difference("reader: \(error)", "a snapshot breaks a rule") }
    var counted = naive
    counted.countAll()
    if !counted.holdsSame(as: naive) { throw Difference("reader: counters", "a snapshot has other counters") }
    if let violation = snapshot.violation() { throw Difference("reader: violation", violation) }
  }

  // MARK: - Writers

  /// Moves amounts between meters: in transactions, some of which fail, and in branches.
  private func write(_ number: Int) throws {
    var random = SplitMix64(seed: seed &+ UInt64(number))
    while goesOn {
      let (first, second) = (random.number(1...Self.meters), random.number(1...Self.meters))
      let amount = random.number(1...9)
      if first == second { continue }
      if random.chance(80) {
        let fails = random.chance(30)
        try? store.transaction { _ in
          try Self.move(amount, from: first, to: second, mark: random.next())
          if fails { throw HookRefusal() }
        }
      } else {
        let branch = store.branch()
        try Store.with(branch.store) {
          try Self.move(amount, from: first, to: second, mark: random.next())
        }
        do { _ = try branch.merge() } catch is ChangeConflicts {}
      }
    }
  }

  /// - Parameter mark: A number of this move only, so that two moves that lead to the same amount conflict, too.
  private static func move(_ amount: Int, from first: Int, to second: Int, mark: UInt64) throws {
    var (source, target) = (try Meter.require(first), try Meter.require(second))
    try Store.current.transaction { _ in
      try source.update { ($0.amount, $0.mark) = ($0.amount - amount, mark) }
      try target.update { ($0.amount, $0.mark) = ($0.amount + amount, mark) }
    }
  }
}
