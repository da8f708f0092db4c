import MotionModel
import MotionModelTestSupport

/// Something that is watched while commits are made.
protocol WatchedLive: Sendable {
  /// What is wrong now; empty if nothing is.
  var faults: [String] { get }
  /// How often its handler was called.
  var toldCount: Int { get }
  /// Takes note that nobody was told of the last commits.
  func noteSilence()
}

/// What a handler was told.
struct Told<Shown: Sendable>: Sendable {
  /// What is shown, as far as was told.
  private(set) var shown: Shown
  private(set) var count = 0
  /// Whether there may be something that nobody was told.
  var isSilent = false
  private(set) var faults: [String] = []

  init(_ shown: Shown) { self.shown = shown }

  mutating func take(_ shown: Shown, _ faults: [String]) {
    (self.shown, count, isSilent) = (shown, count + 1, false)
    self.faults += faults
  }
}
