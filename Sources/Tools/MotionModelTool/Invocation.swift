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
    if path == "-" { return try document(console.readInput(), format(.from), name: "on standard input") }
    let url = URL(filePath: path)
    // Of several files, --from is for those whose names do not say it.
    let format = isWithSeveralFiles ? FileFormat(of: url) ?? format(.from) : format(.from)
    if let content = try Self.contentOfPipe(path) { return try document(content, format, name: url.lastPathComponent) }
    if let commit = try arguments.count(.at) { return try JournalDocument(of: url).content(at: commit) }
    if try JournalDocument.isNeeded(for: url) { return try StoreDocument(ofStore: url) }
    return document(of: try RecordFile(contentsOf: url, textForm(format)))
  }

  private func document(_ data: Data, _ format: FileFormat?, name: String) throws -> StoreDocument {
    document(of: try RecordFile(data, textForm(format), name: name, model: Self.inputName))
  }

  /// Returns what a file has, and says on standard error of which lines something was left out.
  private func document(of file: RecordFile) -> StoreDocument {
    if let line = file.shortened.first {
      let what = arguments[.ragged] == CSVForm.Ragged.fill.rawValue ? "further fields of " : ""
      warn("Left out: \(what)\(counted(file.shortened.count, "line")), the first one line \(line).")
    }
    return file.document
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
  func records(in document: StoreDocument) throws -> Records { try records(and: [], in: document).0 }

  /// Returns the model that the first word behind the file names, and the words behind it. The name may be missing
  /// where a file has one model.
  ///
  /// - Parameters:
  ///   - parameters: What is behind the model.
  ///   - count: How many words are needed there.
  func records(
    and parameters: [Parameter], atLeast count: Int = 0, in document: StoreDocument
  ) throws -> (Records, words: [String]) {
    let words = ([.model] + parameters).flatMap { arguments.all($0) }
    let isNamed = words.count > count && (document.models.count != 1 || document[words[0]] != nil)
    if isNamed { return (try records(of: words[0], in: document), Array(words.dropFirst())) }
    guard document.models.count == 1 else {
      throw UsageError("Name a model: the file has \(document.models.map(\.name).joined(separator: ", ")).")
    }
    if let first = words.first, parameters.isEmpty {
      throw UsageError(unknown: "model", first, known: document.models.map(\.name))
    }
    return (try records(of: document.models[0].name, in: document), words)
  }

  func records(of name: String, in document: StoreDocument) throws -> Records {
    guard let model = document[name] else {
      throw UsageError(unknown: "model", name, known: document.models.map(\.name))
    }
    return Records(
      model, idColumn: try idColumn(in: [document]), saying: try Records.kinds(arguments.all(.types), in: model))
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
      let forms: [(Option, RecordPrinter.Form)] = [(.json, .json), (.jsonLines, .lines), (.csv, .csv)]
      let found = forms.filter { arguments.has($0.0) }
      if found.count > 1 { throw UsageError("--\(found[0].0.name) and --\(found[1].0.name) exclude each other.") }
      return found.first?.1 ?? .table
    }
  }
}
