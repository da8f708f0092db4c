import MotionModel
import MotionModelInspector

extension Command {
  private static let id = Parameter(
    name: "ID", help: "The id of the record, unless --where is given.", arity: .optional)
  private static let edits = Parameter(
    name: "COLUMN=VALUE", help: "A column and its new value; null for nil.", arity: .atLeastOne)

  /// How files are changed in place, for the help of the commands that do.
  static let inPlace =
    "The file is replaced in one step by a new one, which is on the disk when the command ends. CSV keeps its "
    + "separator, the lines that --skip names, and its encoding. JSON of other programs keeps its structure and the "
    + "order of its keys, with a record on each line. In the file of an opened store, the change is a commit in its "
    + "journal. No file is changed while a process has it open, unless that shares it with others."

  static let set = Command(
    name: "set",
    summary: "Changes values of records in a file.",
    discussion: [
      "Values are read by the type of their column. null is nil; a value in quotation marks is a string, with the "
        + "escapes of JSON; arrays, dictionaries and documents are JSON. With --where, all records that meet the "
        + "condition get the values, and the status is 1 if none does.",
      inPlace,
      "Rules and unique columns are not checked, because a file does not say them. A program refuses a file in which "
        + "two records have the same value in a unique column, until one of them gets another value.",
    ],
    parameters: [.file, .model, id, edits],
    options: [.matching, .types, .id] + Option.edited,
    examples: [
      .init(
        line: "set shop.json Track 1 Name='Blue in Green' Composer=null",
        meaning: "Rename a track, and take its composer away."),
      .init(
        line: "set shop.json Track UnitPrice=1.29 --where 'AlbumId == 3'", meaning: "Change the tracks of an album."),
    ]
  ) { call in
    try call.edit { editing in
      let (records, words) = try call.records(and: [id, edits], atLeast: 1, in: editing.document)
      let (chosen, assignments) = try call.chosen(records, words, ids: 1)
      if assignments.isEmpty {
        throw UsageError(
          "Name the record by its id, or records by --where CONDITION, and then what they get: COLUMN=VALUE.")
      }
      let values = try records.edits(assignments)
      if let id = records.idName, values[id] != nil { throw UsageError("The id of a record cannot be changed.") }
      try editing.change(chosen.map { .update($0, values) }, of: records, nextNumber: records.model.nextNumber)
      if call.arguments.has(.matching) { try call.console.writeLine("Changed: \(counted(chosen.count, "record")).") }
    }
    return .success
  }
}

extension Invocation {
  /// Reads the file that is changed in place, and calls `body`, again if a process that shares the file has changed it
  /// meanwhile.
  func edit(_ body: (FileEditing) throws -> Void) throws {
    let path = arguments[.file] ?? "-"
    if path == "-" { throw UsageError("A file is changed in place, so it needs a name, which standard input has not.") }
    try Store.repeating({ try body(try FileEditing(path, textForm(format(.from)))) }) { error in
      if case .overtaken = error as? StoreError { 64 } else { 0 }
    }
  }

  /// Returns the numbers of the records that meet `--where`, with all words. Without it, the first words are ids, and
  /// the numbers are of their records.
  func chosen(_ records: Records, _ words: [String], ids count: Int) throws -> (numbers: [Int], words: [String]) {
    if let condition = arguments[.matching] {
      let found = try find(in: records, condition)
      if found.isEmpty { throw Finding("No \(records.model.name) meets the condition.") }
      return (Array(found), words)
    }
    try records.requireIDs()
    let ids = Array(words.prefix(count))
    let numbers = records.numbers(of: ids)
    let missing = zip(ids, numbers).compactMap { $1 == nil ? $0 : nil }
    if !missing.isEmpty {
      throw Finding("There is no \(records.model.name) with the id \(missing.joined(separator: ", ")).")
    }
    return (numbers.compactMap(\.self), Array(words.dropFirst(count)))
  }
}
