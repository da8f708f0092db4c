public import MotionModel

/// Why a recording cannot be read, or a replay is not what was recorded.
@nonexhaustive
public enum ReplayError: DescribedError, Hashable {
  /// Something else happened in a step than was recorded. Steps are counted from 1.
  case diverged(step: Int, name: String, expected: String, found: String)
  /// The test does not know a step of this name.
  case unknownStep(String)
  /// Commits were made outside of steps, so what comes after them cannot be replayed.
  case commitsOutside(count: Int)
  /// A line of a file of a recording is not what a recording writes. Lines are counted from 1.
  case unreadable(line: Int, expected: String)
}

extension ReplayError {
  /// The step with the expected and the found event, or the fault of the recording.
  public var description: String {
    switch self {
    case .diverged(let step, let name, let expected, let found):
      "Step \(step), \(name), is not what was recorded: expected \(expected), and found \(found)."
    case .unknownStep(let name):
      "The replay does not know the step \(name): add it to the closure that takes the steps."
    case .commitsOutside(let count):
      "\(count) commits were made outside of steps, so the recording cannot be replayed: write inside session.step(…) { … }."
    case .unreadable(let line, let expected): "Line \(line) of the recording cannot be read: expected \(expected)."
    }
  }
}
