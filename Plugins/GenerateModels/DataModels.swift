import Foundation

/// The data models in the folder of a target.
struct DataModels {
  /// The data models, in the order of their paths.
  let urls: [URL]
  /// The file with the options of the generator; nil if there is none.
  let configuration: URL?

  init(in folder: URL) {
    var (found, configuration): ([URL], URL?) = ([], nil)
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    while let url = files?.nextObject() as? URL {
      if url.pathExtension == "xcdatamodeld" || url.pathExtension == "xcdatamodel" {
        found.append(url)
        files?.skipDescendants()
      } else if url.lastPathComponent == "MotionModelGenerator.json" {
        configuration = url
      }
    }
    urls = found.sorted { $0.path < $1.path }
    self.configuration = configuration
  }

  /// The arguments of the tool that say where its options are.
  var options: [String] { configuration.map { ["--configuration", $0.path] } ?? [] }

  /// Every file that the tool reads for a data model: the contents of its versions, and which one is in use.
  func inputs(of dataModel: URL) -> [URL] {
    var inputs = configuration.map { [$0] } ?? []
    let files = FileManager.default.enumerator(at: dataModel, includingPropertiesForKeys: nil)
    while let url = files?.nextObject() as? URL {
      if url.lastPathComponent == "contents" || url.lastPathComponent == ".xccurrentversion" { inputs.append(url) }
    }
    return inputs.sorted { $0.path < $1.path }
  }
}
