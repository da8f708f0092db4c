import Foundation
import MotionModelStorage
import MotionModelStorageTestSupport
import MotionModelTestSupport
import Synchronization
import Testing

struct LogWriterTests {
  private static func writer(_ disk: SimulatedDisk, _ policy: LogWriter.Policy) throws -> LogWriter {
    LogWriter(try LogFile(creating: LogPromise.path, base: 1, in: disk), policy: policy)
  }

  private static func lockedWriter(_ disk: SimulatedDisk) throws -> LogWriter {
    let lock = try FileLock(of: LogPromise.path, in: disk)
    lock.keepFile()
    return LogWriter(try LogFile(creating: LogPromise.path, base: 1, lock: lock, in: disk), policy: .manual)
  }

  /// Returns what would be left if the power was lost now.
  private static func durable(_ disk: SimulatedDisk) throws -> [[UInt8]] {
    var reader = try LogReader(LogPromise.path, in: disk.afterPowerLoss(.lost, seed: 0))
    var payloads: [[UInt8]] = []
    while let entry = try reader.next() { payloads.append(entry.payload) }
    return payloads
  }

  private static func flushes(_ disk: SimulatedDisk) -> Int {
    disk.log.filter { $0.kind == .flush && $0.path == LogPromise.path }.count
  }

  @Test func `a policy says when an entry is durable`() throws {
    for (policy, count) in [(LogWriter.Policy.everyEntry, 1), (.manual, 0), (.interval(.seconds(3600)), 0)] {
      let disk = SimulatedDisk()
      let writer = try Self.writer(disk, policy)
      let entry = try writer.append([1])
      try entry.confirm()
      #expect(try Self.durable(disk).count == count)
      try entry.waitUntilDurable()
      #expect(try Self.durable(disk) == [[1]])
      #expect(Self.flushes(disk) == 1)
      try entry.waitUntilDurable()
      #expect(Self.flushes(disk) == 1)
      _ = try writer.append([[2], [3]])
      try writer.close()
      #expect(try Self.durable(disk) == [[1], [2], [3]])
    }
  }

  @Test func `an interval flushes by itself, and only when there is something to flush`() throws {
    let disk = SimulatedDisk()
    let writer = try Self.writer(disk, .interval(.milliseconds(1)))
    for number in 1...3 {
      _ = try writer.append([UInt8(number)])
      wait { Self.flushes(disk) == number }
      #expect(try Self.durable(disk).count == number)
    }
    wait(milliseconds: 20)
    #expect(Self.flushes(disk) == 3)
    try writer.close()
  }

  @Test func `threads that wait share a flush`() throws {
    let gate = Gate()
    let disk = SimulatedDisk(onFlush: { _ in gate.pass() })
    let writer = try Self.writer(disk, .everyEntry)
    let before = disk.log.count
    gate.close()
    let isDone = Mutex(0)
    onThreads(9) { thread in
      if thread == 8 {
        // The first flush began before the others had appended.
        wait { disk.log.dropFirst(before).filter { $0.kind == .write }.count == 8 }
        gate.open()
        return
      }
      Sample.ignoringErrors {
        try writer.append([UInt8(thread)]).confirm()
        isDone.withLock { $0 += 1 }
      }
    }
    #expect(isDone.withLock { $0 } == 8)
    #expect((1...2).contains(Self.flushes(disk)))
    #expect(try Set(Self.durable(disk)) == Set((0..<8).map { [UInt8($0)] }))
  }

  @Test func `an entry that is appended during a flush waits for the next one`() throws {
    let gate = Gate()
    let disk = SimulatedDisk(onFlush: { _ in gate.pass() })
    let writer = try Self.writer(disk, .manual)
    let first = try writer.append([1])
    let second = Collector<AppendedEntry>()
    gate.close()
    onThreads(2) { thread in
      Sample.ignoringErrors {
        if thread == 0 { return try first.waitUntilDurable() }
        wait { gate.isWaiting }
        second.add(try writer.append([2]))
        gate.open()
      }
    }
    #expect(try Self.durable(disk) == [[1]])
    #expect(Self.flushes(disk) == 1)
    try second.values[0].waitUntilDurable()
    #expect(try Self.durable(disk) == [[1], [2]])
    #expect(Self.flushes(disk) == 2)
  }

  @Test func `under steady appends there is a flush in an interval, not one after the other`() throws {
    let disk = SimulatedDisk(onFlush: { _ in usleep(500) })
    let writer = try Self.writer(disk, .interval(.milliseconds(40)))
    let start = ContinuousClock.now
    while .now - start < .milliseconds(400) {
      _ = try writer.append([1])
      usleep(50)
    }
    wait { Self.flushes(disk) > 0 }
    let flushes = Self.flushes(disk)
    let intervals = Int((ContinuousClock.now - start) / .milliseconds(40))
    #expect((1...intervals + 1).contains(flushes))
    try writer.close()
  }

