import Foundation
import MotionModel
import MotionModelStorage
import MotionModelStorageTestSupport
import MotionModelTestSupport
import Testing

@testable import MotionModelJournal

/// Processes that share a store, in every order of their calls to the disk. Each may end at each call, and the power may
/// go away then.
///
/// `MOTIONMODEL_LONG=1` adds the larger programs, and more losses of power.
struct SharedRaceTests {
  static let isLong = ProcessInfo.processInfo.environment["MOTIONMODEL_LONG"] != nil

  private static let counting = race("two that count", [.count], [.count])
  private static let reading = race("one that reads", [.refresh], [.count])
  private static let suspending = race("one that suspends", [.count, .suspend, .count], [.count])
  private static let compacting = race("a commit beside one that compacts", [.count], [.compact])
  private static let creating = race("two that open a new file", [.open, .add("a")], [.open], isNew: true)
  private static let flushing = race(
    "a flush beside one that compacts", [.count, .flush], [.compact], durability: .manual)

  private static let long = [
    flushing,
    race("two that want one value", [.add("a")], [.add("a")]),
    race("three that count", [.count], [.count], [.count]),
    race("two that compact", [.compact, .count], [.compact]),
    race("one that opens", [.open, .count], [.count]),
    race("one that opens while another compacts", [.open], [.compact]),
    race("two that open", [.open, .count], [.open]),
    race("one that closes", [.count, .close], [.open, .count]),
    race("one that suspends while another opens", [.open, .suspend, .count], [.open, .count]),
    race("one that suspends while another compacts", [.count, .suspend, .count], [.compact]),
  ]

  static let races = [counting, reading, suspending, compacting, creating] + (isLong ? long : [])

  @Test(arguments: races.indices)
  func `processes agree, and each commit that has returned is there once, in every order`(index: Int) {
    let race = Self.races[index]
    var dangers = DiskRaceDangers()
    dangers.losses = Self.isLong || Allocations.areOptimised ? PowerLoss.allCases : [.lost, .reordered]
    dangers.seeds = Self.isLong ? 0..<3 : 0..<1
    let start = ContinuousClock.now
    let findings = race.run(dangers)
    print("\(race.name): \(findings.summary), \(ContinuousClock.now - start)")
    #expect(findings.violations == [])
  }

  // MARK: - What is needed

  @Test func `each lock, look, write and flush of a commit is needed`() throws {
    let needless = try Self.counting.needlessCalls(of: 0) { _ in true }.map(\.description)
    // The first look only spares a second try. Whether the journal is in its place matters when other programs remove it.
    #expect(needless == ["measure shop.motionmodel.journal-0", "place shop.motionmodel.journal-0"])
  }

  @Test func `a half commit is cut off, and a refresh looks`() {
    #expect(!Self.counting.run(ignoring: { $1.call.kind == .cut }, enough: 1).violations.isEmpty)
    #expect(!Self.reading.run(ignoring: { $0 == 0 && $1.call.kind == .measure }, enough: 1).violations.isEmpty)
  }

  /// Otherwise sectors of it are between those of the next one, when the power goes.
  @Test func `the cut of half a commit is flushed before the next one`() {
    let race = Self.race("two that do not flush", [.count, .count], [.count], durability: .manual)
    var dangers = DiskRaceDangers()
    (dangers.losses, dangers.seeds) = ([.reordered], 0..<8)
    #expect(race.run(dangers).violations == [])
    let violations = race.run(dangers, ignoring: { $1.call.kind == .flush }, enough: 1).violations
    #expect(violations.first?.contains("is damaged at byte") == true)
  }

  @Test(.enabled(if: isLong)) func `each lock, write, flush and renaming of one that compacts is needed`() throws {
    let kinds: Set<DiskCall.Kind> = [.lock, .write, .flush, .flushFolder, .rename, .remove]
    let needless = try Self.compacting.needlessCalls(of: 1) { kinds.contains($0.call.kind) }
    let both = try Self.flushing.needlessCalls(of: 1) { needless.contains($0) }
    let expected = [
      // One flush covers what the other one is for.
      "flush shop.motionmodel.journal-0", "flush shop.motionmodel.journal-0, 2",
      // Nobody else knows it yet.
      "lock temporary file",
      // Here, a loss of power takes all names that were not flushed, not some of them.
      "flushFolder data", "flushFolder data, 2", "flushFolder data, 3",
      // Nobody else compacts.
      "lock shop.motionmodel.journal-1",
      // Whoever compacts next removes it.
      "remove shop.motionmodel.journal-0",
    ]
    let found = both.map { $0.call.path.hasSuffix(".saving") ? "\($0.call.kind) temporary file" : "\($0)" }
    #expect(Set(found) == Set(expected))
  }

  private static func race(
    _ name: String, _ programs: [Act]..., durability: Durability = .everyCommit, isNew: Bool = false
  ) -> DiskRace<Racer> {
    DiskRace(name, count: programs.count, base: isNew ? SimulatedDisk() : Racer.base) { disk, number in
      try Racer(number, programs[number], disk, durability)
    } check: { disk, living, said in
      try Racer.violation(on: disk, living, Promises(said, isNew: isNew))
    } checkLoss: { disk, said in
      let store = try Racer.open(disk, "fresh")
      // What a process has seen of another one need not be on the disk.
      return Promises(said, isDurable: durability == .everyCommit, isNew: isNew).violation(in: store, kept: ["added"])
    }
  }
}

/// What a process does with a shared store.
enum Act: Hashable {
  case open, count, refresh, compact, flush, suspend, close
  /// Adds a badge with a unique code.
  case add(String)
}

