extension FileSystem {
  /// Copies a file to a path. The copy is on the disk when this returns, and there is none if it throws.
  ///
  /// If the process ends meanwhile, the temporary file counts as a leftover of the original.
  package func copy(_ path: String, to copy: String) throws(DiskError) {
    let file = try open(path, .reading)
    let size = try file.size()
    var replacement = try FileReplacement(of: copy, permissionsOf: path, leftoverOf: path, in: self)
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    var position: Int64 = 0
    while position < size {
      let result = buffer.withUnsafeMutableBytes { buffer in
        Result { () throws(DiskError) in try file.read(into: buffer, at: position) }
      }
      let count = try result.get()
      if count == 0 { break }
      try replacement.write(Array(buffer[..<count]))
      position += Int64(count)
    }
    try replacement.commit()
  }

  /// Returns a path for a copy of a file that no file has: `shop.before-migration.json`, and with a number behind it if
  /// there is one already.
  package func freePath(forCopyOf path: String, called what: String) throws(DiskError) -> String {
    let name = FilePath.name(of: path)
    // A name that begins with its only point has no extension.
    let point = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 } ?? name.endIndex
    return try freePath { number in
      FilePath.join(FilePath.folder(of: path), "\(name[..<point]).\(what)\(number)\(name[point...])")
    }
  }

  /// Returns the first of some paths that no file has: without a number, with `-2`, `-3` and so on.
  func freePath(_ path: (_ number: String) -> String) throws(DiskError) -> String {
    var (free, number) = (path(""), 1)
    while try exists(free) {
      number += 1
      free = path("-\(number)")
    }
    return free
  }
}
