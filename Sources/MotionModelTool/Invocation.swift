import Foundation
import MotionModel
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

  // MARK: - Files

  /// Reads the file of a path, with the commits of its journals; `-` is standard input.
  func document(at path: String) throws -> StoreDocument {
    let format = format(.from)
    if path == "-" {
      return try StoreDocument(try console.readInput(), as: format, name: "on standard input").naming("Records")
    }
    let url = URL(filePath: path)
    if let commit = try arguments.count(.at) { return try JournalDocument(of: url).content(at: commit) }
    if try JournalDocument.isNeeded(for: url) { return try StoreDocument(ofStore: url) }
    return try StoreDocument(contentsOf: url, as: format).naming(url.deletingPathExtension().lastPathComponent)
  }

  /// The document of the parameter `FILE`.
  func document() throws -> StoreDocument { try document(at: arguments[.file] ?? "-") }

  /// The format that an option names; nil if it was not given.
  func format(_ option: Option) -> FileFormat? { arguments[option].flatMap { FormatName.format($0) } }

  /// Writes a document to a path; `-` is standard output.
  func write(_ document: StoreDocument, to path: String, as format: FileFormat?) throws {
    if path == "-" { return try console.write(try document.data(as: format ?? .json)) }
    try document.write(to: URL(filePath: path), as: format)
  }

  // MARK: - Models

  /// The model of the parameter `MODEL`; if it is missing, the only model of a file.
  func records(in document: StoreDocument) throws -> Records {
    guard let name = arguments[.model] else {
      if document.models.count == 1 { return Records(document.models[0]) }
      throw UsageError("Name a model: the file has \(document.models.map(\.name).joined(separator: ", ")).")
    }
    return try records(of: name, in: document)
  }

  func records(of name: String, in document: StoreDocument) throws -> Records {
    guard let model = document[name] else {
      throw UsageError(unknown: "model", name, known: document.models.map(\.name))
    }
    return Records(model)
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
  fileprivate func naming(_ name: String) -> StoreDocument {
    guard let index = models.firstIndex(where: { $0.name.isEmpty }), self[name] == nil else { return self }
    var document = self
    document.models[index].name = name
    return document
  }
}
