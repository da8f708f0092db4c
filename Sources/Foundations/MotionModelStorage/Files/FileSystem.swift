import MotionModelSystem

/// What durable files need of a system: the seam between the storage and the disk.
///
/// ``DiskFiles`` is the real one. Tests use a system in memory, which fails any call and forgets what was not flushed.
///
/// A name in a folder is durable once ``OpenFolder/flush()`` returned after the call that created, renamed or removed
/// it; the content of a file once ``OpenFile/flush(_:)`` returned after it was written.
package protocol FileSystem: Sendable {
  /// Opens a file. Folders, devices and pipes are refused.
  func open(_ path: String, _ mode: OpenMode) throws(DiskError) -> any OpenFile

  /// Opens a folder, to flush it later. The operation of its errors is ``DiskError/Operation/flushFolder``.
  func openFolder(_ path: String) throws(DiskError) -> any OpenFolder

  /// Gives a file another name, on the same disk. A file that has that name is replaced in one step.
  func rename(_ path: String, to newPath: String) throws(DiskError)

  /// Gives a file a second name, in the same folder, that no file has.
  func link(_ path: String, as newPath: String) throws(DiskError)

  /// Removes a file, or an empty folder.
  func remove(_ path: String) throws(DiskError)

  /// Creates a folder for the temporary file of a file in whose own folder none may be created: on the same disk.
  ///
  /// - Returns: Its path, or nil if the system has no such folder.
  func createReplacementFolder(for path: String) throws(DiskError) -> String?

  /// Returns the names of the files in a folder, in no order.
  func names(in folder: String) throws(DiskError) -> [String]

  /// Returns what the system knows about a file, and nil if there is none. Links are followed.
  func status(of path: String) throws(DiskError) -> FileStatus?

  /// Returns what a symbolic link says, and nil if the path is not one.
  func linkTarget(of path: String) throws(DiskError) -> String?
}

extension FileSystem {
  package func exists(_ path: String) throws(DiskError) -> Bool { try status(of: path) != nil }

  /// Returns all bytes of a file.
  package func bytes(of path: String) throws(DiskError) -> [UInt8] {
    let file = try open(path, .reading)
    var bytes = [UInt8](repeating: 0, count: Int(clamping: try file.size()))
    let result = bytes.withUnsafeMutableBytes { bytes in
      Result { () throws(DiskError) in try file.read(into: bytes, at: 0) }
    }
    return Array(bytes.prefix(try result.get()))
  }

  /// Keeps the content of a file, which is about to be replaced, under another name. A file that has the name is taken
  /// for the same.
  package func keep(_ path: String, as newPath: String) throws(DiskError) {
    if try exists(newPath) { return }
    do throws(DiskError) { try link(path, as: newPath) } catch {
      // A file system without links. What is wrong otherwise is found by the copy.
      return try copy(path, to: newPath)
    }
    try flushFolder(FilePath.folder(of: newPath))
  }

  /// Waits until the names in a folder are on the disk.
  package func flushFolder(_ path: String) throws(DiskError) { try openFolder(path).flush() }
}

/// What a system knows about a file.
package struct FileStatus: Hashable, Sendable {
  /// Who may do what, such as `0o644`.
  package let permissions: UInt16
  /// Whether it is a file with content, and no folder, device or pipe.
  package let isRegular: Bool
  package let version: FileVersion

  package init(permissions: UInt16, isRegular: Bool, version: FileVersion) {
    (self.permissions, self.isRegular, self.version) = (permissions, isRegular, version)
  }
}

/// The identity of a file and its time of writing. It changes when the file is replaced or written.
package struct FileVersion: Hashable, Sendable {
  private let numbers: [Int64]

  package init(_ numbers: Int64...) { self.numbers = numbers }
}

