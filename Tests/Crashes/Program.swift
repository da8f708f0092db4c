import Foundation

/// Kills processes that write, and looks at what they leave.
///
///     MotionModelCrashes run [count] [seed]   kills as many writers, 10,000 by default
///     MotionModelCrashes write <folder>       the writer
///     MotionModelCrashes measure [folder]     what checksums, appends and flushes cost here
@main
struct Program {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst().map { $0 }
    let folder = arguments.dropFirst().first
    switch arguments.first {
    #if os(macOS) || os(Linux)
      case "run":
        let count = folder.flatMap { Int($0) } ?? 10_000
        let seed = arguments.dropFirst(2).first.flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64(UInt32.max))
        var run = try KillRun(seed: seed)
        try run.run(count: count)
    #endif
    case "write": try Writer(folder: folder ?? ".").run()
    case "measure": try Measurements(folder: folder ?? NSTemporaryDirectory()).run()
    default:
      print("usage: MotionModelCrashes run [count] [seed] | write <folder> | measure [folder]")
      exit(64)
    }
  }
}
