import Foundation
import MotionModelWorld

// Runs worlds one after the other, each with the next seed, and prints a line now and then, with the seed to go on with:
//
//     World [storm | memory] [steps] [seed] [differences] [--seconds n]
//
// `storm` runs each beside threads that write and read, `memory` looks for memory that stays behind. At a difference it prints a short
// program that shows it. It ends after so many different ones with 1; or after so many steps, or seconds, with 0.

/// Prints a line at once, also into a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// What the words of the command line ask for.
struct Order {
  enum Mode: String { case alone, storm, memory }

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
  private let order: Order
  private let start = ContinuousClock.now
  private var seed: UInt64
  private var made = 0
  private var found: [String: Int] = [:]

  /// How many steps a world has.
  private static let length = 200

  init(_ order: Order) { (self.order, seed) = (order, order.firstSeed) }

  private var seconds: Double { Double((ContinuousClock.now - start).components.seconds) }
  private var isOver: Bool { made >= order.steps || seconds >= order.seconds || found.count >= order.differences }
  private var trial: Trial { Trial(seed: seed, count: Self.length) }

  /// - Returns: Whether nothing went wrong.
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

  /// What went wrong with the world at hand.
  private func difference() throws -> Difference? {
    switch order.mode {
    case .alone: trial.run()?.difference
    case .storm: try Storm(seed: seed, steps: Self.length).run()
    case .memory: trial.leakingProgram().map { Difference("memory", "stays behind:\n\($0)") }
    }
  }

  private mutating func report(_ difference: Difference) {
    found[difference.rule, default: 0] += 1
    if found[difference.rule] != 1 { return }
    say("seed \(seed): \(difference)")
    if order.mode == .alone { say(trial.shrunkProgram() ?? "It does not go wrong again.") }
  }
}

var worlds = Worlds(Order(Array(CommandLine.arguments.dropFirst())))
exit(try worlds.run() ? 0 : 1)
