import Foundation

extension Thread {
  /// Lets the calling thread run behind others of the program, if there are more than processors.
  static func stepBack() {
    #if canImport(Glibc)
      // On Linux, a priority is one of a thread.
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
    #elseif canImport(Musl)
      setpriority(PRIO_PROCESS, 0, 10)
    #else
      pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0)
    #endif
  }
}
