import Foundation
import MotionModelWorld

// Runs worlds one after the other, each with the next seed: `World [steps] [seed] [differences]`, or, beside threads that write and read,
// `World storm [steps] [seed]`, or, to find memory that stays behind, `World memory [steps] [seed]`. Prints a line now and then, with the seed to go on with. At a difference it prints a short program that
// shows it, and ends after so many different ones with 1.

/// Prints a line at once, also into a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

let isMemory = CommandLine.arguments.dropFirst().first == "memory"
let isStorm = CommandLine.arguments.dropFirst().first == "storm"
let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
let wanted = Int(numbers.first ?? 100_000)
let limit = Int(numbers.dropFirst(2).first ?? 1)
let length = 200
var seed = numbers.dropFirst().first ?? 1
var made = 0
var rules: [String: Int] = [:]
let start = ContinuousClock.now

/// Runs the world of a seed, and says what went wrong.
func run(_ seed: UInt64) throws -> Difference? {
  if isMemory {
    return Trial(seed: seed, count: length).leakingProgram().map { Difference("memory", "stays behind:\n\($0)") }
  }
  if isStorm { return try Storm(seed: seed, steps: length).run() }
  return Trial(seed: seed, count: length).run()?.difference
}

while made < wanted {
  if let difference = try run(seed) {
    rules[difference.rule, default: 0] += 1
    if rules[difference.rule] == 1 {
      say("seed \(seed): \(difference)")
      if !isStorm && !isMemory {
        say(Trial(seed: seed, count: length).shrunkProgram() ?? "It does not go wrong again.")
      }
      if rules.count >= limit { exit(1) }
    }
  }
  made += length
  seed += 1
  if made % 20_000 == 0 || made >= wanted {
    let seconds = Double((ContinuousClock.now - start).components.seconds)
    say("\(made) steps, \(Int(Double(made) / max(1, seconds))) a second, next seed \(seed)")
  }
}
if !rules.isEmpty {
  say("\(rules)")
  exit(1)
}
