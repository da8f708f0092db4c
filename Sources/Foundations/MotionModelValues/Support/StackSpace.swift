import MotionModelSystem

/// The space left on the calling thread's stack.
///
/// A `Codable` type decodes itself by recursion, with frames whose size only the compiler knows. A limit on depth
/// alone cannot prevent the overflow of a small stack, such as the 512 KB of a dispatch queue's thread.
package enum StackSpace {
  /// Returns whether too little of the stack is left for another level of nesting.
  ///
  /// - Parameter depth: The length of the coding path if the coder is not one of this package. Foundation's coder
  ///   visits the path by recursion for each error, even for errors that are caught.
  package static func isNearlyUsedUp(atDepth depth: Int = 0) -> Bool {
    var mark: UInt8 = 0
    return withUnsafeMutablePointer(to: &mark) { here in
      let left = Int(bitPattern: here) - SystemCalls.stackEnd
      // An address outside the stack is that of a sanitizer build, which keeps variables elsewhere. Nothing is
      // known then.
      return left >= 0 && left < reserve + depth * pathFrame
    }
  }

  /// The words of an error for a value that needs more stack than the thread has.
  package static let tooDeep = "nested deeper than the stack of this thread allows"

  /// The stack that is kept for the work on one level: the largest frames seen in builds without optimisation.
  private static let reserve = 96 * 1024

  /// The stack that one element of a coding path takes: 256 bytes were measured.
  private static let pathFrame = 384
}
