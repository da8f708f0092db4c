import Foundation

/// What tells the calling thread from all others that are alive.
///
/// `Thread.current` would do, but makes an object for each thread that Foundation did not start, and takes ten times as long.
struct ThreadNumber: Sendable, Equatable {
  private let bits: UInt

  /// The calling thread.
  static var current: ThreadNumber {
    // NB: It is a number on some systems and a pointer on others, of the size of a word everywhere.
    ThreadNumber(bits: withUnsafeBytes(of: pthread_self()) { $0.loadUnaligned(as: UInt.self) })
  }
}
