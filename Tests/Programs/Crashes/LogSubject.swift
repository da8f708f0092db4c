import Foundation
import MotionModelStorage

/// A log, and a file that is replaced. The writer prints `e 7` for the entry 7, and `f 7` for the file with the content 7.
enum LogSubject: Subject {
  private static let files = DiskFiles()

  // MARK: - Writing

  static func write(in folder: String) throws {
    let lock = try FileLock(of: Content.log(folder), in: files)
    try files.removeLeftovers(of: Content.file(folder))
    try files.removeLeftovers(of: Content.log(folder))
    let (writer, count) = try open(Content.log(folder))
    var number = count
    while true {
      let batch = number % 5 + 1
      try writer.append((number..<number + batch).map { Content.entry($0) }).confirm()
      number += batch
      say("e \(number - 1)")
      if number % 4 == 0 {
        var replacement = try FileReplacement(of: Content.file(folder), in: files)
        try replacement.write(Content.entry(number))
        try replacement.commit()
        say("f \(number)")
      }
      withExtendedLifetime(lock) {}
    }
  }

  /// Returns the log, and how many entries it has.
  private static func open(_ path: String) throws -> (LogWriter, Int) {
    if try !files.exists(path) {
      return (LogWriter(try LogFile(creating: path, base: 1, in: files), policy: .everyEntry), 0)
    }
    var reader = try LogReader(path, in: files)
    var count = 0
    while try reader.next() != nil { count += 1 }
    return (LogWriter(try LogFile(continuing: reader), policy: .everyEntry), count)
  }

  // MARK: - Checking

  static func check(in folder: String, _ durable: inout Durable) throws -> Finding {
    let file = FileManager.default.contents(atPath: Content.file(folder)).map { Content.number(of: Array($0)) }
    guard let number = file ?? 0, number >= durable.file else {
      throw Violation("The file is \(file as Any), not \(durable).")
    }
    durable.file = number
    guard FileManager.default.fileExists(atPath: Content.log(folder)) else {
      if durable.entries > 0 { throw Violation("The log is gone.") }
      return Finding()
    }
    return try checkLog(Content.log(folder), durable.entries)
  }

  private static func checkLog(_ path: String, _ durable: Int) throws -> Finding {
    var reader = try LogReader(path, in: files)
    var count = 0
    while let entry = try reader.next() {
      guard Content.number(of: entry.payload) == count else { throw Violation("Entry \(count) is another one.") }
      count += 1
    }
    if count < durable { throw Violation("There are \(count) entries of \(durable).") }
    switch reader.end {
    case .clean: return Finding(count: count)
    case .torn: return Finding(count: count, isTorn: true)
    default: throw Violation("The log is damaged: \(reader.end as Any).")
    }
  }
}

/// What the writer writes, which the other process can tell from its number.
private enum Content {
  static func log(_ folder: String) -> String { folder + "/log" }
  static func file(_ folder: String) -> String { folder + "/file" }

  /// Returns the content with a number: mostly short, sometimes long enough to be killed within.
  static func entry(_ number: Int) -> [UInt8] {
    let length = number % 23 == 22 ? 60_000 : 8 + number % 300
    let start = withUnsafeBytes(of: UInt64(number).littleEndian) { Array($0) }
    return start + [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: length)
  }

  /// Returns the number of a content, or nil if it is not one.
  static func number(of content: [UInt8]) -> Int? {
    guard content.count >= 8 else { return nil }
    let number = content[..<8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard number < 1 << 40, content == entry(Int(number)) else { return nil }
    return Int(number)
  }
}
