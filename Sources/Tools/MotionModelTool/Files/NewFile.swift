import Foundation
import MotionModel
import MotionModelStorage

extension Invocation {
  /// Writes a file that may only exist if `--force` is given; `-` is standard output.
  ///
  /// - Parameter sources: The paths of the files whose records it has. What others may not read there, they may not
  ///   read in a new file either.
  func writeNew(_ document: StoreDocument, to path: String, of sources: [String?]) throws {
    try requireNew(path)
    let (url, format) = (URL(filePath: path), format(.to))
    if (path == "-" ? format : format ?? FileFormat(of: url))?.isCSV == true {
      console.warn(ofFormulas: document.formulas)
    }
    if path == "-" { return try print(document, as: format ?? .json) }
    let claim = try FileClaim(url, as: format)
    try document.write(to: url, as: format, permissionsOf: try PrivateFile.strictest(of: sources)?.path)
    claim.release()
  }

  /// Refuses a file that exists unless `--force` is given, and one of no format.
  func requireNew(_ path: String) throws {
    if path == "-" { return }
    if !arguments.has(.force), try DiskFiles().isNamed(path) {
      throw UsageError("The file \(path) exists: name another one, or replace it with --force.")
    }
    if !arguments.has(.to), FileFormat(of: URL(filePath: path)) == nil {
      throw UsageError("The name \(path) says no format: give it an extension such as .json, or name one with --to.")
    }
  }

  /// Prints a file. A terminal is shown its text without what would command it.
  private func print(_ document: StoreDocument, as format: FileFormat) throws {
    let data = try document.data(as: format)
    if !console.isTerminal { return try console.write(data) }
    switch format {
    case .json, .jsonLines: try console.write(json: String(decoding: data, as: UTF8.self))
    case _ where format.isText: try console.write(lines: Array(data))
    default: throw UsageError("A file of this format is not text, and would command the terminal: name a file.")
    }
  }
}

/// A file that not everybody may read.
struct PrivateFile {
  let path: String
  let permissions: UInt16

  /// Returns nil if there is no such file, or if everybody may read it.
  private init?(_ path: String) throws(DiskError) {
    guard let status = try DiskFiles().status(of: path), status.isRegular, status.permissions & 0o044 != 0o044 else {
      return nil
    }
    (self.path, permissions) = (path, status.permissions)
  }

  /// Returns the file, of several, that the fewest may read or write; nil if everybody may read all of them.
  static func strictest(of paths: [String?]) throws(DiskError) -> PrivateFile? {
    var files: [PrivateFile] = []
    for path in paths { if let path, let file = try PrivateFile(path) { files.append(file) } }
    return files.min { $0.permissions & 0o077 < $1.permissions & 0o077 }
  }
}

extension FileSystem {
  /// Whether there is a file of the name, which may be a link that leads nowhere: what is written there would be
  /// created where it says.
  func isNamed(_ path: String) throws(DiskError) -> Bool {
    if try exists(path) { return true }
    return try linkTarget(of: path) != nil
  }
}

extension FileFormat {
  /// Whether a spreadsheet opens files of the format.
  var isCSV: Bool { [.csv, .csvWithSemicolons, .tsv].contains(self) }
}
