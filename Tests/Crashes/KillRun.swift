#if os(macOS) || os(Linux)  // where processes can be started
  import Foundation
  import MotionModelStorage
  import MotionModelTestSupport

  /// Starts writers, kills each at a random moment, and checks what it leaves.
  struct KillRun {
    private let seed: UInt64
    private let folder: String
    private var random: SplitMix64
    /// What the writers of the log at hand have said to be durable: how many entries, and the number of the file.
    private var durable = (entries: 0, file: 0)

    init(seed: UInt64) throws {
      self.seed = seed
      random = SplitMix64(seed: seed)
      folder = FileManager.default.temporaryDirectory.appending(path: "MotionModelCrashes-\(UUID())")
        .path(percentEncoded: false)
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    mutating func run(count: Int) throws {
      print("seed \(seed), folder \(folder)")
      var torn = 0
      var entries = 0
      for number in 1...max(1, count) {
        try startAndKill()
        let (found, end) = try check()
        if end != .clean { torn += 1 }
        if number % 500 == 0 { print("\(number) killed") }
        if found > 2000 {
          entries += found
          try startOver()
        } else if number == count {
          entries += found
        }
      }
      try FileManager.default.removeItem(atPath: folder)
      print("\(count) writers killed, \(entries) entries, \(torn) torn ends, nothing lost.")
    }

    /// Starts a writer, kills it, and notes what it said.
    private mutating func startAndKill() throws {
      let writer = Process()
      let pipe = Pipe()
      writer.executableURL = URL(filePath: CommandLine.arguments[0])
      writer.arguments = ["write", folder]
      writer.standardOutput = pipe
      try writer.run()
      // Some are killed before they say anything, some while they open the log, most while they write.
      let reader = pipe.fileHandleForReading
      var said = random.chance(80) ? try reader.read(upToCount: random.number(1...120)) ?? Data() : Data()
      usleep(UInt32(random.number(0...3000)))
      kill(writer.processIdentifier, SIGKILL)
      said += try reader.readToEnd() ?? Data()
      writer.waitUntilExit()
      guard writer.terminationReason == .uncaughtSignal else {
        throw Violation("The writer ended by itself: see above.")
      }
      note(said)
    }

    /// Notes what is durable from whole lines.
    private mutating func note(_ said: Data) {
      guard let end = said.lastIndex(of: 10) else { return }
      for line in said[..<end].split(separator: 10) {
        let words = String(decoding: line, as: UTF8.self).split(separator: " ")
        guard words.count == 2, let number = Int(words[1]) else { continue }
        if words[0] == "e" { durable.entries = max(durable.entries, number + 1) }
        if words[0] == "f" { durable.file = max(durable.file, number) }
      }
    }

    /// Checks the log and the file.
    ///
    /// - Returns: The number of entries, and how the log ends.
    private mutating func check() throws -> (Int, LogEnd) {
      let file = FileManager.default.contents(atPath: Content.file(folder)).map { Content.number(of: Array($0)) }
      guard let number = file ?? 0, number >= durable.file else {
        throw Violation("The file is \(file as Any), not \(durable).")
      }
      durable.file = number
      guard FileManager.default.fileExists(atPath: Content.log(folder)) else {
        if durable.entries > 0 { throw Violation("The log is gone.") }
        return (0, .clean)
      }
      var reader = try LogReader(Content.log(folder), in: DiskFiles())
      var count = 0
      while let entry = try reader.next() {
        guard Content.number(of: entry.payload) == count else { throw Violation("Entry \(count) is another one.") }
        count += 1
      }
      if count < durable.entries { throw Violation("There are \(count) entries of \(durable.entries).") }
      guard let end = reader.end, end == .clean || end.isTorn else {
        throw Violation("The log is damaged: \(reader.end as Any).")
      }
      return (count, end)
    }

    private mutating func startOver() throws {
      for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
        try FileManager.default.removeItem(atPath: folder + "/" + name)
      }
      durable = (0, 0)
    }
  }

  /// What a killed process must not leave.
  struct Violation: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  extension LogEnd {
    fileprivate var isTorn: Bool { if case .torn = self { true } else { false } }
  }
#endif
