import Foundation

/// The lock of a file, so that one process at a time writes it. It is released when the last reference is gone, or when
/// the process ends, however it ends.
///
/// It is a file of its own beside the other, with `.lock` behind its name, because the other may be replaced. It holds
/// the id of the process, for the error of the next one. It is never removed: a process could lock a file that another
/// process has just removed.
package final class FileLock: Sendable {
  private let file: any OpenFile

  /// Locks a file, which need not exist.
  ///
  /// - Throws: ``DiskError`` with the reason ``DiskError/Reason/inUse(process:)`` if it is locked, also by this process.
  package init(of path: String, in files: some FileSystem) throws(DiskError) {
    file = try files.open(try files.destination(of: path) + ".lock", .writingOrCreating)
    guard try file.takeLock() else { throw DiskError(.lock, path, .inUse(process: Self.holder(of: file))) }
    // On a full disk, the error of the next process does not name this one.
    try? file.cut(to: 0)
    try? file.write(Array("\(ProcessInfo.processInfo.processIdentifier)\n".utf8), at: 0)
  }

  /// Returns the id of the process that has the lock, or nil if it has not written it yet.
  private static func holder(of file: any OpenFile) -> Int32? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = bytes.withUnsafeMutableBytes { (try? file.read(into: $0, at: 0)) ?? 0 }
    return Int32(String(decoding: bytes.prefix(count).prefix { $0 != 10 }, as: UTF8.self))
  }
}
