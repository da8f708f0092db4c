import Foundation
import MotionModelSystem

/// The files of the system.
package struct DiskFiles: FileSystem {
  package init() {}

  package func open(_ path: String, _ mode: OpenMode) throws(DiskError) -> any OpenFile {
    // Without waiting for the other end of a pipe, which is refused then.
    let flags = mode.flags | O_CLOEXEC | O_NONBLOCK
    let descriptor = try systemCall(.open, path) { openFile(path, flags, mode.permissions) }
    let file = DiskFile(path: path, descriptor: descriptor)
    if try !file.isRegular() { throw DiskError(.open, path, .notAFile) }
    return file
  }

  package func openFolder(_ path: String) throws(DiskError) -> any OpenFolder {
    let descriptor = try systemCall(.flushFolder, path) { openFile(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0) }
    return DiskFolder(path: path, descriptor: descriptor)
  }

  package func rename(_ path: String, to newPath: String) throws(DiskError) {
    try systemCall(.rename, path) { renameFile(path, newPath) }
  }

  package func link(_ path: String, as newPath: String) throws(DiskError) {
    try systemCall(.link, newPath) { linkFile(path, newPath) }
  }

  package func remove(_ path: String) throws(DiskError) {
    try systemCall(.remove, path) { removeFile(path) }
  }

  package func createReplacementFolder(for path: String) throws(DiskError) -> String? {
    if !SystemCalls.hasSandboxes { return nil }
    do {
      return try FileManager.default.url(
        for: .itemReplacementDirectory, in: .userDomainMask, appropriateFor: URL(filePath: path), create: true
      ).path(percentEncoded: false)
    } catch {
      // Foundation's error has no code of the system. The caller was refused the folder of the file before.
      throw DiskError(.replace, path, .notPermitted)
    }
  }

  package func names(in folder: String) throws(DiskError) -> [String] {
    guard let stream = opendir(folder) else { throw DiskError(.list, folder, .init(code: errno)) }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != "." && name != ".." { names.append(name) }
    }
    if errno != 0 { throw DiskError(.list, folder, .init(code: errno)) }
    return names
  }

  package func status(of path: String) throws(DiskError) -> FileStatus? {
    var status = stat()
    do {
      try systemCall(.measure, path) { stat(path, &status) }
    } catch  where error.reason == .missing {
      return nil
    }
    return FileStatus(
      permissions: UInt16(status.st_mode & 0o7777), isRegular: status.isRegular, version: status.version)
  }

  package func linkTarget(of path: String) throws(DiskError) -> String? {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    do {
      let length = try systemCall(.open, path) { readlink(path, &target, target.count) }
      return String(decoding: target.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    } catch  where error.reason == .other(code: EINVAL) || error.reason == .missing {
      return nil
    }
  }
}

extension OpenMode {
  fileprivate var flags: Int32 {
    switch self {
    case .reading: O_RDONLY
    case .writing: O_RDWR
    case .creating, .creatingPrivate: O_RDWR | O_CREAT | O_EXCL
    case .writingOrCreating: O_RDWR | O_CREAT
    }
  }

  /// The permissions of a new file, from which the process's umask takes some away.
  fileprivate var permissions: mode_t { self == .creatingPrivate ? 0o600 : 0o666 }
}

/// How many bytes are read or written by one call. Apple's systems refuse 2 GiB and more, and Linux takes part of them.
private let pieceSize = 1 << 30

/// An open file of the system.
private final class DiskFile: OpenFile {
  let path: String
  private let descriptor: Int32

  init(path: String, descriptor: Int32) { (self.path, self.descriptor) = (path, descriptor) }

  deinit {
    // Closing alone does not release a lock while a process that is being started still has a copy of the descriptor.
    releaseLock()
    close(descriptor)
  }

  func isRegular() throws(DiskError) -> Bool {
    var status = stat()
    try systemCall(.measure, path) { fstat(descriptor, &status) }
    return status.isRegular
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int64) throws(DiskError) -> Int {
    var done = 0
    while done < buffer.count {
      let count = try systemCall(.read, path) {
        pread(
          descriptor, buffer.baseAddress.map { $0 + done }, min(pieceSize, buffer.count - done),
          numericCast(position + Int64(done)))
      }
      if count == 0 { break }
      done += count
    }
    return done
  }

