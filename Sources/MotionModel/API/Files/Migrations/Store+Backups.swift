import Foundation
import MotionModelStorage

extension Store {
  /// Writes tables to a file. If the records of that file were migrated when this store read it, it is copied first.
  func write(_ tables: [TableVersion], to place: FileLocation, _ scope: FileScope) throws(FileError) {
    let url = place.url.standardizedFileURL
    if places.withLock({ $0.migrated.contains(url) }) { try place.backUp() }
    try place.write(tables, scope)
    places.withLock { _ = $0.migrated.remove(url) }
  }

  /// Notes that a file was read.
  func noteReading(_ place: FileLocation) {
    let url = place.url.standardizedFileURL
    places.withLock { _ = place.isMigrated ? $0.migrated.insert(url).inserted : $0.migrated.remove(url) != nil }
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
