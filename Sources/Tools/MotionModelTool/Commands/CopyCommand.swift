import MotionModel
import MotionModelInspector

extension Command {
  private static let source = Parameter(
    name: "SOURCE", help: "A file of records in any format, an SQLite file, or postgres://…; - for standard input.",
    completion: .file)
  private static let target = Parameter(
    name: "TARGET", help: "The file or the database that is written; - for standard output.", completion: .file)
  private static let only = Option(name: "model", value: "NAME", help: "Copies one model alone.")

  static let copy = Command(
    name: "copy",
    summary: "Copies records between files, SQLite and PostgreSQL, from any to any.",
    discussion: [
      "An SQLite file is one that is there, or whose name ends in .sqlite, .sqlite3 or .db. A server is named by a URL: "
        + "postgres://user@host/database. Put its password into PGPASSWORD or ~/.pgpass, where other users do not see it.",
      "All is copied or nothing: a database is written in one transaction, and read as it is at one time, whatever "
        + "others write meanwhile. Tables are made as adapters make them. A table that is there has to have the columns, "
        + "and no rows unless --force is given, which deletes the rows of the tables that are copied.",
      "Types that a database does not know are noted in the table \(CopyNotes.tableName), so that no value changes on its "
        + "way back. Indexes and unique columns are not copied, because a file does not say them: let the program migrate.",
      "A table of others that keeps times with some digits of a second gets dates that are rounded to these: the "
        + "command says of which columns, and how many.",
      "From database to database, memory does not grow with the number of records. A file is read into memory as a whole, "
        + "and so are the records that are written to one.",
      "SQLite and PostgreSQL need a tool that is built with the traits of these names.",
    ],
    parameters: [source, target],
    options: [only, .types, .id, .to, .force] + Option.text,
    examples: [
      .init(line: "copy shop.json postgres://shop@db.example.com/shop", meaning: "Bring a file to a server."),
      .init(line: "copy postgres:///shop shop.sqlite", meaning: "Keep a copy of a server's tables in a file."),
      .init(line: "copy shop.sqlite shop.motionmodel --force", meaning: "Replace a file by what an SQLite file has."),
    ]
  ) { call in
    let (from, to) = (try CopyPlace(call.arguments[source] ?? "-"), try CopyPlace(call.arguments[target] ?? "-"))
    if try from.isSame(as: to) { throw UsageError("\(to.name.printable) cannot be copied to itself.") }
    let counts = try from.read(call, only: call.arguments[only]) { try to.write($0, of: from.filePath, call) }
    if call.arguments[target] != "-" {
      try call.console.writeLine("Copied: \(counted(counts.models, "model")), \(counted(counts.records, "record")).")
      for (column, count) in counts.rounded.sorted(by: { $0.key < $1.key }) {
        try call.console.writeLine(
          "Rounded: \(counted(count, "date")) of \(column.printable), of whose seconds the table keeps fewer digits.")
      }
    }
    return .success
  }
}

extension Invocation {
  /// Returns what is copied of a file.
  func copied(_ path: String, only: String?) throws -> StoreDocument {
    let document = try self.document(at: path)
    guard let only else { return try typed(document) }
    return try typed(StoreDocument(models: [try records(of: only, in: document).model], isWholeStore: false))
  }
}
