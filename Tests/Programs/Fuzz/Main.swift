import Foundation

/// Feeds mutated inputs to all parts of the library that read input from outside; see `Scripts/fuzz.sh`.
///
///     MotionModelFuzz [--count n] [--seed n] [--corpus folder]   tries n inputs, in separate processes;
///                             [--targets name,name]              for these targets only
///     MotionModelFuzz --run target base64                        tries one input in this process
///     MotionModelFuzz --worker first --count n --seed n …        is started by the first form
@main
enum Main {
  static func main() throws {
    let arguments = Arguments(CommandLine.arguments.dropFirst())
    if let (target, input) = arguments.input { return try Worker.run(input, target) }
    let run = FuzzRun(
      count: arguments.number("--count") ?? 10_000,
      seed: UInt64(arguments.number("--seed") ?? Int.random(in: 0...99_999)),
      corpus: arguments.text("--corpus"), targets: try arguments.targets)
    if let first = arguments.number("--worker") {
      try Worker(run, progress: arguments.text("--progress")).work(from: first)
    } else {
      exit(try Supervisor(run).work() ? 0 : 1)
    }
  }
}

/// The options of a run. The same options and corpus give the same inputs.
struct FuzzRun {
  let count: Int
  let seed: UInt64
  let corpus: String?
  let targets: [Target]

  /// The options, for a worker.
  var arguments: [String] {
    ["--count", "\(count)", "--seed", "\(seed)", "--targets", targets.map(\.name).joined(separator: ",")]
      + (corpus.map { ["--corpus", $0] } ?? [])
  }
}

struct Arguments {
  private let values: [String]

  init(_ values: some Sequence<String>) { self.values = Array(values) }

  func text(_ name: String) -> String? {
    values.firstIndex(of: name).flatMap { $0 + 1 < values.count ? values[$0 + 1] : nil }
  }

  func number(_ name: String) -> Int? { text(name).flatMap { Int($0) } }

  /// The targets that are named, or else all.
  var targets: [Target] {
    get throws {
      guard let names = text("--targets") else { return Target.all }
      return try names.split(separator: ",").map {
        guard let target = Target.named($0) else { throw UnknownTarget(name: String($0)) }
        return target
      }
    }
  }

  /// The one input to try.
  var input: (Target, Data)? {
    guard let name = text("--run"), let target = Target.named(name), let text = values.last,
      let data = Data(base64Encoded: text)
    else { return nil }
    return (target, data)
  }
}

/// The error that a target has another name.
struct UnknownTarget: Error, CustomStringConvertible {
  let name: String
  var description: String {
    "There is no target \(name): name some of \(Target.all.map(\.name).joined(separator: ", "))."
  }
}

/// Prints a line without buffering, because the process may crash with the next input.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
