#if os(macOS) || os(Linux)  // where processes can be started
  import Foundation
  import MotionModelTestSupport
  import Testing

  /// Processes that are killed while they write. `Scripts/Support/test-crashes.sh` kills more of them.
  struct KillTests {
    /// The program that kills, which is built with the tests and lies beside them.
    private static let program = CommandLine.arguments.lazy
      .compactMap { argument in
        argument.range(of: ".xctest").map { URL(filePath: String(argument[..<$0.upperBound])) }
      }
      .map { $0.deletingLastPathComponent().appending(path: "MotionModelCrashes") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path(percentEncoded: false)) }

    @Test func `a killed process has lost nothing that was durable`() throws {
      let program = try #require(Self.program, "The program MotionModelCrashes is not beside the tests.")
      let kills = shortened(50)
      let run = Process()
      let output = Pipe()
      run.executableURL = program
      run.arguments = ["run", "\(2 * kills)", "\(TestSeed.current)"]
      run.standardOutput = output
      run.standardError = output
      try run.run()
      let said = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      run.waitUntilExit()
      #expect(run.terminationStatus == 0, "\(said)")
      #expect(said.contains("\(kills) writers of LogSubject killed"), "\(said)")
      #expect(said.contains("\(kills) writers of StoreSubject killed"), "\(said)")
    }
  }
#endif
