import Foundation

/// Runs the benchmarks, or writes the recorded figures to the results page; see README.md.
@main
struct Main {
  static func main() {
    do {
      let arguments = Array(CommandLine.arguments.dropFirst())
      if try OtherProcess.play(arguments) { return }
      let options = try Options(arguments)
      if options.isRecording { try record(options) } else { try measure(options) }
    } catch {
      print(error)
      exit(1)
    }
  }

  private static func measure(_ options: Options) throws {
    if isUnoptimised {
      print("Nothing was measured, because this was built without optimisation: run it with -c release.")
      exit(1)
    }
    let machine = Machine.current
    let (bench, worlds) = (Bench(options), Worlds(sizes: options.sizes))
    print(
      "\(machine.processor), \(machine.cores) cores, \(machine.gigabytes) GiB; \(machine.toolchain); load \(machine.load)"
    )
    for suite in Suite.all where options.includes(suite.name) {
      print("\n\(suite.name)")
      bench.suite = suite.name
      try suite.run(bench, worlds)
    }
    if options.profiled != nil { return }
    print("\nNot measured:")
    for sentence in Suite.notMeasured { print("  \(sentence)") }
    let figures = Figures(
      machine: machine, comparisons: bench.comparisons, verdicts: bench.verdicts, facts: bench.facts)
    try figures.write(to: options.figures)
  }

  private static func record(_ options: Options) throws {
    let files = options.files.isEmpty ? [options.figures] : options.files
    let runs = try files.map(Figures.read)
    let figures = runs.dropFirst().reduce(runs[0]) { $0.replacing($1) }
    try Record(figures: figures).write(to: URL(filePath: "Benchmarks/Results"))
  }
}
