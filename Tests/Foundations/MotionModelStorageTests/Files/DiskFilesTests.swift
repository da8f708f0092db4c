import Foundation
import MotionModelStorage
import Testing

struct DiskFilesTests {
  private let files = DiskFiles()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a file is written, read, measured and cut at any position`() throws {
    let file = try files.open(folder("a"), .creating)
    try file.write([1, 2, 3, 4, 5], at: 0)
    try file.write([9], at: 7)
    try file.write([], at: 100)
    #expect(folder.content("a") == [1, 2, 3, 4, 5, 0, 0, 9])
    #expect(try file.size() == 8)
    try file.cut(to: 6)
    try file.flush(.content)
    try file.flush(.everything)
    try files.flushFolder(folder.path)
    var bytes = [UInt8](repeating: 7, count: 5)
    let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0, at: 3) }
    #expect(count == 3)
    #expect(bytes == [4, 5, 0, 7, 7])
  }

  @Test func `files are created, renamed, listed and removed`() throws {
    _ = try files.open(folder("a"), .creating)
    _ = try files.open(folder("b"), .writingOrCreating)
    try files.rename(folder("a"), to: folder("c"))
    #expect(try files.names(in: folder.path).sorted() == ["b", "c"])
    try files.remove(folder("b"))
    #expect(try files.exists(folder("c")))
    #expect(try !files.exists(folder("b")))
  }

  @Test func `a file has a second name, and keeps its content there when it is replaced`() throws {
    let path = folder("a")
    try files.open(path, .creating).write([1, 2], at: 0)
    try files.link(path, as: folder("b"))
    #expect(throws: DiskError(.link, folder("b"), .exists)) { try files.link(path, as: folder("b")) }
    #expect(throws: DiskError(.link, folder("c"), .missing)) { try files.link(folder("no"), as: folder("c")) }
    var replacement = try FileReplacement(of: path, in: files)
    try replacement.write([3])
    try replacement.commit()
    #expect(folder.content("a") == [3])
    #expect(folder.content("b") == [1, 2])
    try files.keep(path, as: folder("d"))
    // A name that is taken is taken for the same.
    try files.keep(path, as: folder("b"))
    try files.remove(path)
    #expect(folder.content("d") == [3])
    #expect(folder.content("b") == [1, 2])
  }

  @Test func `an open file knows whether its path leads to it`() throws {
    let path = folder("a")
    let file = try files.open(path, .creating)
    #expect(file.isInPlace)
    try files.rename(path, to: folder("b"))
    #expect(!file.isInPlace)
    let other = try files.open(path, .creating)
    #expect(!file.isInPlace)
    #expect(other.isInPlace)
    try files.rename(folder("b"), to: path)
    #expect(file.isInPlace)
    #expect(!other.isInPlace)
    try files.remove(path)
    #expect(!file.isInPlace)
  }

  @Test func `permissions are read and set`() throws {
    let file = try files.open(folder("a"), .creating)
    try file.setPermissions(0o600)
    #expect(try files.status(of: folder("a"))?.permissions == 0o600)
    #expect(try files.status(of: folder("a"))?.isRegular == true)
    #expect(try files.status(of: folder("b")) == nil)
    #expect(try files.status(of: folder.path)?.isRegular == false)
  }

  @Test func `an error names the operation, the file and the reason`() throws {
    _ = try files.open(folder("a"), .creating)
    #expect(throws: DiskError(.open, folder("a"), .exists)) { try files.open(folder("a"), .creating) }
    let missing = DiskError(.open, folder("b"), .missing)
    #expect(throws: missing) { try files.open(folder("b"), .reading) }
    #expect(missing.description == "The file \(folder("b")) cannot be opened, because there is no such file or folder.")
    #expect(throws: DiskError(.open, folder("no/b"), .missing)) { try files.open(folder("no/b"), .creating) }
    #expect(throws: DiskError(.rename, folder("b"), .missing)) { try files.rename(folder("b"), to: folder("c")) }
    #expect(throws: DiskError(.remove, folder("b"), .missing)) { try files.remove(folder("b")) }
    #expect(throws: DiskError(.list, folder("no"), .missing)) { try files.names(in: folder("no")) }
    #expect(throws: DiskError(.open, folder.path, .other(code: EISDIR))) { try files.open(folder.path, .writing) }
    let file = try files.open(folder("a"), .reading)
    #expect(throws: DiskError(.write, folder("a"), .other(code: EBADF))) { try file.write([1], at: 0) }
  }

  @Test(
    arguments: [
      (ENOSPC, .diskFull), (EDQUOT, .diskFull), (EROFS, .readOnly), (ENOENT, .missing), (EACCES, .notPermitted),
      (EPERM, .notPermitted), (EEXIST, .exists), (EIO, .other(code: EIO)),
    ] as [(Int32, DiskError.Reason)])
  func `reasons are told apart`(code: Int32, reason: DiskError.Reason) {
    #expect(DiskError.Reason(code: code) == reason)
  }

  @Test func `a full disk has a sentence`() {
    let error = DiskError(.write, "todos.log", .diskFull)
    #expect(error.description == "The file todos.log cannot be written, because the disk is full.")
  }

  @Test func `a folder, a pipe and a device are not opened, and not waited for`() throws {
    #expect(mkfifo(folder("pipe"), 0o600) == 0)
    for path in [folder.path, folder("pipe"), "/dev/null"] {
      #expect(throws: DiskError(.open, path, .notAFile)) { try files.open(path, .reading) }
    }
    #expect(throws: DiskError(.open, "/dev/null", .notAFile)) { try files.open("/dev/null", .writing) }
  }

  @Test func `a folder is opened and flushed, and a file is not opened as one`() throws {
    try files.openFolder(folder.path).flush()
    _ = try files.open(folder("a"), .creating)
    #expect(throws: DiskError(.flushFolder, folder("a"), .other(code: ENOTDIR))) { try files.openFolder(folder("a")) }
    #expect(throws: DiskError(.flushFolder, folder("b"), .missing)) { try files.openFolder(folder("b")) }
  }

  @Test func `a folder is removed when it is empty`() throws {
    try FileManager.default.createDirectory(atPath: folder("a"), withIntermediateDirectories: false)
    _ = try files.open(folder("a/b"), .creating)
    #expect(throws: DiskError(.remove, folder("a"), .other(code: ENOTEMPTY))) { try files.remove(folder("a")) }
    try files.remove(folder("a/b"))
    try files.remove(folder("a"))
    #expect(try !files.exists(folder("a")))
  }

  @Test func `a link leads to its file`() throws {
    try FileManager.default.createSymbolicLink(atPath: folder("link"), withDestinationPath: "a")
    #expect(try files.linkTarget(of: folder("link")) == "a")
    #expect(try files.linkTarget(of: folder("a")) == nil)
  }

  @Test func `a lock is held by one at a time, whose process the error names`() throws {
    var lock: FileLock? = try FileLock(of: folder("a"), in: files)
    let process = ProcessInfo.processInfo.processIdentifier
    let error = DiskError(.lock, folder("a"), .inUse(process: process))
    #expect(throws: error) { try FileLock(of: folder("a"), in: files) }
    #expect(error.description == "The file \(folder("a")) cannot be locked, because process \(process) is using it.")
    _ = try FileLock(of: folder("b"), in: files)
    withExtendedLifetime(lock) {}
    lock = nil
    _ = try FileLock(of: folder("a"), in: files)
  }

  @Test func `a lock whose file was removed is taken anew, unless another one has it`() throws {
    let lock = try FileLock(of: folder("a"), in: files)
    lock.keepFile()
    try files.remove(folder("a.lock"))
    try lock.renew()
    #expect(throws: DiskError.self) { try FileLock(of: folder("a"), in: files) }
    try files.remove(folder("a.lock"))
    do {
      let other = try FileLock(of: folder("a"), in: files)
      let process = ProcessInfo.processInfo.processIdentifier
      #expect(throws: DiskError(.lock, folder("a"), .inUse(process: process))) { try lock.renew() }
      withExtendedLifetime(other) {}
    }
    try lock.renew()
    #expect(throws: DiskError.self) { try FileLock(of: folder("a"), in: files) }
  }

  @Test func `the file of a lock is removed with it, unless it was there or is kept`() throws {
    do { _ = try FileLock(of: folder("a"), in: files) }
    #expect(try !files.exists(folder("a.lock")))
    do {
      let lock = try FileLock(of: folder("a"), in: files)
      lock.keepFile()
    }
    #expect(try files.exists(folder("a.lock")))
    do { _ = try FileLock(of: folder("a"), in: files) }
    #expect(try files.exists(folder("a.lock")))
  }

  @Test func `a file has another version after it was written or replaced`() throws {
    let file = try files.open(folder("a"), .creating)
    func version() throws -> FileVersion? { try files.status(of: folder("a"))?.version }
    let first = try version()
    try file.setPermissions(0o600)
    #expect(try version() == first)
    try file.write([1], at: 0)
    let second = try version()
    #expect(second != first)
    try files.rename(folder("a"), to: folder("b"))
    try files.open(folder("a"), .creating).write([1], at: 0)
    #expect(try version() != second)
  }
}
