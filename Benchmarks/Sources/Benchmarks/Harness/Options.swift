import Foundation

/// The options of the command line.
struct Options {
  var isQuick = false
  /// The suites to run; empty for all.
  var suites: [String] = []
  /// The file in which the figures are stored for `record`.
  var figures = "Benchmarks/.build/figures.json"
  /// Files of figures to record; later ones replace the suites of earlier ones.
  var files: [String] = []
  var isRecording = false
  /// The comparison whose library contestant is repeated for a profiler; then nothing is timed.
  var profiled: String?
  /// The only number of rows to measure; nil for all sizes.
  var rows: Int?
  /// The Chinook database as JSON, whose texts are searched; nil if there is none.
  var musicShop = ProcessInfo.processInfo.environment["MOTIONMODEL_CHINOOK"]
  /// The folder to which the texts that are searched are written, and the questions, so that other programs can be asked.
  var texts: String?

  var sizes: [Int] { rows.map { [$0] } ?? (isQuick ? [1_000] : [1_000, 100_000, 1_000_000]) }

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "record" where !isRecording && suites.isEmpty: isRecording = true
      case "--quick": isQuick = true
      case "--figures": figures = rest.popFirst() ?? figures
      case "--profile": profiled = rest.popFirst()
      case "--music-shop": musicShop = rest.popFirst()
      case "--texts": texts = rest.popFirst()
      case "--rows": rows = rest.popFirst().flatMap { Int($0) }
      case _ where argument.hasPrefix("-"): throw UnknownOption(name: argument)
      default: if isRecording { files.append(argument) } else { suites.append(argument) }
      }
    }
  }

  func includes(_ suite: String) -> Bool { suites.isEmpty || suites.contains(suite) }
}

/// The error that the command line has an unknown option.
struct UnknownOption: Error, CustomStringConvertible {
  let name: String
  var description: String {
    "The option \(name) is not known. Use: [--quick] [--rows N] [--figures FILE] [--profile TITLE] [--music-shop FILE] "
      + "[--texts FOLDER] [SUITE …], or: record [FILE …]."
  }
}
