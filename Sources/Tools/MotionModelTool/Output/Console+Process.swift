import Foundation
import MotionModelStorage
import MotionModelSystem

extension Console {
  /// The streams of this process. From now on, writing to a pipe without a reader does not end the process.
  package static func process() -> Console {
    signal(SIGPIPE, SIG_IGN)
    return Console(
      output: { bytes throws(OutputError) in try write(bytes, to: STDOUT_FILENO) },
      errors: { bytes throws(OutputError) in try write(bytes, to: STDERR_FILENO) },
      input: { try FileHandle.standardInput.readToEnd() ?? Data() },
      isTerminal: isatty(STDOUT_FILENO) == 1,
      environment: ProcessInfo.processInfo.environment)
  }

  /// Writes all bytes to a file of the process. A pipe without a reader is closed; anything else is an error.
  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(OutputError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = SystemCalls.write(rest, to: descriptor)
      if count < 0 {
        let code = errno
        if code == EINTR { continue }
        throw code == EPIPE ? .closed : .refused(DiskError.Reason(code: code))
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }
}
