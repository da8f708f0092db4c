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

  /// Reads the file of a path; `-` is standard input.
  func document(at path: String, as format: FileFormat? = nil) throws -> StoreDocument {
    let format = try format ?? self.format(.from)
    if path == "-" { return try StoreDocument(try console.readInput(), as: format, name: "on standard input") }
    let url = URL(filePath: path)
    // The journals beside an opened store have the commits since it was written.
    if let files = try UntypedFiles(of: url) { return try files.document() }
    return try StoreDocument(contentsOf: url, as: format)
  }

  /// The document of the parameter `FILE`.
  func document() throws -> StoreDocument { try document(at: arguments[.file] ?? "-") }

  /// The format that an option names; nil if it was not given.
  func format(_ option: Option) throws -> FileFormat? { arguments[option].flatMap { FormatName.format($0) } }

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
