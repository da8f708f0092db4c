import Foundation
import MotionModel
import MotionModelInspector

extension Option {
  static let to = Option(
    name: "to", value: "FORMAT", help: "The format that is written, if the name of the file does not say it.",
    completion: .words(FormatName.all))
  static let force = Option(name: "force", letter: "f", help: "Replaces a file that exists.")
}

extension Command {
  private static let target = Parameter(
    name: "TARGET", help: "The file that is written; - for standard output, as without it.", arity: .optional,
    completion: .file)
  private static let sorted = Option(
    name: "sorted", help: "Orders models and columns by name and records by id, for version control.")
  private static let only = Option(name: "model", value: "NAME", help: "Converts one model alone.")

  static let convert = Command(
    name: "convert",
    summary: "Writes the records of a file in another format.",
    discussion: [
      "The formats are those of the files' names, or else what --from and --to say. Nothing of the records is lost, "
        + "but places and journals of an opened store are only in the compact format. The strings of CSV stay "
        + "strings, unless --types says what they are: a value that is not of that type is an error."
    ],
    parameters: [.file, target],
    options: [.at, .to, only, .types, sorted, .force] + Option.text,
    examples: [
      .init(line: "convert shop.json shop.motionmodel", meaning: "Make a compact file."),
      .init(line: "convert shop.motionmodel - --to json", meaning: "Print a file as JSON."),
      .init(
        line: "convert orders.csv orders.json --types auto --skip 1 --encoding latin1",
        meaning: "Read CSV of another program, with numbers and dates as such."),
      .init(line: "convert shop.motionmodel --sorted", meaning: "Print it in an order that versions have in common."),
    ]
  ) { call in
    var document = try call.copied(call.arguments[.file] ?? "-", only: call.arguments[only])
    if call.arguments.has(sorted) { document = document.sorted() }
    try call.writeNew(document, to: call.arguments[target] ?? "-", of: [call.arguments[.file]])
    return .success
  }
}
