import Foundation

/// Distinguishes the calling thread from all other live threads.
///
/// `Thread.current` creates an object for each thread that Foundation did not start, and takes ten times as long.
package struct ThreadNumber: Sendable, Hashable {
  private let bits: UInt

  /// The calling thread.
  package static var current: ThreadNumber {
    // NB: The type is a number on some systems and a pointer on others, and has the size of a word everywhere.
    ThreadNumber(bits: withUnsafeBytes(of: pthread_self()) { $0.loadUnaligned(as: UInt.self) })
  }
}
