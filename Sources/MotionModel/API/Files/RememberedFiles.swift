import Foundation
import MotionModelStorage

/// The files that were last written or read, for calls that name no file.
struct RememberedFiles: Sendable {
  /// The file of the whole store.
  var store: FileLocation?
  /// The files of single models, by the slots of the models.
  var models: [Int: FileLocation] = [:]
  /// The files whose records were migrated when they were read, and that were not written since.
  var migrated: Set<URL> = []
  /// The files that could not be loaded.
  var refused: Set<URL> = []
}

/// A file, its format and its coding.
struct FileLocation: Sendable {
  let url: URL
  let format: FileFormat
  var coding: (any ByteCoding)?
  /// Whether records were migrated when the file was read.
  var isMigrated = false

  var name: String { url.lastPathComponent }

  // MARK: - Writing

  /// Returns the file that a call to write names, or else the remembered one.
  static func forWriting(
    _ url: URL?, _ format: FileFormat?, _ coding: (any ByteCoding)?, remembered: FileLocation?
  ) throws(FileError) -> FileLocation {
    guard let url = url ?? remembered?.url else { throw .noPlace }
    let known = remembered?.url == url ? remembered : nil
    return FileLocation(
      url: url, format: format ?? FileFormat(of: url) ?? known?.format ?? .json, coding: coding ?? known?.coding)
  }

  /// Replaces the file in one step by one with the records of some tables. When it returns, the new content is on the
  /// disk.
  func write(_ tables: [TableVersion], _ scope: FileScope) throws(FileError) {
    try replace { writer, pass throws(FileError) in
      try format.write(tables, scope, name: name, to: &writer, pass)
    }
  }

  /// Replaces the file in one step by one with the records of a list.
  func write<Record: Model>(_ records: [Record]) throws(FileError) {
    try replace { writer, pass throws(FileError) in try format.write(records, name: name, to: &writer, pass) }
  }

  /// Replaces the file in one step. When it returns, the new content is on the disk.
  ///
  /// - Parameter model: The path of a file whose permissions a new file gets; nil for those that new files have.
  func replace(permissionsOf model: String? = nil, _ body: FileBody) throws(FileError) {
    guard url.isFileURL else { throw .unwritable(file: name, reason: "\(url) is not the URL of a file.") }
    try checkJournals()
    var replacement = try onDisk { () throws(DiskError) in
      try FileReplacement(of: url.path(percentEncoded: false), permissionsOf: model, in: DiskFiles())
    }
    try format.write(body, coding, name: name) { bytes throws(FileError) in
      do throws(DiskError) { try replacement.write(bytes) } catch { throw unwritable(error) }
    }
    // A store may have been opened there meanwhile.
    try checkJournals()
    do { try replacement.commit() } catch { throw unwritable(error) }
  }

  /// Throws if journals of an opened store are beside the file: they would belong to no file.
  private func checkJournals() throws(FileError) {
    let (files, path) = (DiskFiles(), url.path(percentEncoded: false))
    let beside = try onDisk { () throws(DiskError) in JournalsBeside(try files.destination(of: path), in: files) }
    // A folder that may not be listed does not keep files from being written.
    if (try? beside.numbers())?.isEmpty == false { throw journaled }
  }

  /// The error for a file of an opened store, which only that store may replace.
  var journaled: FileError {
    .unwritable(
      file: name,
      reason: "journals of an opened store belong to it: choose another file, or copy the store with backup(to:).")
  }

  private func onDisk<Value: ~Copyable>(_ body: () throws(DiskError) -> Value) throws(FileError) -> Value {
    do { return try body() } catch { throw unwritable(error) }
  }

  private func unwritable(_ error: DiskError) -> FileError { .unwritable(file: name, reason: "\(error.reason).") }
}

extension Selection {
  /// The rows, which are valid as long as the table is, in groups that are written together, each with the number of
  /// rows before it.
  var groups: some Sequence<(start: Int, rows: [Row])> {
    var all: [Row] = []
    all.reserveCapacity(count)
    forEach { row, _ in all.append(row) }
    return stride(from: 0, to: all.count, by: CompactBlock.rowCount).lazy.map { start in
      (start, Array(all[start..<Swift.min(start + CompactBlock.rowCount, all.count)]))
    }
  }
}