/// A process that shares a store.
final class Racer: DiskRacer {
  private let number: Int
  private let acts: [Act]
  private let durability: Durability
  private let disk: SimulatedDisk
  private let store = Monitor<Store?>(nil)
  /// The lock of a further process, which does nothing: so nobody is alone.
  private let other: (any OpenFile)?

  /// A file with one record.
  static let base: SimulatedDisk = {
    let disk = SimulatedDisk()
    do {
      let store = try open(disk, "first")
      try store.table(Badge.self).create { $0.code = "sum" }
      try store.journal?.close()
    } catch { Issue.record(error) }
    return disk
  }()

  init(_ number: Int, _ acts: [Act], _ disk: SimulatedDisk, _ durability: Durability) throws {
    (self.number, self.acts, self.disk, self.durability) = (number, acts, disk, durability)
    other = try acts.first == .open ? nil : disk.open(StorePromise.path + ".lock", .writingOrCreating)
    if try other?.takeLock(isShared: true) == true { try open() }
  }

  static func open(
    _ disk: SimulatedDisk, _ process: String, _ durability: Durability = .everyCommit
  ) throws -> Store {
    try Store(
      sharing: URL(filePath: StorePromise.path), in: disk, models: [Badge.self], durability: durability,
      compaction: .manual, process: process, clock: { Date(timeIntervalSince1970: 0) })
  }

  private func open() throws {
    let opened = try Self.open(disk, "\(number)", durability)
    store.withLock { $0 = opened }
  }

  func drop() {
    // Without a warning that commits may be missing.
    try? store.withLock { $0.take() }?.journal?.close()
  }

  func run(_ say: (String) -> Void, heard: () -> [String]) throws {
    for act in acts {
      // Who looks sees what had returned before.
      let known = act == .open || act == .refresh ? heard().filter { $0 == "count" }.count : 0
      say("knows \(known)")
      if act == .open { try open() }
      guard let store = store.withLock({ $0 }) else { return }
      try run(act, store, say)
      let sum = store.table(Badge.self).where(\.code).eq("sum").first?.count ?? 0
      if sum < known { throw Late(description: "It sees \(sum) of \(known) behind \(act)") }
    }
  }

  private struct Late: Error, CustomStringConvertible { let description: String }

  private func run(_ act: Act, _ store: Store, _ say: (String) -> Void) throws {
    switch act {
    case .open: break
    case .count:
      say("try count")
      try store.table(Badge.self).where(\.code).eq("sum").updateAll { $0.count += 1 }
      say("count")
    case .add(let code):
      say("try \(code)")
      do { try store.table(Badge.self).create { $0.code = code } } catch StoreError.notUnique {
        return say("refused \(code)")
      }
      say("added \(code)")
    case .refresh: try store.journal?.refresh()
    case .compact: try store.journal?.compact()
    case .flush:
      try store.journal?.flush()
      say("flushed")
    case .suspend: try store.journal?.suspend()
    case .close:
      self.store.withLock { $0 = nil }
      try store.journal?.close()
    }
  }

  /// Returns what is wrong when all are over.
  static func violation(on disk: SimulatedDisk, _ living: [Racer], _ promises: Promises) throws -> String? {
    let fresh = try open(disk, "fresh")
    let stores = living.compactMap { racer in racer.store.withLock { $0 } }
    for store in stores { try store.journal?.refresh() }
    let texts = try Set((stores + [fresh]).map { try $0.sortedString() })
    if texts.count > 1 { return "They do not agree: \(texts)" }
    let counts = (stores + [fresh]).map(\.commitCount)
    if Set(counts).count > 1 { return "They have \(counts) commits." }
    return promises.violation(in: fresh)
  }
}

/// What processes have said.
struct Promises {
  private let said: [String]
  private let isNew: Bool

  /// - Parameter isDurable: Whether what was said counts at once, and not only behind a flush.
  init(_ said: [[String]], isDurable: Bool = true, isNew: Bool) {
    self.isNew = isNew
    self.said = said.flatMap { said in
      let end = isDurable ? said.count : said.lastIndex(of: "flushed") ?? 0
      return said.enumerated().filter { $0 < end || $1.hasPrefix("try ") }.map(\.element)
    }
  }

  private func all(_ start: String) -> [String] {
    said.filter { $0.hasPrefix(start + " ") }.map { String($0.dropFirst(start.count + 1)) }
  }

  func violation(in store: Store, kept: [String] = ["added", "refused"]) -> String? {
    let badges = store.table(Badge.self).all
    let codes = badges.map(\.code).filter { $0 != "sum" }
    if Set(codes).count != codes.count { return "A value is there twice: \(codes)" }
    if Set(badges.map(\.id)).count != badges.count { return "An id is there twice." }
    if let lost = kept.flatMap(all).first(where: { !codes.contains($0) }) { return "\(lost) is gone." }
    if let strange = codes.first(where: { !all("try").contains($0) }) { return "Nobody has added \(strange)." }
    let counts = said.filter { $0 == "count" }.count...said.filter { $0 == "try count" }.count
    let sum = badges.first { $0.code == "sum" }?.count
    if isNew && sum == nil { return nil }
    return sum.map(counts.contains) == true ? nil : "The sum is \(sum.map(String.init) ?? "gone"), of \(counts)."
  }
}

extension DiskRaceFindings {
  fileprivate var summary: String {
    "\(runs) runs, \(states) states, \(outcomes) outcomes, \(ends) ends, \(losses) losses of power"
  }
}
