import Foundation
import MotionModelStorage

/// The process that is killed. It goes on where the last one ended, and prints what is durable: `e 7` for the entry 7,
/// `f 7` for the file with the content 7.
struct Writer {
  let folder: String
  private let files = DiskFiles()

  func run() throws {
    let lock = try FileLock(of: Content.log(folder), in: files)
    try files.removeLeftovers(of: Content.file(folder))
    try files.removeLeftovers(of: Content.log(folder))
    let (writer, count) = try open()
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

  /// Prints a line at once: what stays in a buffer is lost with the process.
  private func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

  /// Returns the log, and how many entries it has.
  private func open() throws -> (LogWriter, Int) {
    let path = Content.log(folder)
    if try !files.exists(path) {
      return (LogWriter(try LogFile(creating: path, base: 1, in: files), policy: .everyEntry), 0)
    }
    var reader = try LogReader(path, in: files)
    var count = 0
    while try reader.next() != nil { count += 1 }
    return (LogWriter(try LogFile(continuing: reader), policy: .everyEntry), count)
  }
}

/// What the writer writes, which the other process can tell from its number.
enum Content {
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
