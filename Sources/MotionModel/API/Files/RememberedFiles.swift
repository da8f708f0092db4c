import Foundation
import MotionModelStorage

/// The files that were last written or read, for calls that name no file.
struct RememberedFiles: Sendable {
  /// The file of the whole store.
  var store: FileLocation?
  /// The files of single models, by the slots of the models.
  var models: [Int: FileLocation] = [:]
}

/// A file and its format.
struct FileLocation: Sendable {
  let url: URL
  let format: FileFormat

  var name: String { url.lastPathComponent }

  /// Returns the file that a call to write names, or else the remembered one.
  static func forWriting(_ url: URL?, _ format: FileFormat?, remembered: FileLocation?) throws(FileError)
    -> FileLocation
  {
    guard let url = url ?? remembered?.url else { throw .noPlace }
    let known = remembered?.url == url ? remembered?.format : nil
    return FileLocation(url: url, format: format ?? FileFormat(of: url) ?? known ?? .json)
  }

  /// Replaces the file in one step. When it returns, the new content is on the disk.
  func write(_ file: StoreFile) throws(FileError) {
    guard url.isFileURL else { throw .unwritable(file: name, reason: "\(url) is not the URL of a file.") }
    do throws(DiskError) {
      var replacement = try FileReplacement(of: url.path(percentEncoded: false), in: DiskFiles())
      try replacement.write(Array(file.data(as: format)))
      try replacement.commit()
    } catch {
      throw .unwritable(file: name, reason: "\(error.reason).")
    }
  }

  /// Reads the file that a call names, or else the remembered one.
  static func read(
    _ url: URL?, _ format: FileFormat?, remembered: FileLocation?
  ) throws(FileError) -> (StoreFile, FileLocation) {
    guard let url = url ?? remembered?.url else { throw .noPlace }
    let data = try contents(of: url)
    let known = remembered?.url == url ? remembered?.format : nil
    let format = format ?? FileFormat(of: url) ?? known ?? FileFormat(of: data) ?? .json
    let place = FileLocation(url: url, format: format)
    return (try StoreFile(data, as: format, name: place.name), place)
  }

  private static func contents(of url: URL) throws(FileError) -> Data {
    do {
      return try Data(contentsOf: url)
    } catch CocoaError.fileReadNoSuchFile, CocoaError.fileNoSuchFile {
      throw .missing(file: url.lastPathComponent)
    } catch {
      throw .unreadable(file: url.lastPathComponent, reason: error.localizedDescription)
    }
  }
}
