import Foundation

/// The lock of a file, so that one process at a time writes it. It is released when the last reference is gone, or when
/// the process ends, however it ends.
///
/// It is a file of its own beside the other, with `.lock` behind its name, because the other may be replaced. It holds
/// the id of the process, for the error of the next one. It may be removed, which ``renew()`` detects.
package final class FileLock: Sendable {
  private let path: String
  private let files: any FileSystem
  private let state: Monitor<State>

  private struct State {
    var file: any OpenFile
    /// Whether the file is removed when the lock is released.
    var isTemporary: Bool
    /// Whether other processes may have the lock, too.
    var isShared = false
  }

  /// Locks a file, which need not exist.
  ///
  /// Unless ``keepFile()`` is called, no file is left if there was none before.
  ///
  /// - Throws: ``DiskError`` with the reason ``DiskError/Reason/inUse(process:)`` if it is locked, also by this
  ///   process.
  package init(of path: String, in files: some FileSystem) throws(DiskError) {
    let lockPath = try files.destination(of: path) + ".lock"
    let isTemporary = try !files.exists(lockPath)
    state = Monitor(State(file: try Self.locked(lockPath, of: path, in: files), isTemporary: isTemporary))
    (self.path, self.files) = (path, files)
  }

  /// Locks a file against all that do not share it. The first one has it alone until it calls ``share()``.
  ///
  /// - Throws: ``DiskError`` with the reason ``DiskError/Reason/inUse(process:)`` if a process has it alone for long.
  package init(sharing path: String, in files: some FileSystem) throws(DiskError) {
    let file = try files.open(try files.destination(of: path) + ".lock", .writingOrCreating)
    (self.path, self.files) = (path, files)
    let isAlone = try file.takeLock()
    state = Monitor(State(file: file, isTemporary: false, isShared: !isAlone))
    if !isAlone { try share() }
    // It is not emptied before: others look whether the lock will be shared.
    try? file.write(Self.note + Array(Self.sharingNote.utf8), at: 0)
  }

  /// Whether no other process has the lock.
  package var isAlone: Bool { state.withLock { !$0.isShared } }

  /// Lets others have the lock, too.
  package func share() throws(DiskError) {
    try state.withLock { state throws(DiskError) in
      var isShared = try state.file.waitForLock(isShared: true, atMost: .seconds(1))
      // The first process repairs and migrates the files meanwhile.
      if !isShared, Self.isSharing(state.file) {
        isShared = try state.file.waitForLock(isShared: true, atMost: .seconds(60))
      }
      guard isShared else {
        throw DiskError(.lock, path, .inUse(process: Self.holder(of: state.file)))
      }
      state.isShared = true
    }
  }

  /// Whether the lock of a file keeps others out. On some disks of networks, locks do nothing.
  package func isKept() throws(DiskError) -> Bool {
    try !files.open(state.withLock { $0.file.path }, .writing).takeLock()
  }

  deinit {
    state.withLock { state in
      // While it is locked. Who has opened it meanwhile finds that it is not in its place.
      if state.isTemporary && state.file.isInPlace { try? files.remove(state.file.path) }
    }
  }

  /// Leaves the file when the lock is released.
  package func keepFile() { state.withLock { $0.isTemporary = false } }

  /// Takes the lock again if its file was removed.
  ///
  /// - Throws: ``DiskError`` with the reason ``DiskError/Reason/inUse(process:)`` if another writer has taken it
  ///   meanwhile.
  package func renew() throws(DiskError) {
    try state.withLock { state throws(DiskError) in
      if !state.file.isInPlace { state.file = try Self.locked(state.file.path, of: path, in: files) }
    }
  }

  private static func locked(
    _ lockPath: String, of path: String, in files: any FileSystem
  ) throws(DiskError) -> any OpenFile {
    while true {
      let file = try files.open(lockPath, .writingOrCreating)
      guard try file.takeLock() else { throw DiskError(.lock, path, .inUse(process: holder(of: file))) }
      // It may have been removed before it was locked.
      if !file.isInPlace { continue }
      // On a full disk, the error of the next process does not name this one.
      try? file.cut(to: 0)
      try? file.write(Self.note, at: 0)
      return file
    }
  }

  private static var note: [UInt8] { Array("\(ProcessInfo.processInfo.processIdentifier)\n".utf8) }
  private static let sharingNote = "sharing\n"

  /// Returns the id of the process that has the lock, or nil if it has not written it yet.
  private static func holder(of file: any OpenFile) -> Int32? { Int32(content(of: file).prefix { $0 != "\n" }) }

  /// Whether the process that has the lock will share it.
  private static func isSharing(_ file: any OpenFile) -> Bool { content(of: file).contains(sharingNote) }

  private static func content(of file: any OpenFile) -> String {
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = bytes.withUnsafeMutableBytes { (try? file.read(into: $0, at: 0)) ?? 0 }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