/// How a file is opened.
package enum OpenMode: Hashable, Sendable {
  /// For reading. The file exists.
  case reading
  /// For reading and writing. The file exists.
  case writing
  /// For reading and writing. The file is new, and has the usual permissions; one that exists is an error.
  case creating
  /// The same, with a file that only the user may read and write, until its permissions are set.
  case creatingPrivate
  /// For reading and writing. The file is created if there is none.
  case writingOrCreating
}

/// What a flush waits for.
package enum FlushScope: Hashable, Sendable {
  /// The content, and the size that is needed to read it.
  case content
  /// The content and all that the system knows about the file.
  case everything
}

/// An open file. It is closed when the last reference is gone.
///
/// Several threads may use it at once. Writes to the same bytes must not overlap.
package protocol OpenFile: AnyObject, Sendable {
  var path: String { get }

  /// Fills a buffer with bytes from a position on.
  ///
  /// - Returns: The number of bytes read. It is less than the buffer's only at the end of the file.
  func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int64) throws(DiskError) -> Int

  /// Writes all bytes at a position. If it throws, any part of them may have been written.
  func write(_ bytes: UnsafeRawBufferPointer, at position: Int64) throws(DiskError)

  func size() throws(DiskError) -> Int64

  /// Sets the size of the file: what is behind it is gone.
  func cut(to size: Int64) throws(DiskError)

  /// Waits until what was written is on the disk.
  ///
  /// After an error nothing is known about what was written before, and a second flush proves nothing: the system may
  /// have forgotten what it could not write.
  func flush(_ scope: FlushScope) throws(DiskError)

  func setPermissions(_ permissions: UInt16) throws(DiskError)

  /// Whether the path still leads to this file: another process may have removed or replaced it.
  var isInPlace: Bool { get }

  /// Takes the lock of the file, unless it is held already. It is released when the file is closed or the process ends.
  ///
  /// - Parameter isShared: Whether others may have the lock as well, who share it too. A lock that this file has
  ///   becomes such a lock, or a lock of its own; meanwhile another one may take it.
  /// - Returns: Whether it was taken.
  func takeLock(isShared: Bool) throws(DiskError) -> Bool

  /// Releases the lock before the file is closed.
  func releaseLock()
}

/// An open folder.
package protocol OpenFolder: AnyObject, Sendable {
  /// Waits until the names in it are on the disk.
  func flush() throws(DiskError)
}

extension OpenFile {
  /// Takes the lock of the file for itself.
  package func takeLock() throws(DiskError) -> Bool { try takeLock(isShared: false) }

  /// Takes the lock of the file, and waits for others who have the lock.
  ///
  /// - Returns: Whether it was taken.
  package func waitForLock(isShared: Bool = false, atMost patience: Duration) throws(DiskError) -> Bool {
    var (attempt, start): (Int, ContinuousClock.Instant?) = (0, nil)
    while try !takeLock(isShared: isShared) {
      // A lock that is free costs no look at the clock.
      let begun = start ?? .now
      if .now - begun > patience { return false }
      start = begun
      // At first it is a matter of microseconds.
      SystemCalls.giveWay(long: attempt > 20)
      attempt += 1
    }
    return true
  }

  /// Flushes the content of a file that is opened again by its path. What was written to a file that is gone is gone,
  /// too.
  func flushInPlace() throws(DiskError) {
    try flush(.content)
    if !isInPlace { throw DiskError(.flush, path, .missing) }
  }

  package func write(_ bytes: [UInt8], at position: Int64) throws(DiskError) {
    try withBytes(of: bytes) { bytes throws(DiskError) in try write(bytes, at: position) }
  }
}

/// Calls `body` with the bytes of an array. Unlike `Array.withUnsafeBytes` it keeps the type of the error.
@inline(__always) package func withBytes<Value, Failure: Error>(
  of bytes: [UInt8], _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
) throws(Failure) -> Value {
  let result = bytes.withUnsafeBytes { bytes in Result { () throws(Failure) in try body(bytes) } }
  return try result.get()
}
