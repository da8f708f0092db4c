import Synchronization

/// Orders what is read in tables before what is changed in them, for a store, its snapshots and its branches.
///
/// Versions of a table share nearly all of their memory, and a piece of it is changed in place when nobody else has it. Who has it is
/// known by counting references; but that a count is one again says nothing of when the others were done with reading, neither by what
/// is promised of the count nor to the thread sanitizer, which does not see it. These rules do, whatever the count promises:
///
/// 1. *A reader passes the fence when it has read everything, and lets go of the version then.* So does the last who lets go of a
///    version, when that goes.
/// 2. *A writer passes the fence after it has learnt that it is alone with a version, and before it changes anything.* Passing is one
///    atomic operation that reads and writes, so all passages stand in one order, and what was done before one is seen after each later
///    one. Were the reader's passage the later of two, then so would be its letting go, of which the writer has learnt before its own.
///    Therefore it is the earlier one, and all that the reader read was read before the writer changes it.
/// 3. *The pieces of versions are copied, changed and let go of inside the gate*, which one thread at a time is in. A version that goes
///    hands its pieces to whoever is in the gate next, who frees them: nobody waits for the gate to let go. A writer who finds a piece
///    that nobody else has therefore knows that all others let go of it in the gate before, and by 1 that it was read before.
///
/// Readers do not go through the gate, and nobody waits for them.
@usableFromInline
final class ReadFence: Sendable {
  private let passages = Atomic<Int>(0)
  /// NB: It holds a number of no meaning, because the thread sanitizer takes access to a value of no size for access to the lock beside it.
  private let gate = Locked(0)
  /// What is left of versions that are gone, until somebody frees it in the gate.
  private let remains = Locked<[TableVersion.Remains]>([])
  /// How many there are, to be looked at without the lock.
  private let remainsCount = Atomic<Int>(0)

  /// Called when everything has been read, while the version is still held.
  func readerIsDone() { passages.add(1, ordering: .acquiringAndReleasing) }

  /// Called when a writer has learnt who else holds a version, before anything is changed.
  func writerIsAlone() { passages.add(1, ordering: .acquiringAndReleasing) }

  /// Lets `body` change tables, while nobody else does.
  func changing<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    defer { freeRemains() }
    return try gate.withLock { _ throws(Failure) in try body() }
  }

  /// Takes what a version leaves behind that is gone.
  func free(_ remains: TableVersion.Remains) {
    self.remains.withLock { $0.append(remains) }
    remainsCount.add(1, ordering: .sequentiallyConsistent)
    freeRemains()
  }

  private func freeRemains() {
    while remainsCount.load(ordering: .sequentiallyConsistent) > 0 {
      // Whoever is in the gate now comes here afterwards.
      if gate.withLockIfAvailable({ _ in takeRemains() }) == nil { return }
    }
  }

  private func takeRemains() {
    var taken: [TableVersion.Remains] = []
    remains.withLock { swap(&$0, &taken) }
    remainsCount.subtract(taken.count, ordering: .sequentiallyConsistent)
  }
}
