import Foundation
import MotionModel
import MotionModelJournal
import MotionModelValues

extension Option {
  fileprivate static let onlyModel = Option(
    name: "model", value: "NAME", help: "Prints changes of one model alone, and the commits with any.")
  fileprivate static let all = Option(name: "all", help: "Prints all changes of a commit, and not only the first ones.")
  fileprivate static let since = Option(name: "since", value: "COMMIT", help: "Begins behind the commit of a number.")
  fileprivate static let commits = Option(
    name: "limit", letter: "n", value: "COUNT", help: "The greatest number of commits.")
}

extension Command {
  static let log = Command(
    name: "log",
    summary: "Prints the commits in the journals of an opened store.",
    discussion: [
      "Each commit is printed with its number, its date, its author and reason if it has them, and its changes: + for records "
        + "that were inserted, ~ for columns with new values, - for records that were deleted. The last commit is the last "
        + "one that is printed; with a limit, it is that of the last commits. A journal has the commits since the store was "
        + "compacted, or as many as it keeps."
    ],
    parameters: [.file],
    options: [.commits, .since, .onlyModel, .all, .json],
    examples: [.init(line: "log shop.motionmodel -n 5", meaning: "Print the last five commits.")]
  ) { call in
    let limit = try call.arguments.count(.commits) ?? .max
    var commits: [CommitDocument] = []
    try call.checkModel()
    try call.forEachCommit(since: try call.arguments.count(.since) ?? 0) { commit in
      guard call.isPrinted(commit) else { return }
      commits.append(commit)
      // More than are needed, so that the first ones are seldom removed.
      if commits.count / 2 > limit { commits.removeFirst(commits.count - limit) }
    }
    commits.removeFirst(max(0, commits.count - limit))
    let idColumns = try call.journal().idColumns()
    if call.arguments.has(.json) {
      try call.print(list: commits.map { call.json(of: $0, idColumns) })
    } else {
      for commit in commits { try call.print(commit, idColumns) }
    }
    return commits.isEmpty ? .finding : .success
  }

  private static let interval = Option(
    name: "interval", value: "SECONDS", help: "How often the files are read; 1 if it is missing.")

  static let watch = Command(
    name: "watch",
    summary: "Prints commits of an opened store as they are made.",
    discussion: [
      "It reads the journals beside the process that has the store open, and ends with a limit, or when it is interrupted. "
        + "As JSON, each commit is a line. Commits that were compacted between two looks are not printed."
    ],
    parameters: [.file],
    options: [interval, .commits, .since, .onlyModel, .all, .json],
    examples: [.init(line: "watch shop.motionmodel --json", meaning: "Print the commits that follow.")]
  ) { call in
    let seconds = Double(call.arguments[interval] ?? "1")
    guard let seconds, seconds >= 0, seconds < 1e6 else { throw UsageError("--interval expects a number of seconds.") }
    var limit = try call.arguments.count(.commits) ?? .max
    try call.checkModel()
    var last = try call.arguments.count(.since) ?? call.journal().commits.upperBound
    let idColumns = try call.journal().idColumns()
    while limit > 0 {
      try call.forEachCommit(since: last) { commit in
        if limit == 0 { return }
        last = commit.id
        guard call.isPrinted(commit) else { return }
        limit -= 1
        if call.arguments.has(.json) {
          try call.console.write(json: JSONFormat.written(call.json(of: commit, idColumns)) + "\n")
        } else {
          try call.print(commit, idColumns)
        }
        try call.console.flush()
      }
      if limit > 0 { Thread.sleep(forTimeInterval: seconds) }
    }
    return .success
  }
}

extension Invocation {
  /// How many changes of a model are printed of one commit.
  private static let changeLimit = 10

  fileprivate func forEachCommit(since last: Int, _ body: (CommitDocument) throws -> Void) throws {
    let journal = try journal()
    if last >= journal.commits.upperBound { return }
    try journal.forEachCommit(since: max(last, journal.commits.lowerBound), body)
  }

  /// The commits of the file, which has a journal beside it.
  fileprivate func journal() throws -> JournalDocument {
    let url = URL(filePath: arguments[.file] ?? "")
    guard try JournalDocument.isNeeded(for: url) else {
      throw FileError.unreadable(file: url.lastPathComponent, reason: "There is no journal beside it.")
    }
    return try JournalDocument(of: url)
  }

