import Foundation
import MotionModelStorage

extension Store {
  /// Writes tables to a file. If this store migrated the file's records when it read them, the file is copied first.
  func write(_ tables: [TableVersion], to place: FileLocation, _ scope: FileScope) throws(FileError) {
    try checkOwner(of: place)
    try checkIsRead(place)
    let url = place.url.standardizedFileURL
    if places.withLock({ $0.migrated.contains(url) }) { try place.backUp() }
    try place.write(tables, scope)
    places.withLock { _ = $0.migrated.remove(url) }
  }

  /// Throws if this store, or the store of this snapshot or branch, was opened from a file or follows the file: its
  /// journals would then belong to no file. Journals are not looked for on the disk, because they may have been
  /// removed.
  private func checkOwner(of place: FileLocation) throws(FileError) {
    guard let journaledFile, place.url.resolved == journaledFile.resolved else { return }
    throw place.journaled
  }

  /// Notes that a file was read.
  func noteReading(_ place: FileLocation) {
    let url = place.url.standardizedFileURL
    places.withLock { places in
      _ = place.isMigrated ? places.migrated.insert(url).inserted : places.migrated.remove(url) != nil
      places.refused.remove(place.url.resolved)
    }
  }

  /// Calls `body`, which loads a file. If `body` throws, the store does not overwrite the file until the file was
  /// loaded.
  func loading<Result>(_ url: URL?, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch {
      if let url, url.isFileURL, url.isThere { places.withLock { _ = $0.refused.insert(url.resolved) } }
      throw error
    }
  }

  /// Throws if the store could not load the file that is there: its records are in no store.
  func checkIsRead(_ place: FileLocation) throws(FileError) {
    let url = place.url.resolved
    guard places.withLock({ $0.refused.contains(url) }), url.isThere else { return }
    throw .unwritable(
      file: place.name,
      reason: "this store could not load it, so its records would be lost: load it first, or move it away.")
  }
}

extension URL {
  /// The URL of the file to which links lead.
  fileprivate var resolved: URL {
    let path = path(percentEncoded: false)
    // Where a link cannot be followed, nothing can be written either.
    let destination = (try? DiskFiles().destination(of: path)) ?? path
    // The file may not be there, and its folder may be reached by links.
    let file = URL(filePath: destination).standardizedFileURL
    let folder = file.deletingLastPathComponent().resolvingSymlinksInPath()
    return folder.appending(path: file.lastPathComponent)
  }

  /// Whether there is a file.
  fileprivate var isThere: Bool { (try? DiskFiles().exists(path(percentEncoded: false))) ?? true }
}

extension Migration {
  /// What copies of files are called that are kept before these are replaced.
  package static let backupName = "before-migration"
}

extension FileLocation {
  /// Copies the file to an unused name beside it.
  func backUp() throws(FileError) {
    let (files, path) = (DiskFiles(), url.path(percentEncoded: false))
    do throws(DiskError) {
      if try files.exists(path) {
        try files.copy(path, to: files.freePath(forCopyOf: path, called: Migration.backupName))
      }
    } catch {
      throw .unwritable(file: name, reason: "A copy of it cannot be kept: \(error.reason).")
    }
  }
}
