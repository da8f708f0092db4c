import MotionModel
import MotionModelInspector

extension Command {
  private static let values = Parameter(
    name: "COLUMN=VALUE", help: "A column and the value of the new record, as set has them.", arity: .any)
  private static let lines = Option(
    name: "jsonl", help: "Reads records from standard input: JSON Lines, an object for each record.")

  static let insert = Command(
    name: "insert",
    summary: "Adds records to a file.",
    discussion: [
      "A record without an id gets the next number, or a UUID where the ids are UUIDs. The ids of the new records "
        + "are printed, each on a line. Columns that are not named have no value; a column that is never nil needs "
        + "one. With --jsonl, all records are added or none.",
      inPlace,
    ],
    parameters: [.file, .model, values],
    options: [lines, .id] + Option.edited,
    examples: [
      .init(line: "insert shop.json Artist Name='Bill Evans'", meaning: "Add an artist, and print the new id."),
      .init(
        line: "query new.csv --jsonl | motionmodel insert shop.json Artist --jsonl",
        meaning: "Add records of another file, whose columns have the same names."),
    ]
  ) { call in
    // Standard input can be read once.
    var input: StoreDocument.Rows?
    try call.edit { editing in
      let (records, words) = try call.records(and: [values], in: editing.document)
      var insertion = Insertion(records)
      if call.arguments.has(lines) {
        if !words.isEmpty { throw UsageError("With --jsonl, values are those of the lines: leave \(words[0]) out.") }
        let rows = try input ?? call.inputRows()
        input = rows
        for row in rows { try insertion.add(try records.edits(row)) }
      } else {
        if words.isEmpty { throw UsageError("Name values of the new record, or read records with --jsonl.") }
        try insertion.add(try records.edits(words))
      }
      try editing.change(insertion.rows.map { .insert($0) }, of: records, nextNumber: insertion.nextNumber)
      for id in insertion.newIDs { try call.console.writeLine(id.printable) }
    }
    return .success
  }
}

extension Invocation {
  /// The records of lines on standard input.
  fileprivate func inputRows() throws -> StoreDocument.Rows {
    let input = try console.readInput()
    if input.allSatisfy({ " \t\r\n".utf8.contains($0) }) { throw Finding("There are no records on standard input.") }
    let document = try StoreDocument(input, as: .jsonLines, name: "on standard input")
    guard document.models.count == 1 else {
      throw UsageError("Standard input has several models: insert one at a time.")
    }
    return document.models[0].rows
  }
}
