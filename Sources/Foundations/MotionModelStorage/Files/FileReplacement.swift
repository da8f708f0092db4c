/// New content for a file, which becomes the file's content in one step: whatever happens, the file is the old one or
/// the new one.
///
/// ```swift
/// var replacement = try FileReplacement(of: path, in: files)
/// try replacement.write(header)
/// try replacement.write(rows)
/// try replacement.commit()
/// ```
///
/// 1. The bytes are written to a temporary file in the same folder, which has the permissions of the old file. Until it
///    has them, nobody else may read it.
/// 2. They are flushed. Otherwise the new name could be on the disk before the bytes, and the file be empty.
/// 3. The temporary file gets the name of the old one.
/// 4. The folder is flushed. Otherwise the old file could come back.
///
/// After a write failed, the commit throws the same error. When it is dropped before the commit, the temporary file is
/// removed. If a process ends between, the temporary file stays, until ``FileSystem/removeLeftovers(of:)``. A symbolic
/// link stays: what it leads to is replaced. The owner, the extended attributes and other hard links of the old file
/// are not kept.
package struct FileReplacement: ~Copyable {
  private let files: any FileSystem
  private let destination: String
  private let temporary: Temporary
  private var pending: [UInt8] = []
  private var written: Int64 = 0
  private var failure: DiskError?
  private var isFlushed = false
  private var isOver = false

  private var file: any OpenFile { temporary.file }

  /// Creates a temporary file. The file at the path need not exist.
  ///
  /// - Parameters:
  ///   - model: A file whose permissions a new file gets; nil for those that new files have.
  ///   - owner: The file as whose leftover the temporary file counts, in the same folder; nil for the one at the path.
  package init(
    of path: String, permissionsOf model: String? = nil, leftoverOf owner: String? = nil, in files: some FileSystem
  ) throws(DiskError) {
    let destination = try files.destination(of: path)
    var status = try files.status(of: destination)
    if status?.isRegular == false { throw DiskError(.replace, path, .notAFile) }
    if status == nil, let model { status = try files.status(of: model) }
    var owned = destination
    if let owner { owned = try files.destination(of: owner) }
    let temporary = try Temporary(
      TemporaryName.random(for: owned), for: destination, isPrivate: status != nil, in: files)
    do {
      if let status { try temporary.file.setPermissions(status.permissions) }
    } catch {
      temporary.remove(in: files)
      throw error
    }
    (self.files, self.destination, self.temporary) = (files, destination, temporary)
  }

  /// Writes bytes behind those written before.
  package mutating func write(_ bytes: UnsafeRawBufferPointer) throws(DiskError) {
    if bytes.count >= Self.pieceSize {
      try writePending()
      do { try file.write(bytes, at: written) } catch { throw fail(error) }
      written += Int64(bytes.count)
    } else {
      pending.append(contentsOf: bytes)
      if pending.count >= Self.pieceSize { try writePending() }
    }
  }

  package mutating func write(_ bytes: [UInt8]) throws(DiskError) {
    // Not by a closure, which could not change `self`.
    for start in stride(from: 0, to: bytes.count, by: Self.pieceSize) {
      pending.append(contentsOf: bytes[start..<min(bytes.count, start + Self.pieceSize)])
      if pending.count >= Self.pieceSize { try writePending() }
    }
  }

  /// Takes the lock of the new file, before other processes can see it.
  ///
  /// - Returns: The file, which holds the lock until it is closed.
  package func locked() throws(DiskError) -> any OpenFile {
    guard try file.takeLock() else { throw DiskError(.lock, destination, .inUse(process: nil)) }
    return file
  }

  /// Waits until the new content is on the disk, so that ``commit()`` need not. Nothing can be written afterwards.
  package mutating func flush() throws(DiskError) {
    try writePending()
    if isFlushed { return }
    do { try file.flush(.everything) } catch { throw fail(error) }
    isFlushed = true
  }

  /// Gives the file its new content. When it returns, that is on the disk.
  ///
  /// If it throws, the file has its old content. Only if the last step failed (``DiskError/Operation/flushFolder``), it
  /// has the new content, and after a loss of power one of the two.
  package consuming func commit() throws(DiskError) {
    try flush()
    // Opened before, because after the renaming it is too late to find that it may not be opened.
    let folder = temporary.folder == nil ? try files.openFolder(FilePath.folder(of: destination)) : nil
    try files.rename(file.path, to: destination)
    isOver = true
    temporary.removeFolder(in: files)
    // A folder in which no file may be created may not be opened either. The flush of the file includes its name there.
    if let folder { try folder.flush() } else { try file.flush(.everything) }
  }

  deinit {
    if !isOver { temporary.remove(in: files) }
  }

  private mutating func writePending() throws(DiskError) {
    if let failure { throw failure }
    if pending.isEmpty { return }
    do { try file.write(pending, at: written) } catch { throw fail(error) }
    written += Int64(pending.count)
    pending.removeAll(keepingCapacity: true)
  }

  private mutating func fail(_ error: DiskError) -> DiskError {
    failure = error
    return error
  }

  /// How many bytes are written at once.
  private static let pieceSize = 1 << 18
}

