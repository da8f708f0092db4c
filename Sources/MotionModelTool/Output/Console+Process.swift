import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension Console {
  /// The streams of this process. A write to a pipe that nobody reads does not end the process any more.
  package static func process() -> Console {
    signal(SIGPIPE, SIG_IGN)
    return Console(
      output: { write($0, to: STDOUT_FILENO) }, errors: { write($0, to: STDERR_FILENO) },
      input: { try FileHandle.standardInput.readToEnd() ?? Data() },
      terminals: Terminals(output: isatty(STDOUT_FILENO) == 1, errors: isatty(STDERR_FILENO) == 1),
      environment: ProcessInfo.processInfo.environment)
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var rest = bytes
    while let start = rest.baseAddress, !rest.isEmpty {
      #if canImport(Darwin)
        let count = Darwin.write(descriptor, start, rest.count)
      #elseif canImport(Glibc)
        let count = Glibc.write(descriptor, start, rest.count)
      #else
        let count = Musl.write(descriptor, start, rest.count)
      #endif
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return false }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
    return true
  }
}
