import Foundation
import PackagePlugin

/// Creates missing files for people to edit, one for each type of a data model.
@main struct GenerateModelFiles: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    var extractor = ArgumentExtractor(arguments)
    let names = extractor.extractOption(named: "target")
    let folder = extractor.extractOption(named: "folder").last ?? "Models"
    if let unknown = extractor.remainingArguments.first {
      return Diagnostics.error("Expected --target NAME or --folder NAME, and found \(unknown).")
    }
    let targets = names.isEmpty ? context.package.targets : try context.package.targets(named: names)
    let tool = try context.tool(named: "MotionModelGeneratorTool").url
    var count = 0
    for target in targets {
      let dataModels = DataModels(in: target.directoryURL)
      for url in dataModels.urls {
        count += 1
        let output = target.directoryURL.appending(path: folder)
        try run(tool, [url.path, "--people", output.path] + dataModels.options)
      }
    }
    if count == 0 { Diagnostics.error("There is no data model in \(targets.map(\.name).joined(separator: ", ")).") }
  }

  private func run(_ tool: URL, _ arguments: [String]) throws {
    let process = try Process.run(tool, arguments: arguments)
    process.waitUntilExit()
    if process.terminationStatus != 0 { Diagnostics.error("Nothing was made from \(arguments[0]).") }
  }
}
