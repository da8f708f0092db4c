#if canImport(Darwin)
  package import Foundation

  extension SystemCalls {
    package static func make(_ condition: UnsafeMutablePointer<Condition>) {
      condition.initialize(to: Condition())
      pthread_cond_init(condition, nil)
    }

    /// Gives the lock back until the thread is woken, or some time has passed.
    package static func wait(
      for condition: UnsafeMutablePointer<Condition>, _ lock: UnsafeMutablePointer<Lock>, atMost time: Duration
    ) {
      var rest = span(time)
      pthread_cond_timedwait_relative_np(condition, lock, &rest)
    }

    static func lookUpStackEnd() -> Int {
      let thread = pthread_self()
      return Int(bitPattern: pthread_get_stackaddr_np(thread)) - pthread_get_stacksize_np(thread)
    }

    static func giveMemoryBack() { malloc_zone_pressure_relief(nil, 0) }

    /// Lets the calling thread run behind others of the program, if there are more than processors.
    package static func stepBack() { pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0) }

    /// An app in a sandbox may write the file that its user has picked, and nothing beside it.
    package static let hasSandboxes = true

    package static func modificationTime(of status: stat) -> timespec { status.st_mtimespec }

    /// Waits until a file or a folder is on the disk; returns a negative number for an error.
    package static func flush(_ descriptor: Int32, contentOnly: Bool) -> Int32 {
      // `fsync` leaves the bytes in the memory of the drive. Some volumes, such as those of networks, know no better.
      let result = fcntl(descriptor, F_FULLFSYNC)
      return result < 0 && [ENOTSUP, ENOTTY, EINVAL].contains(errno) ? fsync(descriptor) : result
    }

    /// A folder says nothing of what is written to its files.
    static func watch(_ folder: String) -> Int32 { -1 }

    package static let streamSocket: Int32 = SOCK_STREAM

    /// With these flags, sending to a connection that has ended is an error, and not a signal, as far as
    /// ``silence(_:)`` has not seen to it.
    package static let sendFlags: Int32 = 0

    /// Lets sending to a connection that has ended be an error, and not a signal.
    package static func silence(_ socket: Int32) {
      var on: Int32 = 1
      setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    }
  }
#endif
