/// What the command line asks for.
struct Options {
  var isQuick = false
  /// The suites to run; all, when none is named.
  var suites: [String] = []
  /// Where the figures are kept for `record`.
  var figures = "Benchmarks/.build/figures.json"
  /// Files of figures to record; later ones replace the suites of earlier ones.
  var files: [String] = []
  var isRecording = false
  /// The one comparison whose library side is repeated for a profiler to watch; nothing is timed then.
  var profiled: String?
  /// The one number of rows to measure at.
  var rows: Int?

  var sizes: [Int] { rows.map { [$0] } ?? (isQuick ? [1_000] : [1_000, 100_000, 1_000_000]) }

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "record" where !isRecording && suites.isEmpty: isRecording = true
      case "--quick": isQuick = true
      case "--figures": figures = rest.popFirst() ?? figures
      case "--profile": profiled = rest.popFirst()
      case "--rows": rows = rest.popFirst().flatMap { Int($0) }
      case _ where argument.hasPrefix("-"): throw UnknownOption(name: argument)
      default: if isRecording { files.append(argument) } else { suites.append(argument) }
      }
    }
  }

  func includes(_ suite: String) -> Bool { suites.isEmpty || suites.contains(suite) }
}

/// The command line has an option that there is not.
struct UnknownOption: Error, CustomStringConvertible {
  let name: String
  var description: String {
    "The option \(name) is not known. Use: [--quick] [--rows N] [--figures FILE] [--profile TITLE] [SUITE …], "
      + "or: record [FILE …]."
  }
}
