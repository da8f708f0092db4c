import MotionModel

/// How the interests of a live value change with a commit.
struct LiveInterestChanges: Sendable {
  /// New interests, by their numbers.
  var added: [Int: LiveInterest] = [:]
  /// The numbers of those that are not needed any more.
  var removed: [Int] = []
}
