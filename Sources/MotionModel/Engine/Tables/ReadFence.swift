import Synchronization

/// Orders reads of tables before later changes of the same memory, for a store, its snapshots and its branches.
///
/// Versions of a table share nearly all of their memory, and a piece of memory is changed in place when only one
/// version holds it. The reference count says whether others hold it. But a count that is back at one does not order
/// earlier reads before the change: reference counting does not promise that, and the thread sanitizer does not see it.
/// These rules establish the order, whatever the count promises:
///
/// 1. *A reader passes the fence when it has read everything, and releases the version afterwards.* For the last
///    reference to a version, the version's `deinit` passes the fence.
/// 2. *A writer passes the fence between learning that no other thread holds a version and changing it.* Passing is an
///    atomic read and write, so all passages have an order, and all actions before a passage are seen after every later
///    passage. If the reader's passage came after the writer's, the reader would also release the version after the
///    writer's passage; but the writer has learnt of that release before its passage. Therefore the reader's passage
///    comes first, and all its reads precede the writer's changes.
/// 3. *The pieces of versions are copied, changed and released inside the gate*, which one thread at a time is in. A
///    version that is freed leaves its pieces to the next thread in the gate, which frees them: no thread waits for the
///    gate to release a version. If a writer finds a piece unshared, all other holders have therefore released it
///    inside the gate and, by rule 1, read it before.
///
/// Readers do not go through the gate, and no thread waits for them, except for readers that look up one row in place,
/// without holding a version: a writer waits until they are done before it changes what is published; see
/// ``InPlaceReaders``.
@usableFromInline final class ReadFence: Sendable {
  private let passages = Atomic<Int>(0)
  /// NB: It holds an unused number, because the thread sanitizer takes access to a zero-sized value for access to
  /// the lock beside it.
  private let gate = Locked(0)
  /// The memory of freed versions, until a thread frees it in the gate.
  private let remains = Locked<[any Sendable]>([])
  /// The number of `remains`, which is read without the lock.
  private let remainsCount = Atomic<Int>(0)
  /// The readers of published tables in place.
  let inPlace = InPlaceReaders()
  /// The pages of the tables, which belong to the same memory.
  let pages = PageMemory()
  /// How many threads scan the tables.
  let threads = ScanThreads()

  /// Called when everything has been read, while the version is still held.
  func readerIsDone() { passages.add(1, ordering: .acquiringAndReleasing) }

  /// Called when a writer has learnt whether others hold a version, before anything is changed.
  func writerIsAlone() { passages.add(1, ordering: .acquiringAndReleasing) }

  /// Calls `body`, which changes tables, inside the gate.
  func changing<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    defer { freeRemains() }
    return try gate.withLock { _ throws(Failure) in try body() }
  }

  /// Takes the memory of a freed version, which is freed inside the gate.
  func free(_ remains: any Sendable) {
    self.remains.withLock { $0.append(remains) }
    remainsCount.add(1, ordering: .sequentiallyConsistent)
    freeRemains()
  }

  private func freeRemains() {
    while remainsCount.load(ordering: .sequentiallyConsistent) > 0 {
      // The thread that is in the gate now calls this function afterwards.
      if gate.withLockIfAvailable({ _ in takeRemains() }) == nil { return }
    }
  }

  private func takeRemains() {
    var taken: [any Sendable] = []
    remains.withLock { swap(&$0, &taken) }
    remainsCount.subtract(taken.count, ordering: .sequentiallyConsistent)
  }
}
