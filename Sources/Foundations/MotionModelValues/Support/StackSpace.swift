import Foundation

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
      let left = Int(bitPattern: here) - end
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

  /// The lowest address of the calling thread's stack. It is looked up once for each thread, because the lookup may
  /// be slow on the main thread.
  private static var end: Int {
    if let known = pthread_getspecific(key) { return Int(bitPattern: known) }
    let end = lookUpEnd()
    pthread_setspecific(key, UnsafeRawPointer(bitPattern: end))
    return end
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  #if canImport(Darwin)
    private static func lookUpEnd() -> Int {
      let thread = pthread_self()
      return Int(bitPattern: pthread_get_stackaddr_np(thread)) - pthread_get_stacksize_np(thread)
    }
  #else
    /// The function is not in the system's module, and may be missing. The size of the stack is unknown then.
    private typealias Attributes = @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> Int32

    private static func lookUpEnd() -> Int {
      guard let symbol = dlsym(nil, "pthread_getattr_np") else { return .max }
      // The type is that of the function in the headers of the system's C library.
      let read = unsafeBitCast(symbol, to: Attributes.self)
      let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
      defer { attributes.deallocate() }
      guard read(pthread_self(), attributes) == 0 else { return .max }
      defer { pthread_attr_destroy(attributes) }
      var (address, size): (UnsafeMutableRawPointer?, Int) = (nil, 0)
      guard pthread_attr_getstack(attributes, &address, &size) == 0 else { return .max }
      return address.map { Int(bitPattern: $0) } ?? .max
    }
  #endif
}