  @Test func `a failed append is thrown to the tasks that wait`() async throws {
    let probe = SimulatedDisk()
    _ = try Self.writer(probe, .manual).append([1])
    let gate = Gate()
    let disk = SimulatedDisk(.failing(probe.log.count, .diskFull), onFlush: { _ in gate.pass() })
    let writer = try Self.writer(disk, .manual)
    let error = LogError.disk(DiskError(.write, LogPromise.path, .diskFull))
    let entry = try writer.append([1])
    gate.close()
    let outcome = Collector<LogError>()
    let task = Task {
      do throws(LogError) { try await entry.durable() } catch { outcome.add(error) }
    }
    // The thread flushes for the task, and the entry of somebody else fails meanwhile.
    try await wait { gate.isWaiting }
    #expect(throws: error) { try writer.append([2]) }
    await task.value
    #expect(outcome.values == [error])
    gate.open()
  }

  @Test func `a leader whose flush succeeded returns, though an append failed meanwhile`() throws {
    let probe = SimulatedDisk()
    _ = try Self.writer(probe, .manual).append([1])
    let gate = Gate()
    let disk = SimulatedDisk(.failing(probe.log.count, .diskFull), onFlush: { _ in gate.pass() })
    let writer = try Self.writer(disk, .manual)
    let entry = try writer.append([1])
    let errors = Collector<LogError>()
    gate.close()
    onThreads(2) { thread in
      do throws(LogError) {
        if thread == 0 { return try entry.waitUntilDurable() }
        wait { gate.isWaiting }
        defer { gate.open() }
        _ = try writer.append([2])
      } catch {
        errors.add(error)
      }
    }
    #expect(errors.values == [.disk(DiskError(.write, LogPromise.path, .diskFull))])
    try entry.waitUntilDurable()
    #expect(try Self.durable(disk) == [[1]])
  }

  @Test func `tasks wait without a thread`() async throws {
    let disk = SimulatedDisk()
    let writer = try Self.writer(disk, .manual)
    let entries = try (0..<10).map { try writer.append([UInt8($0)]) }
    try await withThrowingTaskGroup { group in
      for entry in entries { group.addTask { try await entry.durable() } }
      try await group.waitForAll()
    }
    #expect(try Self.durable(disk).count == 10)
    try await entries[3].durable()
    try writer.close()
  }

  @Test func `a failed flush is thrown to all who wait, and to every later call`() async throws {
    let probe = SimulatedDisk()
    _ = try Self.writer(probe, .manual)
    let gate = Gate()
    let disk = SimulatedDisk(.failing(probe.log.count + 2, .other(code: 5)), onFlush: { _ in gate.pass() })
    let writer = try Self.writer(disk, .manual)
    let entries = [try writer.append([0]), try writer.append([1])]
    gate.close()
    let error = LogError.disk(DiskError(.flush, LogPromise.path, .other(code: 5)))
    let errors = Monitor<[LogError]>([])
    let tasks = entries.map { entry in
      Task {
        do throws(LogError) { try await entry.durable() } catch { errors.withLock { $0.append(error) } }
      }
    }
    onThreads(5) { thread in
      if thread == 4 {
        gate.open()
        return
      }
      do throws(LogError) { try entries[thread % 2].waitUntilDurable() } catch {
        errors.withLock { $0.append(error) }
      }
    }
    for task in tasks { await task.value }
    #expect(errors.withLock { $0 } == [LogError](repeating: error, count: 6))
    #expect(throws: error) { try writer.append([2]) }
    #expect(throws: error) { try writer.flush() }
    await #expect(throws: error) { try await entries[0].durable() }
    #expect(throws: error) { try writer.close() }
    #expect(Self.flushes(disk) == 1)
  }

  @Test func `a closed writer refuses entries, and knows what is durable`() async throws {
    let disk = SimulatedDisk()
    let writer = try Self.writer(disk, .interval(.seconds(3600)))
    let entry = try writer.append([1])
    try writer.close()
    try writer.close()
    #expect(throws: LogError.closed(path: LogPromise.path)) { try writer.append([2]) }
    try entry.waitUntilDurable()
    try await entry.durable()
  }

