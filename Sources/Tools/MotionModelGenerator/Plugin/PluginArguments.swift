import Foundation

/// The arguments of the tool.
struct PluginArguments {
  let dataModel: String
  /// The file, or the folder of the files for people.
  let target: String
  let isForPeople: Bool
  private let configuration: String?

  init(_ words: [String]) throws(Diagnostic) {
    var options: [String: String] = [:]
    var rest = words[...]
    var paths: [String] = []
    while let word = rest.popFirst() {
      if word.hasPrefix("--") { options[word] = rest.popFirst() ?? "" } else { paths.append(word) }
    }
    guard paths.count == 1, (options["--output"] == nil) != (options["--people"] == nil) else {
      throw Diagnostic("Expected a data model, and --output FILE or --people FOLDER.", at: SourcePlace())
    }
    (dataModel, configuration) = (paths[0], options["--configuration"])
    (target, isForPeople) = (options["--output"] ?? options["--people"] ?? "", options["--people"] != nil)
  }

  /// What the configuration beside the data models says; the defaults without one.
  var options: GeneratorOptions {
    get throws(Diagnostic) { try configuration.map(Self.options) ?? GeneratorOptions() }
  }

  private static func options(at path: String) throws(Diagnostic) -> GeneratorOptions {
    let place = SourcePlace(file: path)
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Diagnostic("The configuration cannot be read.", at: place)
    }
    guard let entries = try? JSONDecoder().decode([String: String].self, from: data) else {
      throw Diagnostic("The configuration is not JSON such as {\"access\": \"public\"}.", at: place)
    }
    var options = GeneratorOptions()
    for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
      guard key == "access" else { throw Diagnostic("There is no option \(key): there is access.", at: place) }
      guard let access = GeneratorOptions.Access(rawValue: value) else {
        let names = GeneratorOptions.Access.allCases.map(\.rawValue).joined(separator: ", ")
        throw Diagnostic("There is no access level \(value): there are \(names).", at: place)
      }
      options.access = access
    }
    return options
  }
}
