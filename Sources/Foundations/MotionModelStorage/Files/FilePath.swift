/// The parts of a path.
package enum FilePath {
  /// Returns the folder of a path, which is `.` for a name alone.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  package static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  package static func join(_ folder: String, _ name: String) -> String {
    switch folder {
    case ".": name
    case "/": "/" + name
    default: folder + "/" + name
    }
  }
}

extension FileSystem {
  /// Returns the file to which a path leads: the path itself, or the end of a chain of symbolic links.
  package func destination(of path: String) throws(DiskError) -> String {
    var destination = path
    for _ in 0..<40 {  // as many as systems follow
      guard let target = try linkTarget(of: destination) else { return destination }
      destination = target.hasPrefix("/") ? target : FilePath.join(FilePath.folder(of: destination), target)
    }
    throw DiskError(.open, path, .tooManyLinks)
  }
}
