import Foundation
import MotionModelWorld

// Runs worlds one after the other, each with the next seed: `World [steps] [seed]`. Prints a line now and then, with the seed to go on
// with; at a difference it prints a short program that shows it, and ends with 1.
/// Prints a line at once, also into a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
let wanted = Int(numbers.first ?? 100_000)
let length = 200
var seed = numbers.dropFirst().first ?? 1
var made = 0
let start = ContinuousClock.now
while made < wanted {
  let trial = Trial(seed: seed, count: length)
  if let failure = trial.run() {
    say("seed \(seed), step \(failure.count): \(failure.difference)")
    say(trial.shrunkProgram() ?? "It does not go wrong again.")
    exit(1)
  }
  made += length
  seed += 1
  if made % 20_000 == 0 || made >= wanted {
    let seconds = Double((ContinuousClock.now - start).components.seconds)
    say("\(made) steps, \(Int(Double(made) / max(1, seconds))) a second, next seed \(seed)")
  }
}
