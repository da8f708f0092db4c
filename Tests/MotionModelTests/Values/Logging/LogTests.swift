import Foundation
import MotionModelTestSupport
import Testing

@testable import MotionModel

@Suite(.serialized) final class LogTests {
  private struct Failure: Error {}

  private let entries = Collector<Log.Entry>()
  private let made = Counter()

  init() {
    let entries = entries
    // Other tests may log at the same time.
    Log.handler = { if $0.file.hasSuffix("/LogTests.swift") { entries.add($0) } }
  }

  deinit {
    Log.handler = { Log.standardError($0) }
    Log.minimumLevel = .info
  }

  private var messages: [String] { entries.values.map(\.message) }

  /// A message that counts how often it is made.
  private func message(_ text: String) -> String {
    made.add()
    return text
  }

  @Test func `an entry has its level, message and place`() throws {
    Log.minimumLevel = .debug
    Log.debug("a")
    Log.info("b")
    Log.warning("c")
    Log.error("d"); let line = #line
    #expect(messages == ["a", "b", "c", "d"])
    #expect(entries.values.map(\.level) == [.debug, .info, .warning, .error])
    #expect(entries.values.map(\.line) == [line - 3, line - 2, line - 1, line])
    #expect(entries.values.allSatisfy { $0.file == "MotionModelTests/LogTests.swift" })
    #expect(entries.values.last?.description == "ERROR MotionModelTests/LogTests.swift:\(line): d")
  }

  @Test func `a level is written by its name`() {
    Log.write(.warning, "a", file: "Else/LogTests.swift", line: 7)
    #expect(entries.values == [Log.Entry(level: .warning, message: "a", file: "Else/LogTests.swift", line: 7)])
  }

  @Test(arguments: Log.Level.allCases) func `what is below the level is not even made`(level: Log.Level) {
    Log.minimumLevel = level
    for level in Log.Level.allCases { Log.write(level, message("a")) }
    #expect(entries.values.map(\.level) == Log.Level.allCases.filter { $0 >= level })
    #expect(made.value == entries.values.count)
  }

  @Test func `debug is below the level until it is set`() {
    #expect(Log.minimumLevel == .info)
    Log.debug("a")
    Log.info("b")
    #expect(messages == ["b"])
  }

  @Test func `levels are in order`() { #expect(Log.Level.allCases == Log.Level.allCases.sorted()) }

  @Test func `a silenced block writes nothing, and messages are not made`() {
    let result = Log.silenced {
      Log.error(message("a"))
      Log.silenced { Log.error(message("b")) }
      Log.error(message("c"))
      return Log.isSilenced
    }
    Log.error("d")
    #expect(result && !Log.isSilenced)
    #expect(messages == ["d"])
    #expect(made.value == 0)
  }

  @Test func `silence ends when the block throws`() {
    #expect(throws: Failure.self) {
      try Log.silenced { () throws(Failure) in
        Log.silenced { Log.error("a") }
        throw Failure()
      }
    }
    Log.error("b")
    #expect(messages == ["b"])
  }

  @Test func `silence is of the task and those that it starts`() async {
    await Log.silenced {
      await Task.yield()
      Log.error("a")
      await Task { Log.error("b") }.value
      await Task.detached { Log.error("c") }.value
    }
    await #expect(throws: Failure.self) {
      try await Log.silenced {
        await Task.yield()
        throw Failure()
      }
    }
    Log.error("d")
    #expect(messages == ["c", "d"])
  }

  @Test func `what a handler writes is dropped`() {
    let entries = entries
    Log.handler = { entry in
      if entry.file.hasSuffix("/LogTests.swift") { entries.add(entry) }
      Log.error("again")
    }
    Log.error("a")
    Log.error("b")
    #expect(messages == ["a", "b"])
  }

  @Test func `a message may itself write to the log`() {
    func inner() -> String {
      Log.info("inner")
      return "outer"
    }
    Log.info(inner())
    #expect(messages == ["inner", "outer"])
  }

  @Test func `no entry of many threads is lost, while the settings change`() {
    onThreads(4) { number in
      for turn in 0..<500 {
        Log.error("\(number) \(turn)")
        if number == 0 { Log.minimumLevel = turn.isMultiple(of: 2) ? .debug : .error }
      }
    }
    #expect(Set(messages).count == 2_000)
    #expect(messages.count == 2_000)
  }

  // MARK: - The standard error stream

  @Test func `colour is for terminals whose users want it`() {
    #expect(!StandardError.isInColour(isTerminal: true, [:]))
    #expect(StandardError.isInColour(isTerminal: true, ["TERM": "xterm"]))
    #expect(StandardError.isInColour(isTerminal: true, ["NO_COLOR": "", "TERM": "xterm"]))
    #expect(!StandardError.isInColour(isTerminal: true, ["NO_COLOR": "1", "TERM": "xterm"]))
    #expect(!StandardError.isInColour(isTerminal: true, ["TERM": "dumb"]))
    #expect(!StandardError.isInColour(isTerminal: false, ["TERM": "xterm"]))
  }

  @Test func `the level is in its colour`() {
    let lines = Log.Level.allCases.map {
      Log.Entry(level: $0, message: "a", file: "b", line: 1).description(inColour: true)
    }
    #expect(
      lines == [
        "\u{1B}[90mDEBUG\u{1B}[0m b:1: a", "\u{1B}[32mINFO\u{1B}[0m b:1: a", "\u{1B}[33mWARNING\u{1B}[0m b:1: a",
        "\u{1B}[31mERROR\u{1B}[0m b:1: a",
      ])
  }

  #if os(macOS) || os(Linux)  // a test in a process of its own
    @Test func `entries go to the standard error stream by themselves`() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent, \.standardOutputContent]
      ) {
        Log.warning("Look out: ä", file: "Shop/Cart.swift", line: 7)
        Log.debug("nothing")
        exit(0)
      }
      let lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")
      #expect(lines.contains("WARNING Shop/Cart.swift:7: Look out: ä"))
      #expect(!lines.contains { $0.contains("nothing") })
    }
  #endif
}
