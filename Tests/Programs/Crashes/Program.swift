import Foundation

/// Kills processes that write, and looks at what they leave.
///
///     MotionModelCrashes run [count] [seed]          kills as many writers, 10,000 by default
///     MotionModelCrashes share [count] [seed] [size] kills and stops as many processes that share a store, of which there
///                                                    are as many as `size` at once, by default 2, 4 and 8 in turn
///     MotionModelCrashes write <subject> <folder>    the writer
///     MotionModelCrashes measure [folder]            what checksums, appends and flushes cost here
@main
struct Program {
  private static var subjects: [any Subject.Type] { [LogSubject.self, StoreSubject.self] }

  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst().map { $0 }
    let folder = arguments.dropFirst().first
    switch arguments.first {
    #if os(macOS) || os(Linux)
      case "run":
        let count = folder.flatMap { Int($0) } ?? 10_000
        let seed = arguments.dropFirst(2).first.flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64(UInt32.max))
        for subject in subjects {
          var run = try KillRun(of: subject, seed: seed)
          try run.run(count: count / subjects.count)
        }
      case "share" where arguments.count == 3 && folder?.contains("/") == true:
        try SharedWorker(folder ?? ".", Int(arguments[2]) ?? 0).run()
      case "share":
        let seed = arguments.dropFirst(2).first.flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64(UInt32.max))
        let size = arguments.dropFirst(3).first.flatMap { Int($0) }
        var run = try SharedRun(seed: seed, sizes: size.map { [$0] } ?? [2, 4, 8])
        try run.run(count: folder.flatMap { Int($0) } ?? 10_000)
    #endif
    case "write":
      let subject = subjects.first { "\($0)" == folder }
      try subject?.write(in: arguments.dropFirst(2).first ?? ".")
    case "measure": try Measurements(folder: folder ?? NSTemporaryDirectory()).run()
    default:
      print("usage: MotionModelCrashes run|share [count] [seed] [size] | write <subject> <folder> | measure [folder]")
      exit(64)
    }
  }
}

/// Prints a line at once: what stays in a buffer is lost with the process.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
