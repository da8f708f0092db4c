import MotionModel
import MotionModelInspector

extension Command {
  private static let ids = Parameter(name: "ID", help: "The id of a record, unless --where is given.", arity: .any)

  static let delete = Command(
    name: "delete",
    summary: "Deletes records of a file.",
    discussion: [
      "All records that are named are deleted, or none: the status is 1 if there is no record of an id, or none that "
        + "meets the condition. Records that refer to them are not changed, because a file does not say which "
        + "columns refer to other models: check --reference finds them.",
      inPlace,
    ],
    parameters: [.file, .model, ids],
    options: [.matching, .types, .id] + Option.edited,
    examples: [
      .init(line: "delete shop.json Playlist 17 18", meaning: "Delete two playlists."),
      .init(
        line: "delete shop.json Invoice --where 'InvoiceDate < 2022-01-01'", meaning: "Delete the invoices of a time."),
    ]
  ) { call in
    try call.edit { editing in
      let (records, words) = try call.records(and: [ids], in: editing.document)
      if words.isEmpty != call.arguments.has(.matching) {
        throw UsageError("Name the records either by their ids or by --where CONDITION: --where true is all of them.")
      }
      let (chosen, _) = try call.chosen(records, words, ids: words.count)
      let numbers = Set(chosen).sorted()
      try editing.change(numbers.map { .delete($0) }, of: records, nextNumber: records.model.nextNumber)
      try call.console.writeLine("Deleted: \(counted(numbers.count, "record")).")
    }
    return .success
  }
}
