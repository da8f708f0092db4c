import Foundation
import MotionModel
import MotionModelForms
import MotionModelLoopback

/// The desk of a music shop: its records in a browser, by forms that are made of the models.
///
///     swift run FormDesk                    # serves until it is ended; prints its address
///     swift run FormDesk --port 8080
///     swift run FormDesk --check            # walks through its own pages, prints what it sees, and ends
///     swift run FormDesk --check pages      # the same, and writes the pages to a folder
///
/// It needs no script in the browser. It listens at the loopback address, which other machines cannot reach, and keeps
/// its records in memory.
@main
struct FormDesk {
  static func main() {
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }

  private static func run(_ arguments: [String]) throws {
    let store = Store()
    try SampleData.load(into: store)
    let port = value(of: "--port", in: arguments).flatMap { UInt16($0) } ?? 0
    let listener = try Listener(port: port)
    listener.serve(within: RequestLimits(reading: 30_000), Router(store: store, port: listener.port).serve)
    guard arguments.contains("--check") else {
      print("http://127.0.0.1:\(listener.port)/")
      // The caller reads the address now, so the output must not stay in a buffer.
      fflush(nil)
      while true { sleep(1000) }
    }
    let folder = value(of: "--check", in: arguments).map { URL(filePath: $0) }
    try Walk(port: listener.port, folder: folder).run()
  }

  /// Returns the argument behind an option; nil if there is none.
  private static func value(of option: String, in arguments: [String]) -> String? {
    guard let place = arguments.firstIndex(of: option), place + 1 < arguments.count else { return nil }
    let value = arguments[place + 1]
    return value.hasPrefix("--") ? nil : value
  }
}
