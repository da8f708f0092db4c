import MotionModel
import MotionModelJournal
import MotionModelStorage
import MotionModelStorageTestSupport
import MotionModelTestSupport
import Testing

/// Each call to the disk fails, ends the process, or is left out, and the power goes away after it.
struct JournalCrashTests {
  private static let seeds = TestSeed.current..<TestSeed.current + UInt64(shortened(4))

  /// Opens a new file, adds todos, compacts, adds some more, and closes it.
  private static func scenario(
    _ name: String, _ durability: Durability, _ visibility: CommitVisibility = .whenWritten,
    history: KeptHistory = .none, isEncoded: Bool = false
  ) -> DiskScenario<StorePromise> {
    DiskScenario(name, start: StorePromise(isEncoded: isEncoded)) { disk, promise in
      let store = try StorePromise.open(disk, durability, visibility, history: history, isEncoded: isEncoded)
      for _ in 0..<2 { try promise.add(to: store) }
      try? promise.flush(store)
      try promise.add(to: store)
      try? store.journal?.compact()
      for _ in 0..<2 { try promise.add(to: store) }
      try? promise.flush(store)
      try? store.journal?.close()
    } check: { disk, promise in
      try promise.violation(on: disk)
    }
  }

  /// Adds a todo while the file is being replaced.
  private static let compacting = DiskScenario("compacting", start: StorePromise()) { plan in
    SimulatedDisk(plan) { path in if path.hasSuffix(".saving") { meanwhile.withLock { $0 }?(path) } }
  } run: { disk, promise in
    let store = try StorePromise.open(disk)
    try promise.add(to: store)
    let shared = Monitor(promise)
    // If a second journal is created, the first one has failed, and the records are written while nobody can write.
    let journals = Monitor(0)
    meanwhile.withLock {
      $0 = { path in
        let count = journals.withLock { count in
          if path.contains(".journal-") { count += 1 }
          return count
        }
        if path.contains(".journal-") || count > 1 { return }
        try? shared.withLock { try $0.add(to: store) }
      }
    }
    defer { meanwhile.withLock { $0 = nil } }
    try? store.journal?.compact()
    promise = shared.withLock { $0 }
  } check: { disk, promise in
    try promise.violation(on: disk)
  }

  /// What happens in a flush of a temporary file. Each test has its own.
  @TaskLocal private static var meanwhile = Monitor<(@Sendable (_ path: String) -> Void)?>(nil)

  private static let all = [
    scenario("every commit", .everyCommit), scenario("manual", .manual),
    scenario("durable first", .everyCommit, .whenDurable),
    scenario("history", .everyCommit, history: .everything), scenario("some history", .manual, history: .commits(2)),
    compacting, scenario("encoded", .everyCommit, isEncoded: true),
  ]

  @Test(arguments: all.indices)
  func `a store has each durable commit and no other, at whichever call a process ends`(index: Int) throws {
    let violations = try Self.$meanwhile.withValue(Monitor(nil)) {
      try Self.all[index].violationsAfterCrashes(seeds: Self.seeds)
    }
    #expect(violations == [])
  }

  @Test func `each write, flush, rename and removal is needed`() throws {
    let needless = try Self.$meanwhile.withValue(Monitor(nil)) {
      try Self.compacting.needlessCalls(seeds: 0..<12) { path in
        path.hasSuffix(".saving") ? "temporary file" : String(path.split(separator: "/").last ?? "folder")
      }
    }
    let expected = [
      // Who has the lock.
      "cut shop.motionmodel.lock", "write shop.motionmodel.lock",
      // Without the name of the new journal, the store is not compacted.
      "rename temporary file",
      // That the old journal was flushed, which the new one says too.
      "write shop.motionmodel.journal-0",
      // Whoever opens the store next removes it.
      "remove shop.motionmodel.journal-0",
      // That everything was flushed when the store was closed.
      "write shop.motionmodel.journal-1", "flush shop.motionmodel.journal-1",
    ]
    #expect(needless == expected)
  }

  @Test(arguments: all.indices)
  func `a store has each durable commit and no other, whichever call fails`(index: Int) throws {
    let violations = try Self.$meanwhile.withValue(Monitor(nil)) {
      try Self.all[index].violationsAfterFailures(seeds: Self.seeds.prefix(1))
    }
    #expect(violations == [])
  }
}
