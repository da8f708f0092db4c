import MotionModelStorage
import MotionModelStorageTestSupport

/// What processes do with logs, for the tests that make everything go wrong.
enum LogScenarios {
  private static let path = LogPromise.path
  private static func payload(_ number: Int) -> [UInt8] { LogPromise.payload(number) }

  static let all = [appending, sharing, closing, cutting, recovering, goingOn, inheriting, forgetting, finding]

  private static func scenario(
    _ name: String, start: LogPromise = LogPromise(),
    prepare: @escaping @Sendable (DiskPlan) -> SimulatedDisk = { SimulatedDisk($0) },
    run: @escaping @Sendable (SimulatedDisk, inout LogPromise) throws -> Void,
    check: @escaping @Sendable (SimulatedDisk, LogPromise) throws -> String? = { _, _ in nil }
  ) -> DiskScenario<LogPromise> {
    DiskScenario(name, start: start, prepare: prepare, run: run) { disk, promise in
      try check(disk, promise) ?? promise.violation(on: disk)
    }
  }

  /// Creates a log, and appends batches that are flushed or not.
  static let appending = scenario("appending") { disk, promise in
    var log = try LogFile(creating: path, base: 7, in: disk)
    promise.isCreated = true
    for batch in 0..<4 {
      try promise.append((0...batch).map { payload(batch * 4 + $0) }, to: &log)
      if batch != 2 { try promise.flush(&log) }
    }
  }

  /// The same with a writer, which waits for each entry.
  static let sharing = scenario("sharing") { disk, promise in
    let writer = LogWriter(try LogFile(creating: path, base: 7, in: disk), policy: .everyEntry)
    promise.isCreated = true
    for number in 0..<3 {
      promise.appended.append(payload(number))
      try writer.append(payload(number)).confirm()
      promise.durable += 1
    }
  }

  /// Creates a log under a lock, and closes it.
  static let closing = scenario("closing") { disk, promise in
    let lock = try FileLock(of: path, in: disk)
    lock.keepFile()
    var log = try LogFile(creating: path, base: 7, lock: lock, in: disk)
    promise.isCreated = true
    try promise.append([payload(3)], to: &log)
    try log.close()
    promise.durable = 1
  }

  /// Opens a log with damage in its middle, of which only the beginning can stay.
  static let recovering = scenario(
    "recovering", start: LogPromise(appended: (0..<2).map(payload), durable: 2, isCreated: true, recovers: true),
    prepare: { plan in Sample.disk(damaged, plan) },
    run: { disk, promise in
      try disk.removeLeftovers(of: path)
      var log = try promise.open(disk)
      try promise.append([payload(5)], to: &log)
      try promise.flush(&log)
    },
    check: { disk, _ in
      if try disk.exists(path) { try disk.removeLeftovers(of: path) }
      if disk.allNames(in: "data").contains(where: { $0.hasSuffix(".saving") }) { return "There are leftovers." }
      return try lostTail(disk, of: damaged, after: 2)
    }
  )

  /// Opens a log that ends with half an entry.
  static let cutting = scenario(
    "cutting", start: LogPromise(appended: (0..<3).map(payload), durable: 3, isCreated: true),
    prepare: { plan in Sample.disk(torn, plan) },
    run: { disk, promise in
      var log = try promise.open(disk)
      try promise.append([payload(4)], to: &log)
      try promise.flush(&log)
    },
    check: { disk, promise in promise.losesTail ? nil : try lostTail(disk, of: torn, after: 3) }
  )

  /// Opens a log in which an unwritten entry is before a written one, and appends an entry with the size of the first.
  /// The written one must not come back behind it.
  static let goingOn = scenario(
    "going on", start: LogPromise(appended: (0..<2).map(payload), durable: 2, isCreated: true),
    prepare: { plan in Sample.disk(gap, plan) },
    run: { disk, promise in
      var log = try promise.open(disk)
      try promise.append([Array(repeating: 9, count: 152)], to: &log)
      try promise.flush(&log)
    })

  /// Opens a log after a process that did not flush what it appended.
  static let inheriting = scenario(
    "inheriting", start: LogPromise(appended: (0..<5).map(payload), durable: 2, isCreated: true),
    prepare: { plan in abandoned(after: DiskPlan()) { _ in }.afterProcessEnd(plan) },
    run: { disk, promise in _ = try promise.open(disk) })

  /// Opens a log after a process whose last flush failed. A second flush would change nothing.
  static let forgetting = scenario(
    "forgetting", start: LogPromise(appended: (0..<5).map(payload), durable: 2, isCreated: true),
    prepare: { plan in
      let flush = abandoned(after: DiskPlan()) { try $0.flush() }.log.lastIndex { $0.kind == .flush } ?? 0
      return abandoned(after: .failing(flush, .other(code: 5))) { try $0.flush() }.afterProcessEnd(plan)
    },
    run: { disk, promise in _ = try promise.open(disk) })