  func write(_ bytes: UnsafeRawBufferPointer, at position: Int64) throws(DiskError) {
    var done = 0
    while done < bytes.count {
      let count = try systemCall(.write, path) {
        pwrite(
          descriptor, bytes.baseAddress.map { $0 + done }, min(pieceSize, bytes.count - done),
          numericCast(position + Int64(done)))
      }
      if count == 0 { throw DiskError(.write, path, .other(code: EIO)) }
      done += count
    }
  }

  func size() throws(DiskError) -> Int64 {
    // It takes half the time of fstat. Nothing reads or writes at the place that it sets.
    Int64(try systemCall(.measure, path) { lseek(descriptor, 0, SEEK_END) })
  }

  func cut(to size: Int64) throws(DiskError) {
    try systemCall(.cut, path) { ftruncate(descriptor, numericCast(size)) }
  }

  func flush(_ scope: FlushScope) throws(DiskError) {
    try flushToDisk(descriptor, path, scope)
  }

  func setPermissions(_ permissions: UInt16) throws(DiskError) {
    try systemCall(.setPermissions, path) { fchmod(descriptor, mode_t(permissions)) }
  }

  var isInPlace: Bool {
    var (own, named) = (stat(), stat())
    // In doubt, the file counts as in place.
    if fstat(descriptor, &own) < 0 { return true }
    if stat(path, &named) < 0 { return errno != ENOENT }
    return own.st_ino == named.st_ino && own.st_dev == named.st_dev
  }

  func takeLock(isShared: Bool) throws(DiskError) -> Bool {
    do {
      try systemCall(.lock, path) { flock(descriptor, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) }
      return true
    } catch  where error.reason == .other(code: EWOULDBLOCK) {
      return false
    }
  }

  func releaseLock() { flock(descriptor, LOCK_UN) }
}

/// An open folder of the system.
private final class DiskFolder: OpenFolder {
  private let path: String
  private let descriptor: Int32

  init(path: String, descriptor: Int32) { (self.path, self.descriptor) = (path, descriptor) }

  deinit { close(descriptor) }

  func flush() throws(DiskError) {
    do {
      try flushToDisk(descriptor, path, .everything, .flushFolder)
    } catch  where error.reason == .other(code: EINVAL) {
      // A file system that has no flush for folders, such as some of networks.
    }
  }
}

extension stat {
  fileprivate var isRegular: Bool { st_mode & S_IFMT == S_IFREG }

  fileprivate var version: FileVersion {
    let time = SystemCalls.modificationTime(of: self)
    return FileVersion(
      Int64(truncatingIfNeeded: st_dev), Int64(truncatingIfNeeded: st_ino), Int64(st_size), Int64(time.tv_sec),
      Int64(time.tv_nsec))
  }
}

/// Waits until a file or a folder is on the disk.
private func flushToDisk(
  _ descriptor: Int32, _ path: String, _ scope: FlushScope, _ operation: DiskError.Operation = .flush
) throws(DiskError) {
  try systemCall(operation, path) { SystemCalls.flush(descriptor, contentOnly: scope == .content) }
}

/// Makes a system call, again if a signal interrupted it, and throws what it reports.
@discardableResult private func systemCall<Number: SignedInteger>(
  _ operation: DiskError.Operation, _ path: String, _ call: () -> Number
) throws(DiskError) -> Number {
  while true {
    let result = call()
    if result >= 0 { return result }
    if errno != EINTR { throw DiskError(operation, path, .init(code: errno)) }
  }
}

// The system's functions under other names, because methods of the same names hide them.
private func openFile(_ path: String, _ flags: Int32, _ permissions: mode_t) -> Int32 { open(path, flags, permissions) }
private func renameFile(_ path: String, _ newPath: String) -> Int32 { rename(path, newPath) }
private func linkFile(_ path: String, _ newPath: String) -> Int32 { link(path, newPath) }
private func removeFile(_ path: String) -> Int32 { remove(path) }
