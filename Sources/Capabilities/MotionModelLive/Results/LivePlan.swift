import MotionModel
import MotionModelValues

/// How a live result is kept true; see ``LiveValue/plan``.
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

#if DEBUG
  extension LivePlan {
    private static let warned = Locked<Set<String>>([])

    /// Warns, once in a process for each model and part, of a finder that is run again after each commit.
    func warn(of model: String) {
      guard case .runsAgain(let part) = self, Self.warned.withLock({ $0.insert("\(model) \(part)").inserted }) else {
        return
      }
      Log.warning(
        """
        \(model): a live result \(self), which may look at anything. Where it need not be code, write it as a \
        condition or an order of columns and relations, which follows the changes. Its plan says which it does.
        """)
    }
  }
#endif
