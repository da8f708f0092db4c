#if os(macOS) || os(Linux)  // where processes can be started
  import Foundation
  import MotionModel
  import MotionModelJournal
  import MotionModelTestSupport

  /// Starts processes that share a store, kills and stops them at random moments, and checks what they say.
  struct SharedRun {
    private let folder: String
    private var random: SplitMix64
    /// How many processes there are at once, in one round after the other.
    private let sizes: [Int]
    private var started = 0
    /// How many processes were killed or stopped.
    private var ends = 0
    private let said = Said()

    init(seed: UInt64, sizes: [Int]) throws {
      (random, self.sizes) = (SplitMix64(seed: seed), sizes)
      folder = FileManager.default.temporaryDirectory.appending(path: "MotionModelShared-\(UUID())")
        .path(percentEncoded: false)
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      say("Shared, seed \(seed), folder \(folder)")
    }

    /// Goes on until so many processes were killed or stopped.
    mutating func run(count: Int) throws {
      let first = try SharedWorker.open(folder, "first")
      for name in ["notes", "calls"] { try first.table(Total.self).create { $0.name = name } }
      try first.journal?.close()
      var number = 0
      while ends < count {
        try round(of: sizes[number % sizes.count], until: min(count, ends + 40))
        number += 1
        say("\(ends) killed or stopped")
      }
      say("\(started) processes, \(ends) killed or stopped, \(said.commitCount) commits seen, nothing lost.")
      try FileManager.default.removeItem(atPath: folder)
    }

    private mutating func round(of count: Int, until goal: Int) throws {
      var workers: [SharedProcess] = []
      for _ in 0..<count { workers.append(try start()) }
      while ends < goal {
        usleep(UInt32(random.number(1_000...40_000)))
        ends += 1
        let index = random.number(0...count - 1)
        if random.chance(30) {
          workers[index].stop(for: UInt32(random.number(0...30_000)))
        } else {
          guard workers[index].kill() else { throw Violation("A worker ended by itself: see above.") }
          workers[index] = try start()
        }
      }
      // All have written before one looks.
      for worker in workers { worker.tell("end") }
      for worker in workers { worker.wait(for: "done") }
      for worker in workers { worker.tell("look") }
      let hashes = Set(workers.map { $0.wait(for: "z ") })
      for worker in workers { worker.process.waitUntilExit() }
      try check(hashes)
    }

    private mutating func start() throws -> SharedProcess {
      started += 1
      return try SharedProcess(folder, started) { [said] in said.note($0) }
    }

    /// Compares what is there with what was said, as a naive list of notes.
    private func check(_ hashes: Set<String>) throws {
      let store = try SharedWorker.open(folder, "check")
      defer { try? store.journal?.close() }
      let own = "z \(SharedWorker.hash(try store.sortedString()))"
      if hashes != [own] { throw Violation("The processes do not agree: \(hashes), and \(own) from the files.") }
      let notes = store.table(Note.self).all
      if let fault = said.fault(notes, commits: store.commitCount) { throw Violation(fault) }
      if Set(notes.map(\.code)).count != notes.count { throw Violation("A unique value is there twice.") }
      let replies = Set(store.table(Reply.self).pluck(\.noteID))
      if !replies.isSubset(of: notes.map(\.id)) { throw Violation("A reply has no note.") }
      let totals = Dictionary(uniqueKeysWithValues: store.table(Total.self).all.map { ($0.name, $0.value) })
      if let fault = said.fault(totals) { throw Violation(fault) }
    }
  }

  /// A worker, as the process that has started it sees it.
  final class SharedProcess: Sendable {
    let process = Process()
    private let input = Pipe()
    private let lines = NSCondition()
    nonisolated(unsafe) private var last: [String] = []  // with the lock of `lines`

    init(_ folder: String, _ number: Int, _ note: @escaping @Sendable (String) -> Void) throws {
      let output = Pipe()
      process.executableURL = URL(filePath: CommandLine.arguments[0])
      process.arguments = ["share", folder, "\(number)"]
      (process.standardInput, process.standardOutput) = (input, output)
      try process.run()
      let reader = output.fileHandleForReading
      Thread.detachNewThread { [self] in
        var rest = Data()
        while true {
          let piece = reader.availableData
          if piece.isEmpty { break }
          rest += piece
          let pieces = rest.split(separator: 10, omittingEmptySubsequences: false)
          // What is behind the last line may be half a line, also at the end of a process that is killed.
          rest = Data(pieces.last ?? Data())
          for line in pieces.dropLast() {
            let line = String(decoding: line, as: UTF8.self)
            note(line)
            hear(line)
          }
        }
        for line in ["done", "z ended"] { hear(line) }
      }
    }

    private func hear(_ line: String) {
      guard line == "done" || line.hasPrefix("z ") else { return }
      lines.withLock {
        last.append(line)
        lines.broadcast()
      }
    }

    func tell(_ line: String) { input.fileHandleForWriting.write(Data((line + "\n").utf8)) }

    @discardableResult
    func wait(for start: String) -> String {
      lines.withLock {
        while true {
          if let line = last.first(where: { $0.hasPrefix(start) }) { return line }
          if !lines.wait(until: Date(timeIntervalSinceNow: 60)) { return "nothing for a minute" }
        }
      }
    }

    func stop(for time: UInt32) {
      Foundation.kill(process.processIdentifier, SIGSTOP)
      usleep(time)
      Foundation.kill(process.processIdentifier, SIGCONT)
    }

    /// - Returns: False if it had ended by itself.
    func kill() -> Bool {
      Foundation.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      // What it has said is read to its end.
      wait(for: "done")
      return process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL
    }
  }

  /// What the workers have said.
  private final class Said: Sendable {
    private let lock = NSLock()
    nonisolated(unsafe) private var notes: Set<[Int]> = []  // with the lock, as the others
    /// Notes that workers were about to remove.
    nonisolated(unsafe) private var removed: Set<[Int]> = []
    nonisolated(unsafe) private var (calls, first): (Int, String?) = (0, nil)
    nonisolated(unsafe) private var commits: [Int: String] = [:]

    var commitCount: Int { lock.withLock { commits.count } }

    func note(_ line: String) {
      let words = line.split(separator: " ", maxSplits: 2)
      lock.withLock {
        switch words.first {
        case "a": notes.insert(words.dropFirst().compactMap { Int($0) })
        case "d": removed.insert(words.dropFirst().compactMap { Int($0) })
        case "t": calls += 1
        case "c":
          let (number, text) = (Int(words[1]) ?? 0, String(words[2]))
          // Several commits at once, of a worker that has read the file again.
          if text.hasPrefix("- ") { return }
          if let known = commits[number], known != text {
            first = first ?? "Commit \(number) is \(known), and \(text)."
          }
          commits[number] = text
        case "!": first = first ?? "A worker was refused: \(line)"
        default: break
        }
      }
    }

    func fault(_ found: [Note], commits count: Int) -> String? {
      lock.withLock {
        if let first { return first }
        if let late = commits.keys.max(), late > count { return "Commit \(late) is gone: there are \(count)." }
        let own = found.filter { $0.worker > 0 }.map { [$0.worker, $0.number] }
        if Set(own).count != own.count { return "A note is there twice." }
        let lost = notes.subtracting(own).subtracting(removed)
        return lost.isEmpty ? nil : "Notes are gone that were committed: \(lost.prefix(5))."
      }
    }

    func fault(_ totals: [String: Int]) -> String? {
      lock.withLock {
        if totals["calls"] ?? 0 < calls { return "There were \(calls) calls, and \(totals["calls"] ?? 0) are counted." }
        return nil
      }
    }
  }
#endif
