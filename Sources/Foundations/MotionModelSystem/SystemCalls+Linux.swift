#if !canImport(Darwin)
  #if canImport(Android)
    package import Android
  #endif
  package import Foundation

  // Linux with the libraries of GNU and of Musl, and Android. What is an enumeration in one of them and a number in
  // another goes through `number(_:)`.

  extension SystemCalls {
    package static func make(_ condition: UnsafeMutablePointer<Condition>) {
      condition.initialize(to: Condition())
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)  // which nobody sets
      pthread_cond_init(condition, &attributes)
      pthread_condattr_destroy(&attributes)
    }

    /// Gives the lock back until the thread is woken, or some time has passed.
    package static func wait(
      for condition: UnsafeMutablePointer<Condition>, _ lock: UnsafeMutablePointer<Lock>, atMost time: Duration
    ) {
      var (now, rest) = (timespec(), span(time))
      clock_gettime(CLOCK_MONOTONIC, &now)
      rest.tv_sec += now.tv_sec
      rest.tv_nsec += now.tv_nsec
      if rest.tv_nsec >= 1_000_000_000 { (rest.tv_sec, rest.tv_nsec) = (rest.tv_sec + 1, rest.tv_nsec - 1_000_000_000) }
      pthread_cond_timedwait(condition, lock, &rest)
    }

    /// The function is not in the system's module, and may be missing. The size of the stack is unknown then.
    private typealias StackAttributes = @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> Int32

    static func lookUpStackEnd() -> Int {
      guard let symbol = dlsym(nil, "pthread_getattr_np") else { return .max }
      // The type is that of the function in the headers of the system's C library.
      let read = unsafeBitCast(symbol, to: StackAttributes.self)
      let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
      defer { attributes.deallocate() }
      guard read(pthread_self(), attributes) == 0 else { return .max }
      defer { pthread_attr_destroy(attributes) }
      var (address, size): (UnsafeMutableRawPointer?, Int) = (nil, 0)
      guard pthread_attr_getstack(attributes, &address, &size) == 0 else { return .max }
      return address.map { Int(bitPattern: $0) } ?? .max
    }

    private typealias Trim = @convention(c) (Int) -> Int32

    /// The library of GNU keeps memory that lies between pieces in use, and others give it back themselves.
    static func giveMemoryBack() {
      if let symbol = dlsym(nil, "malloc_trim") { _ = unsafeBitCast(symbol, to: Trim.self)(0) }
    }

    /// Lets the calling thread run behind others of the program, if there are more than processors.
    package static func stepBack() {
      // The priority is one of the thread here.
      setpriority(.init(UInt32(number(PRIO_PROCESS))), 0, 10)
    }

    /// A program may write beside each file that it may write.
    package static let hasSandboxes = false

    package static func modificationTime(of status: stat) -> timespec { status.st_mtim }

    /// Waits until a file or a folder is on the disk; returns a negative number for an error.
    package static func flush(_ descriptor: Int32, contentOnly: Bool) -> Int32 {
      contentOnly ? fdatasync(descriptor) : fsync(descriptor)
    }

    package static let streamSocket = number(SOCK_STREAM)

    /// With these flags, sending to a connection that has ended is an error, and not a signal, as far as
    /// ``silence(_:)`` has not seen to it.
    package static let sendFlags = number(MSG_NOSIGNAL)

    /// Lets sending to a connection that has ended be an error, and not a signal: the flags do.
    package static func silence(_ socket: Int32) {}

    /// Begins to notice changes in a folder; negative if the system does not.
    static func watch(_ folder: String) -> Int32 {
      let descriptor = inotify_init()
      if descriptor < 0 { return descriptor }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      let events = UInt32(number(IN_MODIFY)) | UInt32(number(IN_CREATE)) | UInt32(number(IN_MOVED_TO))
      if inotify_add_watch(descriptor, folder, events) >= 0 { return descriptor }
      close(descriptor)
      return -1
    }

    private static func number(_ number: some BinaryInteger) -> Int32 { numericCast(number) }

    private static func number(_ name: some RawRepresentable<UInt32>) -> Int32 { numericCast(name.rawValue) }
  }
#endif
