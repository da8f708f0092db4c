import Foundation
import MotionModelStorage
import MotionModelTestSupport

/// What one of the processes of a ``DiskRace`` does.
package protocol DiskRacer: AnyObject, Sendable {
  /// Does it, and says what it was promised. What it throws is a violation, unless the process was ended.
  ///
  /// - Parameter heard: Returns what all have said so far. What follows from it has to be said, too.
  func run(_ say: (String) -> Void, heard: () -> [String]) throws
  /// Lets go of all that it has open, because the process was ended.
  func drop()
}

/// Processes that use one disk at the same time, in every order of their calls.
///
/// Each process is a thread that waits before each call until it has its turn, so that one at a time runs, up to its
/// next call. Each place where another process could go on, or where one may end, is tried by running everything again
/// up to there. A state that was reached before in another way is left: nothing new can follow from it, because the
/// disk and all that the processes have learnt are the same. Of two calls that have nothing to do with one another, one
/// order is tried. A process that waits for a lock is not run before the lock is free.
package struct DiskRace<Racer: DiskRacer>: Sendable {
  package let name: String
  private let count: Int
  private let base: SimulatedDisk
  private let start: @Sendable (SimulatedDisk, Int) throws -> Racer
  private let check: @Sendable (SimulatedDisk, _ living: [Racer], _ said: [[String]]) throws -> String?
  private let checkLoss: @Sendable (SimulatedDisk, _ said: [[String]]) throws -> String?

  /// - Parameters:
  ///   - count: How many processes there are.
  ///   - base: The disk that they find.
  ///   - start: What each does before the race, one after the other.
  ///   - check: Returns what is wrong when all are over. Some may have been ended.
  ///   - checkLoss: Returns what is wrong after a loss of power, whenever it was.
  package init(
    _ name: String, count: Int, base: SimulatedDisk,
    start: @escaping @Sendable (SimulatedDisk, Int) throws -> Racer,
    check: @escaping @Sendable (SimulatedDisk, _ living: [Racer], _ said: [[String]]) throws -> String?,
    checkLoss: @escaping @Sendable (SimulatedDisk, _ said: [[String]]) throws -> String?
  ) {
    (self.name, self.count, self.base) = (name, count, base)
    (self.start, self.check, self.checkLoss) = (start, check, checkLoss)
  }

  /// A process, and what becomes of its call.
  private struct Move: Hashable {
    let process: Int
    let turn: DiskProcess.Turn
  }

  /// A place from which another move is to be tried.
  private struct Branch {
    var moves: [Move]
    /// The processes whose next call was tried before, and has nothing to do with what was done since.
    var asleep: Set<Int> = []
  }

  /// Tries every order.
  ///
  /// - Parameters:
  ///   - ignored: Whether a call of a process does nothing.
  ///   - enough: How many violations to find.
  package func run(
    _ dangers: DiskRaceDangers = DiskRaceDangers(), ignoring ignored: DiskProcess.Ignored? = nil, enough: Int = 3
  ) -> DiskRaceFindings {
    var search = Search(race: self, dangers: dangers, ignored: ignored)
    while let branch = search.branches.popLast(), search.findings.violations.count < enough { search.follow(branch) }
    return search.findings
  }

  /// Returns the calls of a process that runs before all others.
  package func calls(of process: Int) throws -> [DiskRaceCall] {
    let processes = try begin(ignoring: nil).processes
    defer { end(processes) }
    while true {
      processes[process].settle()
      if processes[process].snapshot.isOver { return processes[process].snapshot.calls }
      processes[process].give(.go)
    }
  }

  /// Returns the calls of a process without which nothing is found to be wrong, of those that it makes if it runs first.
  package func needlessCalls(
    of process: Int, where isAsked: (DiskRaceCall) -> Bool
  ) throws -> [DiskRaceCall] {
    try calls(of: process).filter(isAsked).filter { call in
      run(ignoring: { $0 == process && $1 == call }, enough: 1).violations.isEmpty
    }
  }

  // MARK: - One run

  private func begin(
    ignoring ignored: DiskProcess.Ignored?
  ) throws -> (disk: SimulatedDisk, processes: [DiskProcess], racers: [Racer]) {
    let disk = base.afterProcessEnd()
    let processes = (0..<count).map { number in
      DiskProcess(number, ignored)
    }
    let racers = try processes.enumerated().map { number, process in try process.run { try start(disk, number) } }
    for (process, racer) in zip(processes, racers) {
      process.begin()
      Thread.detachNewThread {
        process.run {
          var failure: String?
          do { try racer.run(process.say) { process.listen(to: processes) } } catch { failure = "\(error)" }
          if process.snapshot.isDead { racer.drop() }
          process.end(failure: failure)
        }
      }
    }
    return (disk, processes, racers)
  }

  private func end(_ processes: [DiskProcess]) {
    for process in processes { process.settle() }
    for process in processes where !process.snapshot.isOver { process.kill() }
    for process in processes { process.settle() }
  }

  // MARK: - All runs

  private struct Search {
    let race: DiskRace
    let dangers: DiskRaceDangers
    let ignored: DiskProcess.Ignored?
    var branches = [Branch(moves: [])]
    var findings = DiskRaceFindings()
    /// The states that were reached, with the processes whose next calls were not tried there.
    var known: [[Int]: Set<Int>] = [:]
    /// The states that ends lead to, and those of disk and promises of which the power was taken away.
    var foreseen: Set<[Int]> = []
    var lost: Set<[Int]> = []

    mutating func follow(_ branch: Branch) {
      findings.runs += 1
      do { try run(branch) } catch { findings.violations.append("\(race.name): \(error)") }
    }

    private mutating func run(_ branch: Branch) throws {
      let (disk, processes, racers) = try race.begin(ignoring: ignored)
      defer { race.end(processes) }
      var (made, asleep): ([Move], Set<Int>) = ([], branch.asleep)
      while true {
        for process in processes { process.settle() }
        if made.count < branch.moves.count {
          let move = branch.moves[made.count]
          if processes[move.process].snapshot.isOver { throw Fault("It is not the same each time.") }
          make(branch.moves[made.count...].prefix { $0 == move }, processes, &made)
          continue
        }
        let states = processes.map(\.snapshot)
        let state = [digest(disk)] + processes.map { $0.digest(on: disk) }
        let skipped = known[state]
        if let skipped, skipped.isSubset(of: asleep) { return }
        known[state] = skipped?.intersection(asleep) ?? asleep
        if skipped == nil {
          findings.states += 1
          try lose(disk, state, states, made)
        }
        let waiting = states.indices.filter { !states[$0].isOver }
        if waiting.isEmpty { return finish(disk, states, racers, made) }
        if skipped == nil { branchToEnds(states, waiting, state, made) }
        var free = waiting.filter { !processes[$0].waitsInVain(on: disk) }
        if free.isEmpty { throw Fault("All wait for locks: \(text(made, states))") }
        // Where the state was reached before, only what was left out then.
        free = free.filter { !asleep.contains($0) && skipped?.contains($0) != false }
        guard let first = free.first else { return }
        let before = skipped.map(asleep.intersection) ?? asleep
        for (index, process) in free.enumerated().reversed() where index > 0 {
          let others = before.union(free[..<index])
          branches.append(
            Branch(
              moves: made + [Move(process: process, turn: .go)], asleep: asleepBehind(process, others, states)))
        }
        asleep = asleepBehind(first, before, states)
        make([Move(process: first, turn: .go)], processes, &made)
      }
    }

    /// Makes moves that are the same.
    private func make(_ moves: ArraySlice<Move>, _ processes: [DiskProcess], _ made: inout [Move]) {
      guard let move = moves.first else { return }
      processes[move.process].give(move.turn, count: moves.count)
      made += moves
    }

    /// Those of some processes whose next calls have nothing to do with that of another one.
    private func asleepBehind(_ process: Int, _ others: Set<Int>, _ states: [DiskProcess.State]) -> Set<Int> {
      guard let step = states[process].step else { return [] }
      return others.filter { other in
        other != process && states[other].step.map { $0.commutes(with: step) } == true
      }
    }

    private func digest(_ disk: SimulatedDisk) -> Int {
      var hasher = Hasher()
      hasher.combine(disk.state)
      return hasher.finalize()
    }

    /// Each process that waits may end here.
    private mutating func branchToEnds(
      _ states: [DiskProcess.State], _ waiting: [Int], _ state: [Int], _ made: [Move]
    ) {
      if states.filter(\.isDead).count >= dangers.ends { return }
      for process in waiting {
        var next = state
        next[process + 1] = DiskProcess.digest(ofDead: states[process])
        if foreseen.insert(next).inserted && known[next] != [] {
          branches.append(Branch(moves: made + [Move(process: process, turn: .stop)]))
        }
        findings.ends += 1
        if states[process].step?.kind == .write {
          findings.ends += 1
          branches.append(Branch(moves: made + [Move(process: process, turn: .stopHalfway)]))
        }
      }
    }

    /// Takes the power away.
    private mutating func lose(
      _ disk: SimulatedDisk, _ state: [Int], _ states: [DiskProcess.State], _ made: [Move]
    ) throws {
      let said = states.map(\.said)
      var hasher = Hasher()
      hasher.combine(said)
      if !lost.insert([state[0], hasher.finalize()]).inserted { return }
      for loss in dangers.losses {
        for seed in [.lost, .kept].contains(loss) ? 0..<1 : dangers.seeds {
          findings.losses += 1
          let violation: String?
          do { violation = try race.checkLoss(disk.afterPowerLoss(loss, seed: seed), said) } catch {
            violation = "\(error)"
          }
          if let violation {
            throw Fault("power lost, \(loss), seed \(seed): \(violation) \(said) \(text(made, states))")
          }
        }
      }
    }

    private mutating func finish(
      _ disk: SimulatedDisk, _ states: [DiskProcess.State], _ racers: [Racer], _ made: [Move]
    ) {
      findings.outcomes += 1
      if let failure = states.compactMap(\.failure).first {
        findings.violations.append("\(race.name): a process got \(failure): \(text(made, states))")
      }
      let living = racers.indices.filter { !states[$0].isDead }.map { racers[$0] }
      let violation: String?
      do { violation = try race.check(disk, living, states.map(\.said)) } catch { violation = "\(error)" }
      if let violation {
        findings.violations.append("\(race.name): \(violation) \(states.map(\.said)) \(text(made, states))")
      }
    }

    /// The calls that were made, in order.
    private func text(_ made: [Move], _ states: [DiskProcess.State]) -> String {
      var next = states.map { $0.calls.makeIterator() }
      return made.map { move in
        let call = next[move.process].next().map { "\($0.call.kind) \($0.call.path.split(separator: "/").last ?? "")" }
        return "\(move.process): \(move.turn == .go ? call ?? "-" : "\(move.turn)")"
      }.joined(separator: ", ")
    }
  }

  private struct Fault: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }
}

/// Which processes of a race end, and how.
package struct DiskRaceDangers: Sendable {
  /// How many processes may end, at any call.
  package var ends = 1
  /// The losses of power at any call.
  package var losses = [PowerLoss.lost]
  package var seeds: Range<UInt64> = 0..<1

  package init() {}
}

/// What came of all orders of a race.
package struct DiskRaceFindings: Sendable {
  /// How often everything was run.
  package var runs = 0
  /// The states of disk and processes that were reached, and those where all was over.
  package var (states, outcomes) = (0, 0)
  /// How often a process was ended, and the power taken away.
  package var (ends, losses) = (0, 0)
  package var violations: [String] = []
}
