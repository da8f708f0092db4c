import Synchronization

/// Lets the writer see that readers are done with the memory that it is about to change.
///
/// A version of a table may be changed in place once nobody else holds it, which the writer learns from its reference count.
/// The count orders memory in practice, but nothing promises that it does, and the thread sanitizer cannot see it. So a reader
/// passes this fence before it lets go of a version, and the writer passes it before it changes one.
@usableFromInline
final class ReadFence: Sendable {
  private let passages = Atomic<Int>(0)

  /// Called when everything has been read, while the version is still held.
  func readerIsDone() { passages.add(1, ordering: .acquiringAndReleasing) }

  /// Called before anything is changed.
  func writerBegins() { _ = passages.load(ordering: .acquiring) }
}
