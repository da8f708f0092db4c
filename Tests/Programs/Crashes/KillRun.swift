#if os(macOS) || os(Linux)  // where processes can be started
  import Foundation
  import MotionModelTestSupport

  /// Starts writers, kills each at a random moment, and checks what it leaves.
  struct KillRun {
    private let seed: UInt64
    private let subject: any Subject.Type
    private let folder: String
    private var random: SplitMix64
    /// What the writers have said since they started over.
    private var durable = Durable()

    init(of subject: any Subject.Type, seed: UInt64) throws {
      (self.seed, self.subject) = (seed, subject)
      random = SplitMix64(seed: seed)
      folder = FileManager.default.temporaryDirectory.appending(path: "MotionModelCrashes-\(UUID())")
        .path(percentEncoded: false)
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    mutating func run(count: Int) throws {
      print("\(subject), seed \(seed), folder \(folder)")
      var torn = 0
      var entries = 0
      for number in 1...max(1, count) {
        try startAndKill()
        let found = try subject.check(in: folder, &durable)
        if found.isTorn { torn += 1 }
        if number % 500 == 0 { print("\(number) killed") }
        if number == count || found.count > 2000 {
          entries += found.count
          try startOver()
        }
      }
      try FileManager.default.removeItem(atPath: folder)
      print("\(count) writers of \(subject) killed, \(entries) entries, \(torn) torn ends, nothing lost.")
    }

    /// Starts a writer, kills it, and notes what it said.
    private mutating func startAndKill() throws {
      let writer = Process()
      let pipe = Pipe()
      writer.executableURL = URL(filePath: CommandLine.arguments[0])
      writer.arguments = ["write", "\(subject)", folder]
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

    private mutating func startOver() throws {
      for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
        try FileManager.default.removeItem(atPath: folder + "/" + name)
      }
      durable = Durable()
    }
  }
#endif
