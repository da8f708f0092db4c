import Foundation
import MotionModel
import MotionModelInspector
import MotionModelStorage
import MotionModelValues

extension Command {
  private static let id = Parameter(name: "ID", help: "The id of the record.")
  private static let edits = Parameter(
    name: "COLUMN=VALUE", help: "A column and its new value; null for nil.", arity: .atLeastOne)

  static let set = Command(
    name: "set",
    summary: "Changes values of a record in a file.",
    discussion: [
      "Values are read by the type of their column. null is nil; a value in quotation marks is a string, with the escapes of "
        + "JSON; arrays, dictionaries and documents are JSON.",
      "The file is replaced in one step by a new one, which is on the disk when the command ends. In the file of an opened "
        + "store, the change is a commit in its journal. No file is changed while a process has it open.",
      "Rules and unique columns are not checked, because a file does not say them. A program refuses a file in which two records "
        + "have the same value in a unique column, until one of them gets another value.",
    ],
    parameters: [.file, .model, id, edits],
    options: [.id, .from],
    examples: [
      .init(
        line: "set shop.json Track 1 Name='Blue in Green' Composer=null",
        meaning: "Rename a track, and take its composer away.")
    ]
  ) { call in
    let path = call.arguments[.file] ?? "-"
    if path == "-" { throw UsageError("set changes a file in place, so it needs the name of a file.") }
    var editing = try FileEditing(path, as: call.format(.from))
    let records = try call.records(in: editing.document)
    try records.requireIDs()
    let id = call.arguments[id] ?? ""
    guard let number = records.numbers(of: [id])[0] else {
      throw Finding("There is no \(records.model.name) with the id \(id).")
    }
    let values = try records.edits(call.arguments.all(edits))
    try editing.change(
      number, of: records.model.name, id: records.idName ?? "id",
      Dictionary(values.map { ($0.column, $0.value) }) { first, _ in first })
    return .success
  }
}

extension Records {
  /// Reads assignments such as `name=Miles`.
  fileprivate func edits(_ texts: [String]) throws(UsageError) -> [(column: String, value: AttributeValue?)] {
    var edits: [(String, AttributeValue?)] = []
    for text in texts {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else { throw UsageError("\(text) is not of the form COLUMN=VALUE.") }
      let place = try places(of: [parts[0]])[0]
      if edits.contains(where: { $0.0 == parts[0] }) { throw UsageError("The column \(parts[0]) is given twice.") }
      if place == idPlace { throw UsageError("The id of a record cannot be changed.") }
      edits.append((parts[0], try ValueReader(model.columns[place], sample: sample(of: place)).read(parts[1])))
    }
    return edits
  }

  /// The first value of a column that is not nil.
  private func sample(of place: Int) -> AttributeValue? {
    (0..<count).lazy.compactMap { row($0)[place] }.first { !$0.isNull }
  }
}
