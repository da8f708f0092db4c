import Foundation
import MotionModelStorage

extension Store {
  /// Writes tables to a file. If the records of that file were migrated when this store read it, it is copied first.
  func write(_ tables: [TableVersion], to place: FileLocation, _ scope: FileScope) throws(FileError) {
    try checkOwner(of: place)
    let url = place.url.standardizedFileURL
    if places.withLock({ $0.migrated.contains(url) }) { try place.backUp() }
    try place.write(tables, scope)
    places.withLock { _ = $0.migrated.remove(url) }
  }

  /// Throws if a file is the one that this store, or the store of which it is a snapshot or a branch, was opened from, or
  /// follows: its journals would belong to no file. Somebody may have removed those that are on the disk.
  private func checkOwner(of place: FileLocation) throws(FileError) {
    guard let journaledFile, place.url.resolved == journaledFile.resolved else { return }
    throw place.journaled
  }

  /// Notes that a file was read.
  func noteReading(_ place: FileLocation) {
    let url = place.url.standardizedFileURL
    places.withLock { _ = place.isMigrated ? $0.migrated.insert(url).inserted : $0.migrated.remove(url) != nil }
  }
}

extension URL {
  /// The URL of the file to which links lead.
  fileprivate var resolved: URL {
    let path = path(percentEncoded: false)
    let destination = (try? DiskFiles().destination(of: path)) ?? path
    // The file may not be there, and its folder may be reached by links.
    let file = URL(filePath: destination).standardizedFileURL
    let folder = file.deletingLastPathComponent().resolvingSymlinksInPath()
    return folder.appending(path: file.lastPathComponent)
  }
}

extension Migration {
  /// What copies of files are called that are kept before these are replaced.
  package static let backupName = "before-migration"
}

extension FileLocation {
  /// Copies the file to one beside it with a name that no file has.
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
