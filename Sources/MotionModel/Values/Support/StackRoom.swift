import Foundation

/// How much of the calling thread's stack is left.
///
/// A `Codable` type decodes itself by recursion, with frames whose size only the compiler knows. A limit on depth alone
/// cannot keep it from the end of a small stack, such as the 512 KB of a dispatch queue's thread.
enum StackRoom {
  /// Whether too little is left for another level of nesting.
  ///
  /// - Parameter depth: How many levels there are, where a coder of others is at work: Foundation's goes through them, one call in the
  ///   other, for the path that each error has, those included that are caught again.
  static func isNearlyUsedUp(atDepth depth: Int = 0) -> Bool {
    var mark: UInt8 = 0
    return withUnsafeMutablePointer(to: &mark) { here in
      let left = Int(bitPattern: here) - end
      // An address outside the stack is that of a checked build, which keeps variables elsewhere: nothing is known there.
      return left >= 0 && left < reserve + depth * pathFrame
    }
  }

  /// What an error says was found in place of a value for which the stack is large enough.
  static let tooDeep = "nested deeper than the stack of this thread allows"

  /// What is kept for the work on one level, in the largest frames seen in builds without optimisation.
  private static let reserve = 96 * 1024

  /// What a level of a path takes: 256 bytes were seen.
  private static let pathFrame = 384

  /// The lowest address of the calling thread's stack. It is looked up once for each thread: that of the main thread may take
  /// the system a while to find.
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
    /// The function is not among those of the system's module, and may be missing; then nothing is known of the stack.
    private typealias Attributes = @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> Int32

    private static func lookUpEnd() -> Int {
      guard let symbol = dlsym(nil, "pthread_getattr_np") else { return .max }
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
