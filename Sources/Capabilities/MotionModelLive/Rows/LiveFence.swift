import Synchronization

/// Orders reads of the versions of a tree before later changes of the nodes that they share.
///
/// A node is changed in place when only one version holds it, which its reference count shows. Reference counting does
/// not promise that reads by threads that have released their versions are ordered before the change. So readers pass
/// the fence before they release their version, and a writer passes it once it is the only holder of a node. Passing is
/// one atomic operation that reads and writes. The store's tables are protected in the same way, with a longer
/// explanation.
final class LiveFence: Sendable {
  private let passages = Atomic<Int>(0)

  /// Called when something was read, and before something is changed.
  func pass() { passages.add(1, ordering: .acquiringAndReleasing) }
}
