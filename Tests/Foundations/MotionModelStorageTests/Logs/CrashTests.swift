import MotionModelStorage
import MotionModelStorageTestSupport
import MotionModelTestSupport
import Testing

/// Each call to the disk fails, ends the process, or is left out, and the power goes away after it.
struct CrashTests {
  /// New in each run, so that time finds what one run does not.
  private static let seeds = TestSeed.current..<TestSeed.current + 6

  @Test(arguments: LogScenarios.all.indices)
  func `a log has each durable entry and no other, at whichever call a process ends`(index: Int) throws {
    #expect(try LogScenarios.all[index].violationsAfterCrashes(seeds: Self.seeds) == [])
  }

  @Test(arguments: LogScenarios.all.indices)
  func `a log has each durable entry and no other, whichever call fails`(index: Int) throws {
    #expect(try LogScenarios.all[index].violationsAfterFailures(seeds: Self.seeds.prefix(2)) == [])
  }

  @Test func `a replaced file is the old or the new one, at whichever call a process ends`() throws {
    #expect(try FileScenarios.replacing.violationsAfterCrashes(seeds: Self.seeds) == [])
  }

  @Test func `a replaced file is the old or the new one, whichever call fails`() throws {
    #expect(try FileScenarios.replacing.violationsAfterFailures(seeds: Self.seeds.prefix(2)) == [])
  }

  @Test func `a scenario makes the calls that it is meant to test`() throws {
    let kinds = try Set(LogScenarios.all.flatMap { try $0.calls().map(\.kind) })
    let expected: Set<DiskCall.Kind> = [
      .open, .measure, .read, .write, .flush, .setPermissions, .rename, .openFolder, .flushFolder, .cut, .lock, .list,
    ]
    #expect(kinds == expected)
  }

  // MARK: - The test of the tests

  @Test func `each write, flush and rename of a replacement is needed`() throws {
    #expect(try Self.needless(FileScenarios.replacing) == [])
  }

  /// What one scenario does not need is needed by another, so each line that makes something durable is.
  @Test(arguments: LogScenarios.all.indices)
  func `each write, flush, rename and cut of a log is needed`(index: Int) throws {
    let scenario = LogScenarios.all[index]
    let needless = try Self.needless(scenario)
    #expect(needless == Self.needlessCalls[scenario.name] ?? [], "in \(scenario.name)")
  }

  /// What a scenario does not need.
  private static let needlessCalls: [String: [String]] = [
    // Who has the lock, and that everything was flushed.
    "closing": ["cut data/todos.log.lock", "write data/todos.log.lock", "write log", "flush log"],
    // As in the next one.
    "recovering": ["write log", "cut log", "flush log", "flushFolder data"],
    // The entries were flushed, the next entry covers what was cut, and its flush includes the cut.
    "cutting": ["write log", "cut log", "flush log", "flushFolder data"],
    // The same, and nothing looks at the copy.
    "going on": [
      "write log", "write temporary file", "flush temporary file", "rename temporary file", "flushFolder data",
      "flushFolder data",
    ],
    // The flush before did not fail, and the name of the log was flushed.
    "inheriting": ["write log", "flushFolder data"],
    "forgetting": ["flushFolder data"],
    // There are no entries.
    "finding": ["flush log"],
  ]

  private static func needless<Promise>(_ scenario: DiskScenario<Promise>) throws -> [String] {
    try scenario.needlessCalls(seeds: 0..<30, name: name)
  }

  private static func name(of path: String) -> String {
    path.hasSuffix(".saving") ? "temporary file" : path == LogPromise.path ? "log" : path
  }
}
