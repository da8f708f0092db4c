import Foundation

/// Waits for changes of the files in a folder.
package final class FolderWatch: Sendable {
  private let descriptor: Int32

  /// - Returns: Nil if the system does not say when files change.
  package init?(_ folder: String) {
    descriptor = SystemCalls.watch(folder)
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  /// Waits until something has changed since the last call, or some time has passed.
  package func wait(atMost time: Duration) {
    var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    if poll(&event, 1, Int32(clamping: Int64(time / .milliseconds(1)))) <= 0 { return }
    // What has changed is of no interest.
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { bytes in
      while SystemCalls.read(bytes, from: descriptor) > 0 {}
    }
  }
}
