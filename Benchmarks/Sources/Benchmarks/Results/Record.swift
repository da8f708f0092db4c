import Foundation

/// Writes figures as a Markdown page with a chart for each suite.
struct Record {
  let figures: Figures

  func write(to folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for suite in charted {
      let chart = BarChart(title: "\(suite), nanoseconds for one operation", comparisons: comparisons(of: suite))
      try Data(chart.svg.utf8).write(to: folder.appending(path: "\(suite).svg"))
    }
    try Data(markdown.utf8).write(to: folder.appending(path: "README.md"))
    print("Wrote \(charted.count) charts and README.md to \(folder.path).")
  }

  private func comparisons(of suite: String) -> [Comparison] { figures.comparisons.filter { $0.suite == suite } }

  private var charted: [String] { figures.suites.filter { !comparisons(of: $0).isEmpty } }

  // MARK: - The page

  var markdown: String {
    ([heading, bars] + figures.suites.map(section) + [notMeasured]).joined(separator: "\n\n") + "\n"
  }

  private var heading: String {
    let machine = figures.machine
    var lines = [
      "# Results", "",
      "Written by `Scripts/bench.sh record`; see [how they are taken](../README.md).", "",
      "| | |", "|---|---|",
      "| Processor | \(machine.processor), \(machine.cores) cores |",
      "| Memory | \(machine.gigabytes) GiB |",
      "| System | \(machine.system) |",
      "| Toolchain | \(machine.toolchain) |",
      "| Date | \(machine.date) |",
      "| Commit | \(machine.commit) |",
      "| Load when it began (programs that wanted to run) | \(machine.load) |",
    ]
    if !figures.repeated.isEmpty {
      lines.append("| Suites measured again later | \(figures.repeated.joined(separator: ", ")) |")
    }
    return lines.joined(separator: "\n")
  }

  private var bars: String {
    let rows = figures.verdicts.map {
      "| \($0.isMet ? "met" : "**not met**") | \($0.about) | \($0.bar) | \($0.figure) |"
    }
    return (["## Bars", "", "| | | bar | measured |", "|---|---|---|---|"] + rows).joined(separator: "\n")
  }

  private func section(_ suite: String) -> String {
    var parts = ["## \(suite.prefix(1).uppercased())\(suite.dropFirst())"]
    let comparisons = comparisons(of: suite)
    if !comparisons.isEmpty {
      parts += ["![\(suite)](\(suite).svg)", MarkdownTable.of(comparisons), contestants(of: comparisons)]
    }
    let facts = figures.facts.filter { $0.suite == suite }.map { "- \($0.about): \($0.figure)." }
    if !facts.isEmpty { parts.append(facts.joined(separator: "\n")) }
    return parts.joined(separator: "\n\n")
  }

  /// Lists the contestants' labels, once for each title.
  private func contestants(of comparisons: [Comparison]) -> String {
    var seen: Set<String> = []
    let lines = comparisons.filter { seen.insert($0.title).inserted }.map { measured in
      "- \(measured.title): " + measured.timings.map { "\($0.kind.rawValue) `\($0.label)`" }.joined(separator: ", ")
    }
    return lines.joined(separator: "\n")
  }

  private var notMeasured: String {
    (["## Not measured", ""] + Suite.notMeasured.map { "- \($0)" }).joined(separator: "\n")
  }
}
