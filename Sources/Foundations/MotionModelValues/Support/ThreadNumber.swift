public import MotionModelSystem

/// Distinguishes the calling thread from all other live threads.
///
/// `Thread.current` creates an object for each thread that Foundation did not start, and takes ten times as long.
@usableFromInline
package struct ThreadNumber: Sendable, Hashable {
  /// Never 0.
  @usableFromInline package let bits: UInt

  @inlinable
  package init(bits: UInt) { self.bits = bits }

  /// The calling thread.
  @inlinable package static var current: ThreadNumber { ThreadNumber(bits: SystemCalls.thread) }

  /// Returns a number below 16 that is the same for each call on the thread, and that different threads seldom share.
  @inlinable package var sixteenth: Int { Int(truncatingIfNeeded: (UInt64(bits) &* 0x9E37_79B9_7F4A_7C15) &>> 60) }
}