  @Test(arguments: [false, true])
  func `a writer that nobody uses is gone, with its thread`(isClosed: Bool) throws {
    // The thread holds the log, and the log its disk.
    weak var disk: SimulatedDisk?
    do {
      let kept = SimulatedDisk()
      let writer = try Self.writer(kept, .interval(.milliseconds(1)))
      _ = try writer.append([1])
      if isClosed { try writer.close() }
      disk = kept
    }
    wait { disk == nil }
    #expect(disk == nil)
  }

  @Test func `after a failed append, a flush throws the error, though all before is durable`() throws {
    let probe = SimulatedDisk()
    _ = try Self.writer(probe, .manual).append([1])
    let disk = SimulatedDisk(.failing(probe.log.count + 1, .diskFull))
    let writer = try Self.writer(disk, .manual)
    let entry = try writer.append([1])
    try writer.flush()
    let error = LogError.disk(DiskError(.write, LogPromise.path, .diskFull))
    #expect(throws: error) { try writer.append([2]) }
    #expect(throws: error) { try writer.flush() }
    try entry.waitUntilDurable()
    #expect(try Self.durable(disk) == [[1]])
  }

  @Test(arguments: [false, true])
  func `a closed writer lets go of its lock, also after a failure`(fails: Bool) throws {
    let probe = SimulatedDisk()
    _ = try Self.lockedWriter(probe)
    let disk = SimulatedDisk(fails ? .failing(probe.log.count, .diskFull) : DiskPlan())
    let writer = try Self.lockedWriter(disk)
    if fails {
      #expect(throws: LogError.self) { try writer.append([1]) }
      #expect(throws: LogError.disk(DiskError(.write, LogPromise.path, .diskFull))) { try writer.close() }
    } else {
      _ = try writer.append([1])
      try writer.close()
    }
    _ = try FileLock(of: LogPromise.path, in: disk)
    withExtendedLifetime(writer) {}
  }

  @Test func `an entry that is too long is refused, and the log goes on`() throws {
    let disk = SimulatedDisk()
    let writer = try Self.writer(disk, .manual)
    let long = [UInt8](repeating: 0, count: (1 << 30) + 1)
    let error = LogError.tooLong(path: LogPromise.path, length: long.count)
    #expect(throws: error) { try writer.append([[1], long]) }
    #expect(
      error.description
        == "An entry of 1073741825 bytes cannot be written to the log data/todos.log, because the largest has 1073741824 bytes."
    )
    _ = try writer.append([2])
    try writer.flush()
    #expect(try Self.durable(disk) == [[2]])
  }
}

/// Many threads at once, on the system's disk. It runs under the thread sanitizer.
struct LogWriterConcurrencyTests {
  @Test(arguments: [LogWriter.Policy.everyEntry, .interval(.milliseconds(2)), .manual])
  func `entries have the order of their threads, and none is lost`(policy: LogWriter.Policy) async throws {
    let folder = try TemporaryFolder()
    let path = folder("log")
    let writer = LogWriter(try LogFile(creating: path, base: 1, in: DiskFiles()), policy: policy)
    let entries = Collector<AppendedEntry>()
    onThreads(6) { thread in
      Sample.ignoringErrors {
        for number in 0..<50 {
          let entry = try writer.append([[UInt8(thread), UInt8(number)], [UInt8(thread), UInt8(number), 1]])
          try entry.confirm()
          if number % 10 == 0 { try entry.waitUntilDurable() }
          entries.add(entry)
        }
      }
    }
    try await withThrowingTaskGroup { group in
      for entry in entries.values { group.addTask { try await entry.durable() } }
      try await group.waitForAll()
    }
    try writer.close()
    var reader = try LogReader(path, in: DiskFiles())
    var found: [[UInt8]] = []
    while let entry = try reader.next() { found.append(entry.payload) }
    #expect(reader.end == .clean)
    for thread in 0..<6 {
      let own = found.filter { $0[0] == thread }
      #expect(own == (0..<50).flatMap { [[UInt8(thread), $0], [UInt8(thread), $0, 1]] })
    }
    #expect(Set(entries.values.map(\.end)).count == 300)
  }
}

/// Lets threads pass, or makes them wait.
private final class Gate: Sendable {
  private let state = Monitor((isClosed: false, waiting: 0))

  /// Whether somebody waits.
  var isWaiting: Bool { state.withLock { $0.isClosed && $0.waiting > 0 } }

  func close() { state.change { $0.isClosed = true } }
  func open() { state.change { $0.isClosed = false } }

  func pass() {
    state.change { $0.waiting += 1 }
    state.wait { $0.isClosed ? nil : () }
    state.change { $0.waiting -= 1 }
  }
}

private func wait(milliseconds: Int) {
  let end = ContinuousClock.now + .milliseconds(milliseconds)
  wait { .now >= end }
}
