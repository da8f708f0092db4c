import MotionModel
import MotionModelInspector
import MotionModelValues

extension Command {
  static let cat = Command(
    name: "cat",
    summary: "Prints the records of a file.",
    discussion: [
      "Without a model, the records of all models are printed, each model below its name; as JSON they are the "
        + "members of an object. A limit is for each model. A table is as wide as its first \(PrintedTable.sampleSize) "
        + "records need it."
    ],
    parameters: [.file, .optionalModel],
    options: [.columns, .limit, .types, .json, .jsonLines, .csv, .at] + Option.text,
    examples: [
      .init(line: "cat shop.json", meaning: "Print all records."),
      .init(line: "cat shop.motionmodel Artist --csv", meaning: "Print the records of one model for a spreadsheet."),
    ]
  ) { call in
    let document = try call.document()
    if call.arguments[.model] != nil || document.models.count == 1 {
      let records = try call.records(in: document)
      try call.print(records, call.first(of: records))
      return .success
    }
    if call.arguments.has(.columns) { throw UsageError("--columns needs a model.") }
    let form = try call.form
    if form == .csv || form == .lines {
      throw UsageError("\(form == .csv ? "--csv" : "--jsonl") prints one model: name it.")
    }
    try call.printAll(document.models.map { Records($0) }, form)
    return .success
  }
}

extension Invocation {
  /// The numbers of the records that the limit leaves.
  fileprivate func first(of records: Records) throws -> Range<Int> {
    0..<min(records.count, try arguments.count(.limit) ?? .max)
  }

  /// Prints rows of a model in the form and with the columns of the arguments.
  func print(_ records: Records, _ numbers: some Sequence<Int>) throws {
    let places = try records.places(of: arguments.names(.columns))
    let kinds = try Records.kinds(arguments.all(.types), in: records.model)
    var printer = RecordPrinter(records, places, try form, as: kinds, self)
    try printer.begin()
    for number in numbers { try printer.print(records.row(number)) }
    try printer.end()
  }

  fileprivate func printAll(_ models: [Records], _ form: RecordPrinter.Form) throws {
    if form == .json { try console.write("{\n") }
    for (index, records) in models.enumerated() {
      let name = AttributeValue.string(records.model.name)
      if form == .json {
        try console.write(json: "\(JSONFormat.written(name)): ")
      } else {
        try console.writeLine((index > 0 ? "\n" : "") + style(name.cellText, .cyan))
      }
      try print(records, first(of: records))
      if form == .json && index < models.count - 1 { try console.writeLine(",") }
    }
    if form == .json { try console.write("}\n") }
  }
}
