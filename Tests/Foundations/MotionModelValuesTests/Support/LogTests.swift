import Foundation
import MotionModelTestSupport
import MotionModelValues
import Testing

@Suite(.serialized) final class LogTests {
  private let entries = Collector<Log.Entry>()

  init() {
    let entries = entries
    // Other tests may cause warnings at the same time.
    Log.handler = { if $0.file.hasSuffix("/LogTests.swift") { entries.add($0) } }
  }

  deinit { Log.handler = Log.standardError }

  private var messages: [String] { entries.values.map(\.message) }

  @Test func `an entry has its message, file and line`() {
    Log.warning("a")
    let line = #line - 1
    #expect(entries.values == [Log.Entry(message: "a", file: "MotionModelValuesTests/LogTests.swift", line: line)])
  }

  @Test func `an entry is printed in one line`() {
    #expect("\(Log.Entry(message: "a", file: "Shop/Cart.swift", line: 7))" == "WARNING Shop/Cart.swift:7: a")
  }

  @Test func `a warning that the handler causes is dropped`() {
    let entries = entries
    Log.handler = { entry in
      if entry.file.hasSuffix("/LogTests.swift") { entries.add(entry) }
      Log.warning("again")
    }
    Log.warning("a")
    Log.warning("b")
    #expect(messages == ["a", "b"])
  }

  @Test func `no warning of many threads is lost while the handler is set`() {
    let handler = Log.handler
    onThreads(4) { number in
      for turn in 0..<500 {
        Log.warning("\(number) \(turn)")
        if number == 0 { Log.handler = handler }
      }
    }
    #expect(messages.count == 2_000)
    #expect(Set(messages).count == 2_000)
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `by default, warnings are written to the standard error stream`() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent, \.standardOutputContent]
      ) {
        Log.warning("Look out: ä", file: "Shop/Cart.swift", line: 7)
        exit(0)
      }
      let lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")
      #expect(lines.contains("WARNING Shop/Cart.swift:7: Look out: ä"))
    }
  #endif
}
