import Foundation
import MotionModel
import MotionModelStorage

/// The right to replace a file: no process has a store open there, and none opens one meanwhile.
struct FileClaim {
  /// The lock of a file that a store may be opened from; nil for other files.
  private let lock: FileLock?

  /// - Throws: `DiskError` if a process has the lock.
  init(_ url: URL, as format: FileFormat?) throws {
    let (path, files) = (url.path(percentEncoded: false), DiskFiles())
    // A lock leaves a file behind, so it is taken only beside a store's file, or where a store was opened before.
    let isNeeded = try Self.isStore(url, as: format) || files.exists(try files.destination(of: path) + ".lock")
    lock = isNeeded ? try FileLock(of: path, in: files) : nil
  }

  /// Whether a file may be that of an opened store.
  static func isStore(_ url: URL, as format: FileFormat?) throws(DiskError) -> Bool {
    guard try DiskFiles().exists(url.path(percentEncoded: false)) else { return false }
    return (format ?? FileFormat(of: url) ?? firstBytes(of: url)) == .compact
  }

  /// The format that the first bytes of a file say.
  private static func firstBytes(of url: URL) -> FileFormat? {
    let bytes = try? FileHandle(forReadingFrom: url).read(upToCount: 64)
    return bytes.flatMap { FileFormat(of: $0) }
  }

  /// Keeps the claim until here.
  func release() { withExtendedLifetime(lock) {} }
}
