import Foundation
import PackagePlugin

/// Makes a file of Swift from each data model of a target, when it changed.
@main struct GenerateModels: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let tool = try context.tool(named: "MotionModelGeneratorTool").url
    let dataModels = DataModels(in: target.directoryURL)
    if dataModels.urls.isEmpty {
      Diagnostics.warning(
        "The target \(target.name) has no data model (.xcdatamodeld) in its folder, so the plugin MotionModelGenerator makes nothing: "
          + "put one there, or remove the plugin.")
    }
    var names: Set<String> = []
    return dataModels.urls.compactMap { url in
      let name = "\(url.deletingPathExtension().lastPathComponent)Models.swift"
      if !names.insert(name.lowercased()).inserted {
        Diagnostics.error("Two data models of \(target.name) make the file \(name): rename \(url.lastPathComponent).")
        return nil
      }
      let output = context.pluginWorkDirectoryURL.appending(path: name)
      return .buildCommand(
        displayName: "Generate \(name) from \(url.lastPathComponent)", executable: tool,
        arguments: [url.path, "--output", output.path]
          + dataModels.options, inputFiles: dataModels.inputs(of: url), outputFiles: [output])
    }
  }
}
