import Foundation

/// Generated sources beside what is on disk.
///
/// A file for people is only made if it is not there. A file of the generator is written only if its content changed,
/// so that a build does not compile it again. Either all files that have to be written are, or none is touched.
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
  /// A warning for each step between versions of the data model that is missing in the file of migrations, which people
  /// edit.
  package let missingMigrations: [Diagnostic]

  /// Compares sources with the files in a folder.
  ///
  /// - Parameters:
  ///   - sources: All sources of a data model.
  ///   - folder: The path of the folder, which may not be there yet.
  /// - Throws: A diagnostic if an existing file cannot be read, because a person may have written it.
  package init(_ sources: [Generator.Source], in folder: String) throws(Diagnostic) {
    var changes: [Change] = []
    var missing: [Diagnostic] = []
    for source in sources {
      let path = folder.isEmpty ? source.name : folder + "/" + source.name
      let old = try Replacement.text(at: path)
      if let old, !source.steps.isEmpty {
        missing += WrittenMigrations(in: old).diagnostics(of: source.steps, file: path)
      }
      if old == source.text || source.isForPeople && old != nil { continue }
      changes.append(Change(path: path, old: old, new: source.text))
    }
    (self.changes, missingMigrations) = (changes, missing)
    let names = Set(sources.map(\.name))
    let heading = sources.first { !$0.isForPeople }?.text.split(separator: "\n").first.map(String.init)
    // The folder may not be there yet. Of one that cannot be listed, only a warning is not given.
    let found = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    leftOver = found.sorted().filter { name in
      guard let heading, name.hasPrefix("_"), name.hasSuffix(".swift"), !names.contains(name),
        let content = FileManager.default.contents(atPath: folder + "/" + name)
      else { return false }
      return String(decoding: content, as: UTF8.self).hasPrefix(heading.generatedBy)
    }.map { folder + "/" + $0 }
  }

  /// Writes the changes: first all of them beside their files, with copies of those that are there, then each in its
  /// place.
  ///
  /// - Throws: A diagnostic of the file that cannot be written; then all are as they were.
  package func write() throws(Diagnostic) { try write { rename($0, $1) == 0 ? nil : String(cString: strerror(errno)) } }

  /// - Parameter replace: Moves a file to the place of another, and returns why it cannot.
  func write(replacing replace: (_ file: String, _ path: String) -> String?) throws(Diagnostic) {
    let replacements = changes.map(Replacement.init)
    var stuck: [String] = []
    defer { for replacement in replacements { replacement.clean(but: stuck) } }
    for replacement in replacements { try replacement.prepare() }
    for (index, replacement) in replacements.enumerated() {
      guard let reason = replace(replacement.new, replacement.path) else { continue }
      stuck = replacements[..<index].reversed().compactMap { $0.undo(by: replace) }
      throw Replacement.refusal(replacement.path, reason, stuck)
    }
  }
}

/// A file with its new content, and a copy of the old file to restore.
private struct Replacement {
  let path: String
  private let text: String
  private let isThere: Bool

  init(_ change: GeneratedFiles.Change) { (path, text, isThere) = (change.path, change.new, change.old != nil) }

  /// The file with the new content.
  var new: String { "\(path).new-\(ProcessInfo.processInfo.processIdentifier)" }
  /// A copy of the file.
  private var old: String { "\(path).old-\(ProcessInfo.processInfo.processIdentifier)" }

  /// Writes everything beside the file.
  func prepare() throws(Diagnostic) {
    do {
      try FileManager.default.createDirectory(
        at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
      if isThere { try FileManager.default.copyItem(atPath: path, toPath: old) }
      try Data(text.utf8).write(to: URL(filePath: new))
    } catch {
      throw Self.refusal(path, "\(error.localizedDescription)")
    }
  }

  /// Returns the text of a file; nil if there is none.
  static func text(at path: String) throws(Diagnostic) -> String? {
    if let data = FileManager.default.contents(atPath: path) { return String(decoding: data, as: UTF8.self) }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
    throw refusal(path, isFolder.boolValue ? "there is a folder of this name" : "it is there, and cannot be read")
  }

  /// Restores the former content. If the disk refuses, returns the copy that has it, or the path of the new file if
  /// there was none before.
  func undo(by replace: (_ file: String, _ path: String) -> String?) -> String? {
    if isThere { return replace(old, path) == nil ? nil : old }
    return (try? FileManager.default.removeItem(atPath: path)) == nil ? path : nil
  }

  /// Removes the files beside it that are not needed. Mostly there are none, and files that stay are not compiled.
  func clean(but needed: [String]) {
    for path in [new, old] where !needed.contains(path) { try? FileManager.default.removeItem(atPath: path) }
  }

  /// - Parameter stuck: The files that could not be taken back.
  static func refusal(_ path: String, _ reason: String, _ stuck: [String] = []) -> Diagnostic {
    let rest = stuck.isEmpty ? "so none was" : "and these could not be put back: \(stuck.joined(separator: ", "))"
    return Diagnostic("The file cannot be written (\(reason)), \(rest).", at: SourcePlace(file: path))
  }
}

extension String {
  /// The part of a heading that names the data model, without its version.
  fileprivate var generatedBy: String { String(prefix { $0 != "," && $0 != "." }) }
}