  /// Returns the disk of a process that appended entries behind two durable ones.
  private static func abandoned(after plan: DiskPlan, _ end: (inout LogFile) throws -> Void) -> SimulatedDisk {
    let disk = SimulatedDisk(plan)
    Sample.ignoringErrors {
      var log = try LogFile(creating: path, base: 7, in: disk)
      try log.append((0..<2).map(payload))
      try log.flush()
      try log.append((2..<5).map(payload))
      try end(&log)
    }
    return disk
  }

  /// Opens a log after a process that ended when it had created it.
  static let finding = scenario(
    "finding",
    prepare: { plan in
      var last = DiskPlan()
      last.stopsAfter = Sample.callsOfCreation.lastIndex { $0.kind == .rename }
      let disk = SimulatedDisk(last)
      Sample.ignoringErrors { _ = try LogFile(creating: path, base: 7, in: disk) }
      return disk.afterProcessEnd(plan)
    },
    run: { disk, promise in
      var log = try promise.open(disk)
      try promise.append([payload(1)], to: &log)
      try promise.flush(&log)
    })

  // MARK: - Damaged logs

  /// Three entries and 20 bytes of a fourth.
  private static let torn = Sample.log((0..<4).map(payload), flushed: 3) { bytes, positions in
    Array(bytes.prefix(positions[3] + 20 + 32))
  }

  /// Two entries, one with a changed byte, and one that proves that all were flushed.
  private static let damaged = Sample.log((0..<4).map(payload), flushed: 3) { bytes, positions in
    var bytes = bytes
    bytes[positions[2] + 8] ^= 1
    return bytes
  }

  /// Two durable entries, one that is zeros, and one behind it, which begins in the next sector.
  private static let gap = {
    let entries = [payload(0), payload(1), Array(repeating: 8, count: 152), payload(4)]
    return Sample.log(entries, flushed: 2) { bytes, positions in
      precondition(positions[3] == 1024)
      return bytes[..<positions[2]] + Array(repeating: 0, count: 1024 - positions[2]) + bytes[1024...]
    }
  }()

  /// Returns what is wrong if the end of a log was cut off behind some entries, and no file holds it.
  private static func lostTail(_ disk: SimulatedDisk, of log: [UInt8], after entries: Int) throws -> String? {
    guard let content = disk.content(of: path), !content.starts(with: log) else { return nil }
    let position = Sample.end(of: (0..<entries).map(payload))
    return disk.content(of: "\(path).cut-\(position)") == Array(log[position...]) ? nil : "What was cut off is gone."
  }
}

/// Logs as bytes.
enum Sample {
  /// Returns the bytes of a log, of whose entries the first were flushed before the others were written.
  static func log(
    _ payloads: [[UInt8]], flushed: Int = 0,
    change: (_ bytes: [UInt8], _ positions: [Int]) -> [UInt8] = { bytes, _ in bytes }
  ) -> [UInt8] {
    let disk = SimulatedDisk()
    ignoringErrors {
      var log = try LogFile(creating: LogPromise.path, base: 7, in: disk)
      if flushed > 0 {
        try log.append(Array(payloads.prefix(flushed)))
        try log.flush()
      }
      try log.append(Array(payloads.dropFirst(flushed)))
    }
    return change(disk.content(of: LogPromise.path) ?? [], payloads.indices.map { end(of: Array(payloads[..<$0])) })
  }

  /// Returns where a log with these entries ends.
  static func end(of payloads: [[UInt8]]) -> Int {
    payloads.reduce(64) { $0 + 32 + ($1.count + 7) / 8 * 8 }
  }

  static func disk(_ log: [UInt8], _ plan: DiskPlan = DiskPlan()) -> SimulatedDisk {
    let disk = SimulatedDisk(plan)
    disk.put(log, at: LogPromise.path)
    return disk
  }

  static let callsOfCreation = {
    let disk = SimulatedDisk()
    ignoringErrors { _ = try LogFile(creating: LogPromise.path, base: 7, in: disk) }
    return disk.log
  }()

  /// Prepares something that cannot fail, or whose failure is meant.
  static func ignoringErrors(_ body: () throws -> Void) { try? body() }
}

/// What processes do with files that they replace.
enum FileScenarios {
  static let path = "data/todos.json"
  static let contents: [[UInt8]?] = [nil, Array(repeating: 1, count: 1300), Array(repeating: 2, count: 600), [3]]

  /// The numbers of the contents that are durable, and that may be.
  struct Promise: Hashable {
    var durable = 0
    var tried = 0
  }

  /// Creates a file and replaces it twice.
  static let replacing = DiskScenario(
    "replacing", start: Promise(),
    run: { disk, promise in
      for (number, content) in contents.enumerated().dropFirst() {
        promise.tried = number
        var replacement = try FileReplacement(of: path, in: disk)
        for byte in content ?? [] { try replacement.write([byte]) }
        try replacement.commit()
        promise.durable = number
      }
    },
    check: { disk, promise in
      guard let found = contents.firstIndex(of: disk.content(of: path)) else {
        return "The file is neither old nor new."
      }
      if !(promise.durable...promise.tried).contains(found) { return "The file is number \(found) of \(promise)." }
      try disk.removeLeftovers(of: path)
      return disk.allNames(in: "data").allSatisfy { $0 == "todos.json" } ? nil : "There are leftovers."
    })
}
