/// How a live result is kept true; see ``LiveResults/plan``.
public enum LivePlan: Sendable, Hashable {
  /// From the changes of each commit that can concern it.
  case followsChanges
  /// By running the finder again after each commit of the store, because a part of it is code that may look at
  /// anything: a closure, or a computed property. A rank of a search is such a part, too; but of the commits to its
  /// model, those do not count that no search of the finder concerns, until they have written a hundredth of the
  /// records.
  case runsAgain(because: String)

  init(obstacle: String?) { self = obstacle.map { .runsAgain(because: $0) } ?? .followsChanges }
}

extension LivePlan: CustomStringConvertible {
  /// The plan in words.
  public var description: String {
    switch self {
    case .followsChanges: "follows the changes of each commit"
    case .runsAgain(let part): "runs the finder again after each commit, because of \(part)"
    }
  }
}
