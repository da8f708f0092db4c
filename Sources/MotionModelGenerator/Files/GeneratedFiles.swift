import Foundation

/// Generated sources beside what is on disk.
///
/// A file for people is only made if it is not there. A file of the generator is written only if its content changed, so that
/// a build does not compile it again. Either all files that have to be written are, or none is touched.
package struct GeneratedFiles {
  /// A file that has to be written.
  package struct Change: Hashable, Sendable {
    package let path: String
    /// The text on disk; nil if there is no file.
    package let old: String?
    package let new: String
  }

  package let changes: [Change]
  /// Files that were generated before, for entities that are not there any more.
  package let leftOver: [String]

  /// Compares sources with the files in a folder.
  ///
  /// - Parameters:
  ///   - sources: All sources of a data model.
  ///   - folder: The path of the folder, which may not be there yet.
  package init(_ sources: [Generator.Source], in folder: String) {
    var changes: [Change] = []
    for source in sources {
      let path = folder.isEmpty ? source.name : folder + "/" + source.name
      let old = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
      if old == source.text || source.isForPeople && old != nil { continue }
      changes.append(Change(path: path, old: old, new: source.text))
    }
    self.changes = changes
    let names = Set(sources.map(\.name))
    let heading = sources.first { !$0.isForPeople }?.text.split(separator: "\n").first.map(String.init)
    let found = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    leftOver = found.sorted().filter { name in
      guard let heading, name.hasPrefix("_"), name.hasSuffix(".swift"), !names.contains(name),
        let content = FileManager.default.contents(atPath: folder + "/" + name)
      else { return false }
      return String(decoding: content, as: UTF8.self).hasPrefix(heading.generatedBy)
    }.map { folder + "/" + $0 }
  }

  /// Writes the changes: first all of them beside their files, then each in its place.
  ///
  /// - Throws: A diagnostic of the file that cannot be written; then none was touched.
  package func write() throws(Diagnostic) {
    var written: [(temporary: String, path: String)] = []
    do {
      for change in changes {
        let temporary = change.path + ".new-\(ProcessInfo.processInfo.processIdentifier)"
        try Self.prepare(change.path)
        written.append((temporary, change.path))
        try Data(change.new.utf8).write(to: URL(filePath: temporary))
      }
    } catch {
      for (temporary, _) in written { try? FileManager.default.removeItem(atPath: temporary) }
      throw error as? Diagnostic ?? Self.refusal(written.last?.path ?? "", "\(error.localizedDescription)")
    }
    for (temporary, path) in written where rename(temporary, path) != 0 {
      throw Self.refusal(path, String(cString: strerror(errno)))
    }
  }

  /// Makes the folder of a file, and refuses a file that is a folder.
  private static func prepare(_ path: String) throws {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      throw refusal(path, "there is a folder of this name")
    }
    try FileManager.default.createDirectory(
      at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
  }

  private static func refusal(_ path: String, _ reason: String) -> Diagnostic {
    Diagnostic("The file cannot be written (\(reason)), so none was.", at: SourcePlace(file: path))
  }
}

extension String {
  /// The part of a heading that names the data model, without its version.
  fileprivate var generatedBy: String { String(prefix { $0 != "," && $0 != "." }) }
}
