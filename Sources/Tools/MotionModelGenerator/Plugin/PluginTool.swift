/// One run of the tool that the plugins call for a data model.
package enum PluginTool {
  /// Generates the file, or the files for people, of a data model.
  ///
  /// - Parameters:
  ///   - words: The arguments.
  ///   - report: Prints a line, as compilers do.
  /// - Returns: The status of the process: 1 if nothing was generated.
  package static func run(_ words: [String], report: (String) -> Void) -> Int32 {
    do {
      let arguments = try PluginArguments(words)
      let generator = Generator(try arguments.options)
      let files = try files(arguments, generator)
      for diagnostic in generator.diagnostics.all { report(diagnostic.description) }
      if generator.diagnostics.hasErrors { return 1 }
      for diagnostic in files.missingMigrations { report(diagnostic.description) }
      try files.write()
      if arguments.isForPeople { for change in files.changes { report("Made \(change.path).") } }
      return 0
    } catch {
      report("\(error)")
      return 1
    }
  }

  private static func files(
    _ arguments: PluginArguments, _ generator: Generator
  ) throws(Diagnostic) -> GeneratedFiles {
    let bundle = try DataModelBundle(at: arguments.dataModel, version: nil)
    let versions = try bundle.history(generator.diagnostics)
    let dataModel = versions[versions.count - 1]
    if arguments.isForPeople {
      let sources = generator.folder(dataModel, versions: versions).filter(\.isForPeople)
      return try GeneratedFiles(sources, in: arguments.target)
    }
    return try GeneratedFiles(generator.oneFile(dataModel, named: arguments.target, versions: versions), in: "")
  }
}
