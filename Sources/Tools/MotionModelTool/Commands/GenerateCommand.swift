import Foundation
import MotionModelGenerator
import MotionModelSchemaReading

extension Command {
  static let generate = Command(
    name: "generate",
    summary: "Generates the Swift of models from a data model of Xcode, or from another schema.",
    discussion: [
      "Without --folder, all types are in one file. With it, there are two files for each entity: the one whose name begins "
        + "with an underscore is made anew when the data model changed, the other is made once and is yours.",
      "Besides data models, it reads SQL, Rails' schema.rb, SwiftData's classes, and samples of JSON. What was "
        + "guessed is marked with CHECK.",
      "What is wrong with a data model is printed as compilers print it, with file and line. Then no file is touched.",
    ],
    parameters: [.dataModel],
    options: [.output, .folder, .access, .modelVersion, .check],
    examples: [
      .init(line: "generate Shop.xcdatamodeld -O Models.swift", meaning: "One file with all types."),
      .init(line: "generate Shop.xcdatamodeld --folder Models", meaning: "Two files for each entity."),
      .init(line: "generate Models/*.swift -O Models.swift", meaning: "Models of a SwiftData app, one class a file."),
      .init(line: "generate schema.sql -O Models.swift", meaning: "Models of the tables of a database."),
      .init(line: "generate Shop.xcdatamodeld --folder Models --check", meaning: "Fails if a file is not up to date."),
    ]
  ) { call in
    if call.arguments.has(.folder) && call.arguments.has(.output) {
      throw UsageError("--folder and --output exclude each other.")
    }
    if !call.writesFiles && call.arguments.has(.check) {
      throw UsageError("--check compares files: name them with --folder or --output.")
    }
    do {
      return try call.generate()
    } catch let diagnostic as Diagnostic {
      call.warn(diagnostic.description)
      return .file
    }
  }
}

extension Parameter {
  fileprivate static let dataModel = Parameter(
    name: "DATAMODEL",
    help:
      "An .xcdatamodeld, an .xcdatamodel, or the file \"contents\" in it; or another schema: .sql, .rb, .json, "
      + "several .swift, or a folder of them.",
    arity: .atLeastOne, completion: .file)
}

extension Option {
  fileprivate static let folder = Option(
    name: "folder", value: "FOLDER", help: "The folder with two files for each entity.", completion: .file)
  fileprivate static let access = Option(
    name: "access", value: "LEVEL", help: "The access level of the types; internal if it is missing.",
    completion: .words(GeneratorOptions.Access.allCases.map(\.rawValue)))
  fileprivate static let modelVersion = Option(
    name: "model-version", value: "NAME", help: "The version of the data model, if it is not the one in use.")
  fileprivate static let check = Option(
    name: "check", help: "Writes nothing, and fails if a file is not up to date.")
}

extension Invocation {
  /// Whether the Swift goes to files, and not to the standard output.
  fileprivate var writesFiles: Bool { arguments.has(.folder) || (arguments[.output] ?? "-") != "-" }

  fileprivate func generate() throws -> ToolStatus {
    let access = arguments[.access].flatMap { GeneratorOptions.Access(rawValue: $0) } ?? .internal
    let generator = Generator(GeneratorOptions(access: access))
    let (dataModel, versions) = try drawing(generator.diagnostics)
    let output = arguments[.output] ?? "-"
    let sources =
      arguments.has(.folder)
      ? generator.folder(dataModel, versions: versions)
      : generator.oneFile(dataModel, named: output, versions: versions)
    for diagnostic in generator.diagnostics.all { warn(diagnostic.description) }
    if generator.diagnostics.hasErrors { return .file }
    if !writesFiles {
      try console.write(sources.map(\.text).joined())
      return .success
    }
    return try bring(GeneratedFiles(sources, in: arguments[.folder] ?? ""))
  }

  /// Reads the data model, and its versions, which only those of Xcode have.
  private func drawing(_ diagnostics: Diagnostics) throws -> (dataModel: DataModel, versions: [DataModel]) {
    let paths = arguments.all(.dataModel)
    let (path, sources) = (paths[0], paths.map(swiftFiles))
    let name = URL(filePath: path).deletingPathExtension().lastPathComponent
    if !sources.contains([]) { return (try SchemaFile.swiftData(at: sources.flatMap(\.self), named: name), []) }
    if paths.count > 1 {
      throw UsageError("\(paths[1]) is one argument too many: only files of Swift are read together.")
    }
    if let schema = SchemaFile(of: URL(filePath: path)) {
      return (try schema.dataModel(at: URL(filePath: path), calling: path), [])
    }
    let bundle = try DataModelBundle(at: path, version: arguments[.modelVersion])
    let versions = try bundle.history(diagnostics)
    return (versions[versions.count - 1], versions)
  }

  /// Returns the files of Swift that a path means: itself, or those in the folder; none for anything else.
  private func swiftFiles(at path: String) -> [String] {
    if path.hasSuffix(".swift") { return [path] }
    let inside = FileManager.default.subpaths(atPath: path) ?? []
    return inside.filter { $0.hasSuffix(".swift") }.sorted().map { "\(path)/\($0)" }
  }

  /// Writes files, or says which ones are not up to date.
  private func bring(_ files: GeneratedFiles) throws -> ToolStatus {
    for path in files.leftOver {
      warn(Diagnostic("It is not generated any more: remove it.", .warning, at: SourcePlace(file: path)).description)
    }
    if arguments.has(.check) { return check(files) }
    for diagnostic in files.missingMigrations { warn(diagnostic.description) }
    try files.write()
    return .success
  }

  /// Says what is not up to date, with errors, as it fails.
  private func check(_ files: GeneratedFiles) -> ToolStatus {
    let old = files.changes.map {
      Diagnostic("It is not up to date: run motionmodel generate.", at: SourcePlace(file: $0.path))
    }
    let missing = files.missingMigrations.map { Diagnostic($0.message, at: $0.place) }
    for diagnostic in old + missing { warn(diagnostic.description) }
    return old.isEmpty && missing.isEmpty ? .success : .finding
  }
}
