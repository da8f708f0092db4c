import Foundation

/// The versions of a data model on disk: a bundle `.xcdatamodeld`, one version `.xcdatamodel`, or a file `contents`.
package struct DataModelBundle: Sendable {
  /// The data model's name: that of the bundle without its extension.
  package let name: String
  /// The versions in natural order of their names, at least one.
  package let versions: [Version]
  /// The version that is in use.
  package let current: Version

  package struct Version: Hashable, Sendable {
    package let name: String
    /// The path of the file `contents`.
    package let contents: String
  }

  /// Finds the versions of a data model.
  ///
  /// - Parameters:
  ///   - path: The path of a bundle, a version or a file.
  ///   - version: The name of the version of a bundle, if it is not the one in use.
  /// - Throws: A diagnostic where there is no data model, or more than one version and nothing that says which is in
  ///   use.
  package init(at path: String, version: String? = nil) throws(Diagnostic) {
    let url = URL(filePath: path)
    switch url.pathExtension {
    case "xcdatamodeld": try self.init(bundle: path, name: url.deletingPathExtension().lastPathComponent, version)
    case "xcdatamodel":
      let version = try Self.version(at: path)
      self.init(name: version.name, version: version)
    default:
      if Self.isFolder(path) {
        throw Diagnostic(
          "It is a folder, but no data model: give an .xcdatamodeld, an .xcdatamodel or a file \"contents\".",
          at: SourcePlace(file: path))
      }
      guard FileManager.default.fileExists(atPath: path) else { throw Self.missing(path) }
      let folder = url.deletingLastPathComponent()
      let isInside = url.lastPathComponent == "contents" && folder.pathExtension == "xcdatamodel"
      let name = (isInside ? folder : url).deletingPathExtension().lastPathComponent
      self.init(name: name, version: Version(name: name, contents: path))
    }
  }

  private init(name: String, version: Version) {
    (self.name, versions, current) = (name, [version], version)
  }

  private init(bundle path: String, name: String, _ version: String?) throws(Diagnostic) {
    let suffixLength = ".xcdatamodel".count
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { throw Self.missing(path) }
    let folders = names.filter { $0.hasSuffix(".xcdatamodel") }
      .sorted { $0.dropLast(suffixLength).isNaturallyBefore($1.dropLast(suffixLength)) }
    if folders.isEmpty {
      throw Diagnostic("There is no version of a data model (.xcdatamodel) in it.", at: SourcePlace(file: path))
    }
    var versions: [Version] = []
    var unreadable: [String: Diagnostic] = [:]
    for folder in folders {
      do throws(Diagnostic) {
        versions.append(try Self.version(at: path + "/" + folder))
      } catch {
        unreadable[folder] = error
      }
    }
    let file = names.contains(".xccurrentversion") ? path + "/.xccurrentversion" : nil
    var currentName = version.map { $0 + ".xcdatamodel" }
    if let file, version == nil { currentName = try Self.currentVersion(in: file) }
    if let version, !folders.contains(version + ".xcdatamodel") {
      let names = folders.map { $0.dropLast(suffixLength) }.joined(separator: ", ")
      throw Diagnostic("There is no version \"\(version)\": there are \(names).", at: SourcePlace(file: path))
    }
    if let failure = unreadable[currentName ?? folders[0]] { throw failure }
    guard let current = versions.first(where: { currentName == nil || $0.name + ".xcdatamodel" == currentName }) else {
      throw Diagnostic(
        "The version in use is \"\(currentName ?? "")\", which is not among \(folders.joined(separator: ", ")): "
          + "choose the model version in Xcode's file inspector.", at: SourcePlace(file: file ?? path))
    }
    if currentName == nil && versions.count > 1 {
      throw Diagnostic(
        "It has \(versions.count) versions and no file .xccurrentversion, so none is in use: choose the model version in "
          + "Xcode's file inspector, or name one of \(folders.joined(separator: ", ")).", at: SourcePlace(file: path))
    }
    (self.name, self.versions, self.current) = (name, versions, current)
  }

  private static func version(at path: String) throws(Diagnostic) -> Version {
    let contents = path + "/contents"
    guard FileManager.default.fileExists(atPath: contents) else { throw missing(contents) }
    return Version(name: URL(filePath: path).deletingPathExtension().lastPathComponent, contents: contents)
  }

  private static func currentVersion(in file: String) throws(Diagnostic) -> String {
    guard let data = FileManager.default.contents(atPath: file),
      let plist = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any],
      let name = plist["_XCCurrentVersionName"] as? String
    else {
      throw Diagnostic(
        "It is not a property list with the key _XCCurrentVersionName: choose the model version in Xcode's file inspector.",
        at: SourcePlace(file: file))
    }
    return name
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  private static func missing(_ path: String) -> Diagnostic {
    Diagnostic("There is no such file.", at: SourcePlace(file: path))
  }

  // MARK: - Reading

  /// Reads a version.
  ///
  /// - Parameter version: The version; the one in use if it is nil.
  package func dataModel(_ version: Version? = nil) throws(Diagnostic) -> DataModel {
    let version = version ?? current
    guard let content = FileManager.default.contents(atPath: version.contents) else {
      throw Self.missing(version.contents)
    }
    return try ContentsReader(file: version.contents).dataModel(content, name: name, version: version.name)
  }

  /// Reads all versions up to the current one, in natural order of their names.
  ///
  /// - Parameter diagnostics: Receives the diagnostics of earlier versions that cannot be read, which are left out.
  package func history(_ diagnostics: Diagnostics) throws(Diagnostic) -> [DataModel] {
    let end = versions.firstIndex(of: current) ?? 0
    var result: [DataModel] = []
    for version in versions[..<end] {
      do throws(Diagnostic) {
        result.append(try dataModel(version))
      } catch {
        diagnostics.warning("The version is left out of migrations: \(error.message)", at: error.place)
      }
    }
    return result + [try dataModel()]
  }
}

extension StringProtocol {
  /// Whether it comes before another as people count: `Model 2` before `Model 10`.
  package func isNaturallyBefore(_ other: Self) -> Bool {
    let order = compare(other, options: [.numeric, .caseInsensitive])
    return order == .orderedSame ? self < other : order == .orderedAscending
  }
}
