import MotionModel
import MotionModelValues

extension Command {
  private static let old = Parameter(name: "OLD", help: "A file; - for standard input.", completion: .file)
  private static let new = Parameter(name: "NEW", help: "Another file, of any format.", completion: .file)

  static let diff = Command(
    name: "diff",
    summary: "Shows how the records of two files differ, by model, id and column.",
    discussion: [
      "Lines with - are records of the first file alone, lines with + those of the second, and lines with ~ columns that "
        + "differ. The order of records does not matter, nor the formats of the files. The status is 1 if they differ."
    ],
    parameters: [old, new, .optionalModel],
    options: [.id, .json] + Option.text,
    examples: [.init(line: "diff shop.json shop.motionmodel", meaning: "Compare two files.")]
  ) { call in
    let files = try call.comparedFiles(
      [call.arguments[old] ?? "-", call.arguments[new] ?? "-"], of: call.arguments[.model])
    let (first, second) = (files[0].document, files[1].document)
    let names = first.models.map(\.name) + second.models.map(\.name).filter { first[$0] == nil }
    if let name = call.arguments[.model], !names.contains(name) {
      throw UsageError(unknown: "model", name, known: names)
    }
    let differences = try names.filter { call.arguments[.model] ?? $0 == $0 }.map { name in
      let records = try call.comparedRecords(of: name, in: files)
      return Difference(name, from: records[0], to: records[1])
    }
    if call.arguments.has(.json) {
      try call.print(list: differences.flatMap(\.json))
    } else {
      for line in differences.lazy.flatMap({ $0.lines(call.style) }) { try call.console.writeLine(line) }
    }
    return differences.allSatisfy(\.isEmpty) ? .success : .finding
  }
}

extension Invocation {
  /// Prints an array as JSON, with a line for each element.
  func print(list elements: [AttributeValue]) throws {
    try console.write("[")
    for (index, element) in elements.enumerated() {
      try console.write(json: (index > 0 ? ",\n" : "\n") + JSONFormat.written(element))
    }
    try console.write(elements.isEmpty ? "]\n" : "\n]\n")
  }
}
