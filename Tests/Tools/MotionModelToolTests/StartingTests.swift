#if os(macOS) || os(Linux)  // where processes can be started
  import Foundation
  import MotionModelStorage
  import MotionModelTestSupport
  import Testing

  @testable import MotionModelTool

  /// Commands are data in static properties, which are made when they are first used. Two that need each other would wait
  /// for ever, or only if one of them comes first, so each test has a process of its own.
  struct StartingTests {
    @Test(arguments: Tool.names)
    func `each command can be the first thing that a process does`(name: String) async {
      await #expect(processExitsWith: .success) { [name] in try Starting.run([[name, "--help"]]) }
    }

    @Test func `all commands can be started at once`() async {
      await #expect(processExitsWith: .success) {
        let printing = [["help"], ["completions", "bash"], ["completions", "zsh"], ["completions", "fish"]]
        try Starting.run(Tool.names.map { [$0, "--help"] } + printing)
      }
    }
  }

  /// Runs commands at once, each on a thread with a small stack.
  private enum Starting {
    struct Failed: Error {}

    static func run(_ calls: [[String]]) throws {
      let (begin, end, failed) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), Monitor(false))
      for words in calls {
        let thread = Thread {
          begin.wait()
          if ToolRun(words).status != .success { failed.withLock { $0 = true } }
          end.signal()
        }
        thread.stackSize = 256 << 10
        thread.start()
      }
      for _ in calls { begin.signal() }
      // A process that waits for ever would keep the tests from ending.
      for _ in calls where !end.isSignalled() { throw Failed() }
      if failed.withLock({ $0 }) { throw Failed() }
    }
  }
#endif
