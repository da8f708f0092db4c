import MotionModelStorage
import MotionModelTestSupport

/// What a process does with a disk, and what has to be true afterwards, whatever goes wrong.
///
/// The process notes in a `Promise` what it was promised, such as the entries that are durable.
package struct DiskScenario<Promise: Hashable & Sendable>: Sendable {
  package let name: String
  private let start: Promise
  private let prepare: @Sendable (DiskPlan) -> SimulatedDisk
  private let run: @Sendable (SimulatedDisk, inout Promise) throws -> Void
  private let check: @Sendable (SimulatedDisk, Promise) throws -> String?
  /// What was wrong with states that were looked at before.
  private let known = Monitor<[Known: String?]>([:])

  /// What a process left on a disk, and what it was promised. Many ends leave the same.
  private struct Known: Hashable, Sendable {
    let disk: SimulatedDisk.State
    let promise: Promise
  }

  /// - Parameters:
  ///   - prepare: Makes the disk that the process finds.
  ///   - run: What the process does.
  ///   - check: What the next process does. It returns what is wrong.
  package init(
    _ name: String, start: Promise, prepare: @escaping @Sendable (DiskPlan) -> SimulatedDisk = { SimulatedDisk($0) },
    run: @escaping @Sendable (SimulatedDisk, inout Promise) throws -> Void,
    check: @escaping @Sendable (SimulatedDisk, Promise) throws -> String?
  ) {
    (self.name, self.start, self.prepare, self.run, self.check) = (name, start, prepare, run, check)
  }

  /// Returns the calls that the process makes when nothing goes wrong.
  package func calls() throws -> [DiskCall] {
    let disk = prepare(DiskPlan())
    var promise = start
    try run(disk, &promise)
    return disk.log
  }

  /// Ends the process before and after each call, takes the power away in every way, and checks what is left.
  ///
  /// - Parameters:
  ///   - ignored: A call that does nothing, as if its line were missing.
  ///   - enough: How many violations to find.
  package func violationsAfterCrashes(
    ignoring ignored: Int? = nil, seeds: Range<UInt64>, enough: Int = 10
  ) throws -> [String] {
    var violations: [String] = []
    for call in try 0...calls().count {
      for isBefore in [true, false] {
        var plan = DiskPlan()
        plan.ignored = ignored
        if isBefore { plan.stopsBefore = call } else { plan.stopsAfter = call }
        violations += violationsOfEnds(plan, seeds: seeds, "stopped \(isBefore ? "before" : "after") call \(call)")
        if violations.count >= enough { return violations }
      }
    }
    return violations
  }

  /// Fails each call with each reason, alone and with all that follow, and checks what is left.
  package func violationsAfterFailures(seeds: Range<UInt64>, enough: Int = 10) throws -> [String] {
    var violations: [String] = []
    for (number, call) in try calls().enumerated() {
      let reasons = [DiskError.Reason.diskFull, .readOnly, .notPermitted, .other(code: 5)]
      // Without optimisation each call fails for one of them.
      for reason in Allocations.areOptimised ? reasons : [reasons[number % reasons.count]] {
        for forever in [false, true] {
          for short in call.kind == .write ? [0, 1, 30, nil] : [nil] {
            let plan = DiskPlan.failing(number, reason, shortWrite: short, forever: forever)
            violations += violationsOfEnds(plan, seeds: seeds, "call \(number) failed, \(reason), forever: \(forever)")
            if violations.count >= enough { return violations }
          }
        }
      }
    }
    return violations
  }

  /// Returns the writes, flushes, renames, cuts and removals without which nothing is found to be wrong, as if their
  /// lines were missing.
  package func needlessCalls(seeds: Range<UInt64>, name: (String) -> String = { $0 }) throws -> [String] {
    let kinds: Set<DiskCall.Kind> = [.write, .flush, .flushFolder, .rename, .link, .cut, .remove]
    var needless: [String] = []
    for (number, call) in try calls().enumerated() where kinds.contains(call.kind) {
      if try violationsAfterCrashes(ignoring: number, seeds: seeds, enough: 1).isEmpty {
        needless.append("\(call.kind) \(name(call.path))")
      }
    }
    return needless
  }

  /// Runs the process with a plan, and returns what is wrong on the disk afterwards, in every way in which it may end.
  private func violationsOfEnds(_ plan: DiskPlan, seeds: Range<UInt64>, _ what: String) -> [String] {
    let disk = prepare(plan)
    var promise = start
    var violations: [String] = []
    // The same random bits in each run, so that runs with the same calls leave the same.
    let random = Monitor(SplitMix64(seed: 0))
    Randomness.$source.withValue(Randomness.Source { random.withLock { $0.next() } }) {
      do { try run(disk, &promise) } catch  where plan.failure == nil && !disk.hasStopped {
        violations.append("\(name), \(what): nothing failed, and the process got \(error)")
      } catch {}
    }
    func look(_ left: SimulatedDisk, _ end: String) {
      if let violation = violation(left, promise) { violations.append("\(name), \(what), \(end): \(violation)") }
    }
    look(disk.afterProcessEnd(), "process ended")
    for loss in PowerLoss.allCases {
      // The first two have nothing to choose.
      for seed in [.lost, .kept].contains(loss) ? seeds.prefix(1) : seeds {
        look(disk.afterPowerLoss(loss, seed: seed), "power lost, \(loss), seed \(seed)")
      }
    }
    return violations
  }

  /// Returns what is wrong on a disk, which is found once for each state of it.
  private func violation(_ disk: SimulatedDisk, _ promise: Promise) -> String? {
    let state = Known(disk: disk.state, promise: promise)
    if let known = known.withLock({ $0[state] }) { return known }
    let violation: String?
    do { violation = try check(disk, promise) } catch { violation = "\(error)" }
    known.withLock { $0[state] = violation }
    return violation
  }
}
