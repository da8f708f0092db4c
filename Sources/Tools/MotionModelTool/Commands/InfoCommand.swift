import Foundation
import MotionModel
import MotionModelInspector
import MotionModelJournal
import MotionModelValues

extension Command {
  static let info = Command(
    name: "info",
    summary: "Says what is in a file: models, columns and numbers of records.",
    discussion: ["With a model, it lists the model's columns with their types, where the file says them."],
    parameters: [.file, .optionalModel],
    options: [.json] + Option.text,
    examples: [
      .init(line: "info shop.json", meaning: "List the models of a file."),
      .init(line: "info shop.json Track", meaning: "List the columns of a model."),
    ]
  ) { call in
    let document = try call.document()
    if call.arguments[.model] != nil {
      try describe(try call.records(in: document), call)
    } else if call.arguments.has(.json) {
      let models = AttributeValue.array(document.models.map(\.summary))
      try call.console.write(json: JSONFormat.written(.dictionary(["models": models])) + "\n")
    } else {
      try summarize(call)
      try list(document.models, call)
    }
    return .success
  }

  /// Says how large a file is, and which commits are only in its journals.
  private static func summarize(_ call: Invocation) throws {
    guard let path = call.arguments[.file], path != "-" else { return }
    let url = URL(filePath: path)
    let name = AttributeValue.string(url.lastPathComponent).cellText
    let target = url.resolvingSymlinksInPath().path(percentEncoded: false)
    let size = try FileManager.default.attributesOfItem(atPath: target)[.size] as? Int ?? 0
    let format = (call.format(.from) ?? FileFormat(of: url)).map { "\(FormatName.name(of: $0)), " } ?? ""
    let pending = try JournalDocument.isNeeded(for: url) ? JournalDocument(of: url).pendingCommits : 0
    let journal = pending == 0 ? "" : ", and \(pending == 1 ? "a commit" : "\(pending) commits") in the journal"
    try call.console.writeLine("\(name): \(format)\(size) bytes\(journal)\n")
  }

  private static func list(_ models: [StoreDocument.Table], _ call: Invocation) throws {
    var table = PrintedTable(
      [
        .init(title: "model"), .init(title: "version", isRight: true), .init(title: "records", isRight: true),
        .init(title: "columns", isRight: true), .init(title: "next number", isRight: true),
      ], call.style)
    for model in models {
      let numbers = [model.version, model.rows.count, model.columns.count, model.nextNumber]
      try table.add([AttributeValue.string(model.name).cellText] + numbers.map { "\($0)" }, to: call.console)
    }
    try table.end(call.console)
  }

  private static func describe(_ records: Records, _ call: Invocation) throws {
    if call.arguments.has(.json) {
      return try call.console.write(json: JSONFormat.written(records.model.summary) + "\n")
    }
    var table = PrintedTable([.init(title: "column"), .init(title: "type")], call.style)
    for column in records.model.columns {
      try table.add(
        [AttributeValue.string(column.name).cellText, column.type?.printable ?? "unknown"], to: call.console)
    }
    try table.end(call.console)
  }
}

extension StoreDocument.Table {
  /// What a file says of the model, as JSON.
  fileprivate var summary: AttributeValue {
    [
      "name": .string(name), "version": .int(Int64(version)), "records": .int(Int64(rows.count)),
      "nextNumber": .int(Int64(nextNumber)),
      "columns": .array(
        columns.map { ["name": .string($0.name), "type": $0.type.map { .string($0) } ?? .null] }),
    ]
  }
}
