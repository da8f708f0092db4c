package import Foundation
import MotionModelStorage

/// What is read as a file: from its beginning, as often as needed.
struct FileInput {
  let source: FileSource
  /// The file's name in errors.
  let name: String

  let coding: (any ByteCoding)?

  /// - Parameter name: The name in errors of a file that is not on the disk.
  init(_ source: FileSource, coding: (any ByteCoding)? = nil, name: String = FileInput.memoryName) {
    (self.source, self.coding) = (source, coding)
    self.name = if case .file(let url) = source { url.lastPathComponent } else { name }
  }

  /// The name in errors of a file that is not on the disk.
  static let memoryName = "in memory"

  /// Calls `body` with the beginning, from which it reads on.
  func withWindow<Result>(_ body: (ByteWindow) throws -> Result) throws -> Result {
    switch source {
    case .file(let url):
      return try body(ByteWindow(CodedSource.decoding(DiskSource(url, name: name), coding, file: name)))
    case .data(let data): return try data.withUnsafeBytes { try body(window($0)) }
    case .string(var text): return try text.withUTF8 { try body(window(UnsafeRawBufferPointer($0))) }
    }
  }

  private func window(_ bytes: UnsafeRawBufferPointer) throws(FileError) -> ByteWindow {
    if coding == nil && !bytes.starts(with: CodedFile.signature) { return ByteWindow(bytes) }
    return try ByteWindow(CodedSource.decoding(MemorySource(bytes), coding, file: name))
  }

  /// Returns the format: the stated one, or else by the file's extension, or else the known one, or else by the first
  /// bytes.
  func format(_ stated: FileFormat?, known: FileFormat? = nil) throws -> FileFormat {
    if let stated { return stated }
    if case .file(let url) = source, let format = FileFormat(of: url) { return format }
    if let known { return known }
    return try withWindow { window in
      try window.readBeginning()
      return FileFormat(of: window.bytes)
    } ?? .json
  }

  /// Throws if journals beside the file have commits that it lacks: reading the file alone would miss them.
  func checkJournals(behind head: FileHead) throws(FileError) {
    guard case .file(let url) = source, let info = SnapshotInfo(head.journal) else { return }
    let (files, path) = (DiskFiles(), url.path(percentEncoded: false))
    // A folder that may not be listed does not keep files from being read.
    let isBehind = try? JournalsBeside(files.destination(of: path), in: files).haveCommits(behind: info)
    if isBehind == true { throw .incomplete(file: name) }
  }

  /// All bytes.
  func data() throws -> Data { try withWindow { Data(try $0.readAll()) } }
}

/// The bytes of a file on the disk.
final class DiskSource: ByteSource {
  private let file: any OpenFile
  private let name: String
  private var position: Int64 = 0

  /// - Parameter name: The file's name in errors.
  init(_ file: any OpenFile, name: String) { (self.file, self.name) = (file, name) }

  convenience init(_ url: URL, name: String) throws(FileError) {
    let path = try url.filePath
    do { self.init(try DiskFiles().open(path, .reading), name: name) } catch {
      throw error.reason == .missing
        ? .missing(file: name) : .unreadable(file: name, reason: "\(error.reason).")
    }
  }

  func read(into memory: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    do {
      let count = try file.read(into: memory, at: position)
      position += Int64(count)
      return count
    } catch { throw .unreadable(file: name, reason: "\(error.reason).") }
  }
}

extension URL {
  /// The path of a file that is read or opened.
  ///
  /// - Throws: ``FileError`` for the URL of something else.
  package var filePath: String {
    get throws(FileError) {
      if isFileURL { return path(percentEncoded: false) }
      throw .unreadable(file: lastPathComponent, reason: "\(self) is not the URL of a file.")
    }
  }
}