  /// Throws if the store does not have the model of the arguments.
  fileprivate func checkModel() throws {
    guard let name = arguments[.onlyModel] else { return }
    _ = try journal()
    let known = try StoreDocument(ofStore: URL(filePath: arguments[.file] ?? "")).models.map(\.name)
    if !known.contains(name) { throw UsageError(unknown: "model", name, known: known) }
  }

  /// Whether a commit has changes to print.
  fileprivate func isPrinted(_ commit: CommitDocument) -> Bool {
    arguments[.onlyModel] == nil || !parts(of: commit).isEmpty
  }

  /// The parts of a commit of the models that are printed.
  private func parts(of commit: CommitDocument) -> [CommitDocument.Part] {
    commit.parts.filter { arguments[.onlyModel] ?? $0.model.name == $0.model.name }
  }

  fileprivate func print(_ commit: CommitDocument, _ idColumns: [String: String]) throws {
    let notes = [
      commit.metadata.author?.printable, commit.metadata.reason.map { AttributeValue.string($0).quotedText },
    ]
    let words = ["\(AttributeValue.date(commit.date))"] + notes.compactMap(\.self)
    try console.writeLine(style("commit \(commit.id)", .cyan) + "  " + words.joined(separator: "  "))
    for part in parts(of: commit) {
      let limit = arguments.has(.all) ? .max : Self.changeLimit
      let changes = part.changes
      for change in changes.prefix(limit) { try console.writeLine("  " + line(of: change, in: part, idColumns)) }
      if changes.count > limit {
        try console.writeLine("  … and \(changes.count - limit) more of \(part.model.name.printable)")
      }
    }
  }

  private func line(
    of change: CommitDocument.Change, in part: CommitDocument.Part, _ idColumns: [String: String]
  ) -> String {
    let values = part.values(of: change)
    let record = "\(part.model.name) \(part.id(of: change, idColumns).quotedText)".printable
    switch change.kind {
    case .insert:
      var json = JSONWriter()
      json.write(object: values.compactMap { column, value in value.map { (column, $0) } })
      return style("+ \(record): \(String(decoding: json.bytes, as: UTF8.self).printable)", .green)
    case .update:
      let texts = values.map { "\($0.column) \($0.value.quotedText)".printable }
      return style("~ \(record): ", .yellow) + (texts.isEmpty ? "moved" : texts.joined(separator: ", "))
    case .delete: return style("- \(record)", .red)
    }
  }

  fileprivate func json(of commit: CommitDocument, _ idColumns: [String: String]) -> AttributeValue {
    var members: [String: AttributeValue] = ["commit": .int(Int64(commit.id)), "date": .date(commit.date)]
    members["author"] = commit.metadata.author.map { .string($0) }
    members["reason"] = commit.metadata.reason.map { .string($0) }
    if !commit.metadata.values.isEmpty { members["metadata"] = .dictionary(commit.metadata.values) }
    members["changes"] = .array(
      parts(of: commit).flatMap { part in part.changes.map { change in part.json(of: change, idColumns) } })
    return .dictionary(members)
  }
}

extension CommitDocument.Part {
  /// The id of the record that is changed.
  fileprivate func id(of change: CommitDocument.Change, _ idColumns: [String: String]) -> AttributeValue? {
    if let id = change.id { return id }
    let known = idColumns[model.name].flatMap { model.columns.contains($0) ? $0 : nil }
    let name = known ?? (model.columns.contains("id") ? "id" : model.columns.first)
    return values(of: change).first { $0.column == name }?.value
  }

  fileprivate func json(of change: CommitDocument.Change, _ idColumns: [String: String]) -> AttributeValue {
    var members: [String: AttributeValue] = ["model": .string(model.name), "change": .string("\(change.kind)")]
    members["id"] = id(of: change, idColumns)
    let values = values(of: change).map { ($0.column, $0.value ?? .null) }
    if !values.isEmpty { members["values"] = .dictionary(Dictionary(values) { first, _ in first }) }
    return .dictionary(members)
  }
}
