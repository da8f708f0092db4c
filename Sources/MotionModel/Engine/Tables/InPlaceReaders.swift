import MotionModelSystem
import Synchronization

/// Knows which threads read tables in place: under no lock, and without a reference of their own.
///
/// Looking up one row takes less time than a lock and the counting of references. So a thread that only looks up a row
/// takes one of 16 flags instead, and a thread about to change the published tables announces the change, and waits
/// until nobody reads in place:
///
/// 1. A reader takes a flag that is free, and then looks whether a change is announced. If so, it returns the flag and
///    waits.
/// 2. A writer counts its change, and then looks at all flags until each was free once.
///
/// All of these are atomic, in one order. So of a reader and a writer at the same time, at least one sees the other:
/// either the reader leaves, or the writer waits for it. What the reader has read happens before the change, because
/// the writer has seen the flag that the reader returned; and the writer's change happens before later reads, which see
/// the end of the change.
///
/// A reader must run no users' code, which could wait for a writer. A store, its snapshots and its branches share one
/// object.
@usableFromInline final class InPlaceReaders: @unchecked Sendable {
  /// A flag that a reader has taken.
  @usableFromInline struct Flag: Sendable {
    fileprivate nonisolated(unsafe) let value: UnsafeMutablePointer<Atomic<Bool>>

    /// Takes the flag if it is free.
    @inline(__always)
    fileprivate func take() -> Bool { !value.pointee.exchange(true, ordering: .sequentiallyConsistent) }

    /// Returns the flag. What was read in place may have changed from now on.
    ///
    /// NB: It must be called, and not inlined. The compiler moves the counting of a reference, which belongs to the
    /// copy of a row, behind an atomic store, and so behind the end of the reading (Swift 6.3); it does not move it
    /// behind a call.
    @inline(never) @usableFromInline func giveBack() { value.pointee.store(false, ordering: .releasing) }
  }

  /// How many flags there are. A thread tries the one of its ``ThreadNumber/sixteenth`` first, so that threads seldom
  /// wait for each other's memory.
  private static let count = 16
  /// The distance of flags, in bytes: what processors fetch together.
  private static let stride = 128
  /// How often a thread looks whether a change is over before it waits in another way: for a few microseconds.
  private static let patience = 2_000

  /// NB: Atomics cannot be elements of an array. They are only used by their atomic operations, so threads may share
  /// them.
  private let flags: UnsafeMutableRawPointer
  /// The number of changes under way.
  private let changes = Atomic<Int>(0)

  init() {
    flags = .allocate(byteCount: Self.count * Self.stride, alignment: Self.stride)
    for index in 0..<Self.count {
      (flags + index * Self.stride).bindMemory(to: Atomic<Bool>.self, capacity: 1).initialize(to: Atomic(false))
    }
  }

  deinit { flags.deallocate() }

  private func flag(_ index: Int) -> Flag {
    Flag(value: (flags + index &* Self.stride).assumingMemoryBound(to: Atomic<Bool>.self))
  }

  // MARK: - Readers

  /// Takes a flag, under which the calling thread reads in place.
  ///
  /// - Returns: The flag; nil if changes do not end for some time.
  @inline(__always) func enter() -> Flag? {
    let index = ThreadNumber.current.sixteenth
    let flag = flag(index)
    guard flag.take() else { return enter(from: index) }
    if changes.load(ordering: .sequentiallyConsistent) == 0 { return flag }
    flag.giveBack()
    return enter(from: index)
  }

  /// Takes a free flag, the first from an index on, and lets changes pass before: for a few microseconds, because a
  /// thread that sleeps on a lock wakes much later.
  @inline(never) private func enter(from index: Int) -> Flag? {
    var next = index
    for _ in 0..<Self.patience where changes.load(ordering: .acquiring) == 0 {
      let flag = flag(next % Self.count)
      next += 1
      guard flag.take() else { continue }
      if changes.load(ordering: .sequentiallyConsistent) == 0 { return flag }
      flag.giveBack()
    }
    return nil
  }

  // MARK: - Writers

  /// Announces a change, and waits until nobody reads in place.
  func beginChange() {
    changes.wrappingAdd(1, ordering: .sequentiallyConsistent)
    for index in 0..<Self.count {
      let flag = flag(index)
      var tries = 0
      while flag.value.pointee.load(ordering: .sequentiallyConsistent) {
        tries += 1
        // A reader is inside for some hundred nanoseconds, unless the system has stopped its thread.
        if tries > 1_000 { SystemCalls.giveWay(long: tries > 2_000) }
      }
    }
  }

  func endChange() { changes.wrappingSubtract(1, ordering: .releasing) }
}
