import MotionModelStorage
import MotionModelStorageTestSupport

/// What the process of a scenario was promised about a log.
struct LogPromise: Hashable {
  static let path = "data/todos.log"

  /// What it appended, or tried to, in order.
  var appended: [[UInt8]] = []
  /// How many of these are durable, so they have to be there.
  var durable = 0
  /// Whether the log was created, so it has to be there.
  var isCreated = false
  /// Whether the log is damaged, and continued all the same.
  var recovers = false
  /// Whether a torn end was cut off that the disk had no room for.
  var losesTail = false

  /// Appends entries and notes it.
  mutating func append(_ payloads: [[UInt8]], to log: inout LogFile) throws {
    appended += payloads
    try log.append(payloads)
  }

  mutating func flush(_ log: inout LogFile) throws {
    try log.flush()
    durable = appended.count
  }

  /// Reads a log, continues it, and notes what is durable then.
  mutating func open(_ disk: SimulatedDisk) throws -> LogFile {
    var reader = try LogReader(Self.path, in: disk)
    var found: [[UInt8]] = []
    while let entry = try reader.next() { found.append(entry.payload) }
    let log = try LogFile(continuing: reader, recovering: recovers)
    (appended, durable, isCreated) = (found, found.count, true)
    if let repair = log.repair { losesTail = repair.copy == nil }
    return log
  }

  /// Opens the log after a crash, goes on, loses the power again, and returns what is wrong.
  func violation(on disk: SimulatedDisk) throws -> String? {
    if try !disk.exists(Self.path) { return isCreated ? "The log is gone." : nil }
    var next = LogPromise(recovers: recovers)
    var log = try next.open(disk)
    if next.appended.count < durable { return "Of \(durable) durable entries there are \(next.appended.count)." }
    if next.appended != Array(appended.prefix(next.appended.count)) {
      return "There are entries that were not appended."
    }
    try next.append([Self.payload(99)], to: &log)
    try next.flush(&log)
    var last = LogPromise()
    _ = try last.open(disk.afterPowerLoss(.lost, seed: 0))
    return last.appended == next.appended ? nil : "What the next process found is gone after it."
  }

  /// Returns a payload with a length that depends on its number: some take several sectors.
  static func payload(_ number: Int) -> [UInt8] { payloads[number] }

  // Made once: the scenarios ask for them a hundred thousand times.
  private static let payloads = (0..<100).map { number in
    let length = [5, 700, 0, 1500, 40, 512, 1][number % 7]
    return (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ number &* 7) | 1 }
  }
}
