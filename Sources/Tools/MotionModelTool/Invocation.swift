import Foundation
import MotionModel
import MotionModelInspector
import MotionModelJournal

/// One call of a command: its arguments, and where it reads and writes.
struct Invocation {
  let arguments: Arguments
  let console: Console
  let style: Style

  func printHelp(of command: Command) throws -> ToolStatus {
    try console.write(Help.text(of: command, style))
    return .success
  }

  /// Writes a line to standard error, where it is not part of what is printed.
  func warn(_ text: String) { console.writeError(text.printable + "\n") }

  // MARK: - Files

  /// Reads the file of a path, with the commits of its journals; `-` is standard input.
  func document(at path: String) throws -> StoreDocument {
    if path == "-" {
      return try StoreDocument(try console.readInput(), as: format(.from), name: "on standard input")
        .naming(Self.inputName)
    }
    let url = URL(filePath: path)
    // Of several files, --from is for those whose names do not say it.
    let format = isWithSeveralFiles ? FileFormat(of: url) ?? format(.from) : format(.from)
    if let content = try Self.contentOfPipe(path) {
      return try StoreDocument(content, as: format, name: url.lastPathComponent).naming(Self.inputName)
    }
    if let commit = try arguments.count(.at) { return try JournalDocument(of: url).content(at: commit) }
    if try JournalDocument.isNeeded(for: url) { return try StoreDocument(ofStore: url) }
    return try StoreDocument(contentsOf: url, as: format).naming(url.deletingPathExtension().lastPathComponent)
  }

  /// Returns what a pipe that has a path says, as a shell makes one for `<(…)`; nil for other files.
  private static func contentOfPipe(_ path: String) throws -> Data? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return nil }
    return try FileHandle(forReadingFrom: URL(filePath: path)).readToEnd() ?? Data()
  }

  /// The name of the model on standard input, or a pipe, if it says none.
  static let inputName = "Records"

  private var isWithSeveralFiles: Bool { arguments[.file] == nil }

  /// The document of the parameter `FILE`.
  func document() throws -> StoreDocument { try document(at: arguments[.file] ?? "-") }

  /// The format that an option names; nil if it was not given.
  func format(_ option: Option) -> FileFormat? { arguments[option].flatMap { FormatName.format($0) } }

  // MARK: - Models

  /// The model of the parameter `MODEL`; if it is missing, the only model of a file.
  func records(in document: StoreDocument) throws -> Records {
    guard let name = arguments[.model] else {
      if document.models.count == 1 { return try records(of: document.models[0].name, in: document) }
      throw UsageError("Name a model: the file has \(document.models.map(\.name).joined(separator: ", ")).")
    }
    return try records(of: name, in: document)
  }

  func records(of name: String, in document: StoreDocument) throws -> Records {
    guard let model = document[name] else {
      throw UsageError(unknown: "model", name, known: document.models.map(\.name))
    }
    return Records(
      model, idColumn: try idColumn(in: [document]), saying: try Records.kinds(arguments.all(.type), in: model))
  }

  /// The column of `--id`, which has to be one of a model in the files.
  func idColumn(in documents: [StoreDocument]) throws(UsageError) -> String? {
    guard let name = arguments[.id] else { return nil }
    let names = documents.flatMap { $0.models.flatMap { $0.columns.map(\.name) } }
    if names.contains(name) { return name }
    throw UsageError(unknown: "column", name, known: Set(names).sorted())
  }

  /// How records are printed.
  var form: RecordPrinter.Form {
    get throws {
      if arguments.has(.json) && arguments.has(.csv) { throw UsageError("--json and --csv exclude each other.") }
      return arguments.has(.json) ? .json : arguments.has(.csv) ? .csv : .table
    }
  }
}

extension StoreDocument {
  /// Gives a name to the records of a file that says none, as lines of another program.
  func naming(_ name: String) -> StoreDocument {
    guard let index = models.firstIndex(where: { $0.name.isEmpty }), self[name] == nil else { return self }
    var document = self
    document.models[index].name = name
    return document
  }
}
