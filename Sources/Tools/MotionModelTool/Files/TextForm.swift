import MotionModel

/// How files of text are read that other programs wrote, as the options of a command say it.
struct TextForm {
  var format: FileFormat?
  var csv = CSVForm()
  var encoding: TextEncoding?
}

extension Option {
  static let separator = Option(
    name: "separator", value: "CHARACTER",
    help:
      "What is between the fields of CSV: an ASCII character, or tab. Commas, semicolons and tabs are found without it."
  )
  static let skip = Option(
    name: "skip", value: "LINES", help: "How many lines of CSV are before the one with the names of the columns.")
  static let encoding = Option(
    name: "encoding", value: "NAME",
    help: "The encoding of CSV that is not in UTF-8. A mark of UTF-16 is found without it.",
    completion: .words(TextEncoding.allCases.map(\.rawValue)))
  static let ragged = Option(
    name: "ragged", value: "WAY",
    help:
      "What is done with lines of CSV that have fewer or more fields than the first one: fill takes what is there, "
      + "and skip leaves them out.",
    completion: .words(CSVForm.Ragged.allCases.filter { $0 != .refused }.map(\.rawValue)))

  /// How a file is read that is changed in place.
  static let edited = [from, separator, skip, encoding]
  /// How a file is read that stays as it is.
  static let text = edited + [ragged]
}

extension Invocation {
  /// What the options say of files of text.
  ///
  /// - Parameter format: The format of the file; nil if it is not known.
  func textForm(_ format: FileFormat?) throws(UsageError) -> TextForm {
    var form = TextForm(format: format)
    form.csv.separator = try separator
    form.csv.skippedLines = try arguments.count(.skip) ?? 0
    form.csv.ragged = arguments[.ragged].flatMap { CSVForm.Ragged(rawValue: $0) } ?? .refused
    form.encoding = arguments[.encoding].flatMap { TextEncoding(rawValue: $0) }
    return form
  }

  private var separator: UInt8? {
    get throws(UsageError) {
      guard let text = arguments[.separator] else { return nil }
      if text == "tab" || text == "\\t" { return 0x09 }
      guard text.utf8.count == 1, let byte = text.utf8.first, !"\"\r\n".utf8.contains(byte) else {
        throw UsageError("--separator expects one ASCII character, or tab, and got \(text).")
      }
      return byte
    }
  }
}