/// The temporary file of a replacement.
private struct Temporary {
  let file: any OpenFile
  /// The folder that was created for the new file; nil if the new file is beside the file to replace.
  let folder: String?

  init(_ name: String, for destination: String, isPrivate: Bool, in files: some FileSystem) throws(DiskError) {
    let mode = isPrivate ? OpenMode.creatingPrivate : .creating
    do {
      file = try files.open(FilePath.join(FilePath.folder(of: destination), name), mode)
      folder = nil
    } catch  where error.reason == .notPermitted {
      guard let folder = try files.createReplacementFolder(for: destination) else { throw error }
      do {
        file = try files.open(FilePath.join(folder, name), mode)
      } catch {
        try? files.remove(folder)
        throw error
      }
      self.folder = folder
    }
  }

  func remove(in files: any FileSystem) {
    try? files.remove(file.path)
    removeFolder(in: files)
  }

  func removeFolder(in files: any FileSystem) {
    if let folder { try? files.remove(folder) }
  }
}

extension FileSystem {
  /// Removes the temporary files of processes that ended while they replaced a file.
  ///
  /// The caller must hold the ``FileLock`` of the file: otherwise another process may still be writing a temporary
  /// file.
  ///
  /// - Returns: The names of the removed files.
  @discardableResult package func removeLeftovers(of path: String) throws(DiskError) -> [String] {
    let destination = try destination(of: path)
    let folder = FilePath.folder(of: destination)
    var removed: [String] = []
    for name in try names(in: folder) where TemporaryName.isTemporary(name, of: destination) {
      try remove(FilePath.join(folder, name))
      removed.append(name)
    }
    return removed.sorted()
  }
}

/// The names of temporary files: `.todos.json.0123456789abcdef.saving` for `todos.json`.
enum TemporaryName {
  private static let end = ".saving"
  private static let digits = 16

  /// Returns a new name.
  static func random(for destination: String) -> String {
    let random = String(Randomness.bits(), radix: 16)
    return start(of: destination) + String(repeating: "0", count: digits - random.count) + random + end
  }

  static func isTemporary(_ name: String, of destination: String) -> Bool {
    let start = start(of: destination)
    guard name.hasPrefix(start), name.hasSuffix(end) else { return false }
    let middle = name.utf8.dropFirst(start.utf8.count).dropLast(end.utf8.count)
    return middle.count == digits && middle.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }

  /// Returns how the names begin. A name that would be too long for the system is shortened and gets its checksum.
  private static func start(of destination: String) -> String {
    let name = FilePath.name(of: destination)
    guard name.utf8.count > 200 else { return ".\(name)." }
    let beginning = name.indices.prefix { name[..<$0].utf8.count <= 180 }.last.map { name[..<$0] } ?? ""
    return ".\(beginning)~\(String(CRC32C.checksum(of: Array(name.utf8)), radix: 16))."
  }
}
