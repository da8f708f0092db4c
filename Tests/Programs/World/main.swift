import Foundation
import MotionModelWorld

// Runs worlds one after the other, each with the next seed. From time to time it prints a line with the next seed:
//
//     World [storm | memory | depot | print] [steps] [seed] [differences] [--seconds n]
//
// `storm` runs each world beside threads that write and read, `memory` looks for leaks, `depot` has records that an
// adapter keeps, and `print` prints the programs of worlds instead. When it finds a difference, it prints a short
// program that shows it. After the given number of different differences it exits with 1, and after the given number of
// steps or seconds with 0.

/// Prints a line without buffering, also into a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// The options of the command line.
struct Options {
  enum Mode: String { case alone, storm, memory, depot, print }

  let mode: Mode
  let steps: Int
  let firstSeed: UInt64
  let differences: Int
  var seconds = Double.infinity

  init(_ words: [String]) {
    var words = words
    mode = words.first.flatMap(Mode.init) ?? .alone
    if let option = words.firstIndex(of: "--seconds"), option + 1 < words.count {
      seconds = Double(words[option + 1]) ?? seconds
      words.removeSubrange(option...option + 1)
    }
    let numbers = words.compactMap { UInt64($0) }
    steps = Int(numbers.first ?? 100_000)
    firstSeed = numbers.dropFirst().first ?? 1
    differences = Int(numbers.dropFirst(2).first ?? 1)
  }
}

/// Worlds, one after the other.
struct Worlds {
  private let options: Options
  private let start = ContinuousClock.now
  private var seed: UInt64
  private var made = 0
  private var found: [String: Int] = [:]

  /// The number of steps of a world.
  private static let length = 200

  init(_ options: Options) { (self.options, seed) = (options, options.firstSeed) }

  private var seconds: Double { Double((ContinuousClock.now - start).components.seconds) }
  private var isOver: Bool { made >= options.steps || seconds >= options.seconds || found.count >= options.differences }
  private var trial: Trial { Trial(seed: seed, count: Self.length) }

  /// - Returns: Whether no difference was found.
  mutating func run() throws -> Bool {
    while !isOver {
      if let difference = try difference() { report(difference) }
      made += Self.length
      seed += 1
      if made % 20_000 == 0 || isOver {
        say("\(made) steps, \(Int(Double(made) / max(1, seconds))) a second, next seed \(seed)")
      }
    }
    if !found.isEmpty { say("\(found)") }
    return found.isEmpty
  }

  /// Returns the difference that the current world finds; nil if it finds none.
  private func difference() throws -> Difference? {
    switch options.mode {
    case .alone: return trial.run()?.difference
    case .depot: return DepotTrial(seed: seed, count: Self.length).run()
    case .print:
      say(trial.program())
      return nil
    case .storm: return try Storm(seed: seed, steps: Self.length).run()
    case .memory: return trial.leakingProgram().map { Difference("memory", "stays behind:\n\($0)") }
    }
  }

  private mutating func report(_ difference: Difference) {
    found[difference.rule, default: 0] += 1
    if found[difference.rule] != 1 { return }
    say("seed \(seed): \(difference)")
    switch options.mode {
    case .alone: say(trial.shrunkProgram() ?? "It does not go wrong again.")
    case .depot: say(DepotTrial(seed: seed, count: Self.length).shrunkProgram() ?? "It does not go wrong again.")
    default: break
    }
  }
}

var worlds = Worlds(Options(Array(CommandLine.arguments.dropFirst())))
exit(try worlds.run() ? 0 : 1)
