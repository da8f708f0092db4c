import Synchronization

/// Orders reads of the versions of a tree before later changes of the nodes that they share.
///
/// A node is changed in place when only one version holds it, of which the reference count tells. That does not order
/// the reads of others, who have released their versions, before the change: reference counting does not promise it. So
/// who has read passes the fence before releasing the version, and who changes passes it after learning to be alone
/// with a node. Passing is one atomic operation that reads and writes; the store's tables are protected in the same
/// way, where it is explained at length.
final class LiveFence: Sendable {
  private let passages = Atomic<Int>(0)

  /// Called when something was read, and before something is changed.
  func pass() { passages.add(1, ordering: .acquiringAndReleasing) }
}
