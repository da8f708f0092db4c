/// An option of a command: `--limit COUNT`, `-n COUNT`.
struct Option: Sendable {
  let name: String
  var letter: Character?
  /// What stands for the value in the help; nil for an option without a value.
  var value: String?
  let help: String
  var completion = Completion.none
  /// Whether it may be given more than once.
  var isRepeatable = false

  /// The option as the help lists it: `-n, --limit COUNT`.
  var spelling: String {
    (letter.map { "-\($0), " } ?? "") + "--\(name)" + (value.map { " \($0)" } ?? "")
  }

  /// The values that it takes; nil if it takes any.
  var choices: [String]? { completion.words }
}

// MARK: - Options that several commands have

extension Option {
  static let json = Option(name: "json", help: "Prints JSON.")
  static let jsonLines = Option(
    name: "jsonl", help: "Prints JSON Lines: an object for each record, on a line of its own.")
  static let csv = Option(name: "csv", help: "Prints comma-separated values, with a header.")
  static let columns = Option(
    name: "columns", letter: "c", value: "NAMES", help: "The columns, separated by commas, in this order.")
  static let order = Option(
    name: "order", letter: "o", value: "KEYS",
    help: "The order: columns, separated by commas, each with descending and nil first if wanted.")
  static let limit = Option(name: "limit", letter: "n", value: "COUNT", help: "The greatest number of records.")
  static let offset = Option(name: "offset", value: "COUNT", help: "How many records are left out at the beginning.")
  static let from = Option(
    name: "from", value: "FORMAT", help: "The format of the file, if neither its name nor its first bytes say it.",
    completion: .words(FormatName.all))
  static let id = Option(
    name: "id", value: "COLUMN", help: "The column with the ids; id or the first column if it is missing.")
  static let output = Option(
    name: "output", letter: "O", value: "FILE", help: "The file that is written; - for standard output.",
    completion: .file)

  static let types = Option(
    name: "types", letter: "t", value: "TYPES",
    help:
      "Says what columns have of which the file does not say it, as Total=number,Day=date: number, decimal, date, "
      + "boolean, uuid or text; auto for what all values of a column are. May be repeated.", isRepeatable: true)
  static let matching = Option(name: "where", value: "CONDITION", help: "Which records, as query has them.")
  static let at = Option(
    name: "at", value: "COMMIT", help: "Reads an opened store as it was after a commit that log prints.")

  /// Options that every command has.
  static let color = Option(
    name: "color", value: "WHEN", help: "When to use colours; auto is on a terminal.",
    completion: .words(["auto", "always", "never"]))
  static let help = Option(name: "help", letter: "h", help: "Prints this help.")
  static let common = [color, help]
}
