import MotionModel

/// A table of another program: its columns, and the mapping by which it is imported, for the library and for the naive
/// store.
struct ForeignTable<Record: WorldModel>: Sendable {
  /// The columns with their possible values; nil where a row lacks the column.
  let columns: [(name: String, values: [AttributeValue?])]
  let mapping: ImportMapping<Record>
  /// The mapping as Swift source.
  let swift: String
  let naive: NaiveMapping<Record>

  /// Returns the row that numbers stand for.
  func row(_ numbers: [Int]) -> [String: AttributeValue] {
    var row: [String: AttributeValue] = [:]
    for (column, number) in zip(columns, numbers) {
      if let value = column.values[number % column.values.count] { row[column.name] = value }
    }
    return row
  }
}

/// The tables of other programs that steps import.
enum ForeignTables {
  static let all: [any Sendable & ForeignImporting] = [
    sites, sitesByCode, workers, workersByBoss, jobs, jobTree, remarks, shifts, bookings, permits,
  ]

  static let sites = ForeignTable<Site>(
    columns: [
      ("Name", ["a", "b", " padded", "forbidden", "logged", "g", "", nil]), ("Cents", ["250", 100, "x", .null, nil]),
      ("Lead", ["ann", "bob", "", "nobody", nil]), ("Extra", ["1", .null, nil]),
    ],
    mapping: [
      .column("Name", to: \.name),
      .column("Cents", to: \.budget, optional: true) { try Double(attribute: $0) / 100 },
      .parent("Lead", \.lead, by: \.name, missing: .leaveNil, optional: true), .key(\.name), .ignoringOthers,
    ],
    swift: """
      [.column("Name", to: \\.name), .column("Cents", to: \\.budget, optional: true) { try Double(attribute: $0) / 100 }, \
      .parent("Lead", \\.lead, by: \\.name, missing: .leaveNil, optional: true), .key(\\.name), .ignoringOthers]
      """,
    naive: NaiveMapping(
      columns: [
        NaiveMappedColumn("Name", "name", \.name),
        NaiveMappedColumn("Cents", "budget", \.budget, isOptional: true) { try Double(attribute: $0) / 100 },
      ],
      parents: [
        NaiveParentByColumn<Site, Worker, String>(
          name: "Lead", columns: ["leadID"], column: "name", property: \.name, missing: .leaveNil, isOptional: true
        ) { $0.leadID = $1 }
      ],
      key: NaiveImportKey("name") { $0.name == $1.name }, ignoresOthers: true))

  /// Recognized by a column whose index ignores case, and by numbers, in which NaN equals nothing.
  static let sitesByCode = ForeignTable<Site>(
    columns: [
      ("Code", ["X1", "x1", "Y", "caf\u{E9}", "cafe\u{301}", ""]),
      ("budget", [0, 1, 2.5, .double(-0.0), .double(.nan), nil]),
      ("name", ["n1", "n2", "a", nil]), ("lead_id", ["w1", .null, nil]),
    ],
    mapping: [.column("Code", to: \.code), .key(\.code, \.budget, ifStored: .update)],
    swift: #"[.column("Code", to: \.code), .key(\.code, \.budget, ifStored: .update)]"#,
    naive: NaiveMapping(
      columns: [NaiveMappedColumn("Code", "code", \.code)],
      key: NaiveImportKey("code", "budget") { $0.code == $1.code && $0.budget == $1.budget }))

  static let workers = ForeignTable<Worker>(
    columns: [
      ("Name", ["ann", "bob", "after", "cleo"]), ("Mail", ["a@x", "b@x", "z@x", "y@x", .null, nil]),
      ("Boss", ["ann", "bob", "cleo", "dora", "before", " ", nil]),
    ],
    mapping: [
      .column("Name", to: \.name), .column("Mail", to: \.email, optional: true),
      .parent("Boss", \.boss, by: \.name, missing: .create, optional: true), .key(\.email, ifStored: .update),
    ],
    swift: """
      [.column("Name", to: \\.name), .column("Mail", to: \\.email, optional: true), \
      .parent("Boss", \\.boss, by: \\.name, missing: .create, optional: true), .key(\\.email, ifStored: .update)]
      """,
    naive: NaiveMapping(
      columns: [
        NaiveMappedColumn("Name", "name", \.name), NaiveMappedColumn("Mail", "email", \.email, isOptional: true),
      ],
      parents: [
        NaiveParentByColumn<Worker, Worker, String>(
          name: "Boss", columns: ["bossID"], column: "name", property: \.name, missing: .create, isOptional: true
        ) { $0.bossID = $1 }
      ],
      key: NaiveImportKey("email") { $0.email == $1.email }))

  /// Recognized by the name and the boss, who may be created.
  static let workersByBoss = ForeignTable<Worker>(
    columns: [("Name", ["ann", "bob", "cleo", "dora"]), ("Boss", ["a@x", "b@x", "new@x", .null, nil])],
    mapping: [
      .column("Name", to: \.name), .parent("Boss", \.boss, by: \.email, missing: .create),
      .key(\.bossID, \.name, ifStored: .skip),
    ],
    swift: """
      [.column("Name", to: \\.name), .parent("Boss", \\.boss, by: \\.email, missing: .create), \
      .key(\\.bossID, \\.name, ifStored: .skip)]
      """,
    naive: NaiveMapping(
      columns: [NaiveMappedColumn("Name", "name", \.name)],
      parents: [
        NaiveParentByColumn<Worker, Worker, String?>(
          name: "Boss", columns: ["bossID"], column: "email", property: \.email, missing: .create
        ) { $0.bossID = $1 }
      ],
      key: NaiveImportKey("bossID", "name", ifStored: .skip) { $0.bossID == $1.bossID && $0.name == $1.name }))

  static let jobs = ForeignTable<Job>(
    columns: [
      ("Title", ["dig", "paint", "Dig deep", "", .null]),
      ("Site", ["a", "b", "new", " padded", "forbidden", "kept", "", nil]),
      ("priority", [1, "2", "x", nil]),
    ],
    mapping: [
      .column("Title", to: \.title), .parent("Site", \.site, by: \.name, missing: .create), .key(\.siteID, \.title),
    ],
    swift: """
      [.column("Title", to: \\.title), .parent("Site", \\.site, by: \\.name, missing: .create), .key(\\.siteID, \\.title)]
      """,
    naive: NaiveMapping(
      columns: [NaiveMappedColumn("Title", "title", \.title)],
      parents: [
        NaiveParentByColumn<Job, Site, String>(
          name: "Site", columns: ["siteID"], column: "name", property: \.name, missing: .create
        ) { $0.siteID = $1 ?? 0 }
      ],
      key: NaiveImportKey("siteID", "title") { $0.siteID == $1.siteID && $0.title == $1.title }))

  /// Rows that are each other's parents.
  static let jobTree = ForeignTable<Job>(
    columns: [
      ("Title", ["root", "trunk", "twig", "leaf", "dig"]),
      ("Part of", ["root", "trunk", "twig", "dig", "none", nil, nil]),
      ("Site", ["a", "b", "c"]), ("Done", ["yes", false, "?", .null, nil]),
    ],
    mapping: [
      .column("Title", to: \.title), .column("Done", to: \.isDone, optional: true) { try Bool(attribute: $0) },
      .parent("Part of", \.parent, by: \.title, optional: true), .parent("Site", \.site, by: \.name),
      .rows { $0["Title"] != "leaf" || $0["Done"] != false },
    ],
    swift: """
      [.column("Title", to: \\.title), .column("Done", to: \\.isDone, optional: true) { try Bool(attribute: $0) }, \
      .parent("Part of", \\.parent, by: \\.title, optional: true), .parent("Site", \\.site, by: \\.name), \
      .rows { $0["Title"] != "leaf" || $0["Done"] != false }]
      """,
    naive: NaiveMapping(
      columns: [
        NaiveMappedColumn("Title", "title", \.title),
        NaiveMappedColumn("Done", "isDone", \.isDone, isOptional: true) { try Bool(attribute: $0) },
      ],
      parents: [
        NaiveParentByColumn<Job, Job, String>(
          name: "Part of", columns: ["parentID"], column: "title", property: \.title, isOptional: true
        ) { $0.parentID = $1 },
        NaiveParentByColumn<Job, Site, String>(name: "Site", columns: ["siteID"], column: "name", property: \.name) {
          $0.siteID = $1 ?? 0
        },
      ],
      accepts: { $0["Title"] != "leaf" || $0["Done"] != false }))

  static let remarks = ForeignTable<Remark>(
    columns: [
      ("Text", ["good", "bad", "fine"]), ("Site", ["a", "b", "", "none", nil, nil]),
      ("Job", ["dig", "paint", "", "none", nil]),
    ],
    mapping: [
      .column("Text", to: \.text), .parent("Site", \.subject, Site.self, by: \.name, optional: true),
      .parent("Job", \.subject, Job.self, by: \.title, missing: .leaveNil, optional: true),
      .key(\.text, \.subjectType, \.subjectID, ifStored: .refuse),
    ],
    swift: """
      [.column("Text", to: \\.text), .parent("Site", \\.subject, Site.self, by: \\.name, optional: true), \
      .parent("Job", \\.subject, Job.self, by: \\.title, missing: .leaveNil, optional: true), \
      .key(\\.text, \\.subjectType, \\.subjectID, ifStored: .refuse)]
      """,
    naive: NaiveMapping(
      columns: [NaiveMappedColumn("Text", "text", \.text)],
      parents: [
        NaiveParentByColumn<Remark, Site, String>(
          name: "Site", columns: ["subjectType", "subjectID"], column: "name", property: \.name, isOptional: true
        ) { ($0.subjectType, $0.subjectID) = ($1 == nil ? nil : "Site", $1) },
        NaiveParentByColumn<Remark, Job, String>(
          name: "Job", columns: ["subjectType", "subjectID"], column: "title", property: \.title, missing: .leaveNil,
          isOptional: true
        ) { ($0.subjectType, $0.subjectID) = ($1 == nil ? nil : "Job", $1) },
      ],
      key: NaiveImportKey("text", "subjectType", "subjectID", ifStored: .refuse) {
        $0.text == $1.text && $0.subjectType == $1.subjectType && $0.subjectID == $1.subjectID
      }))

  static let shifts = ForeignTable<Shift>(
    columns: [
      ("Job", ["dig", "paint", "Dig deep", "", "none"]), ("Mail", ["a@x", "b@x", "new@x", .null]),
      ("Hours", ["7.5", 1, "-", nil]),
    ],
    mapping: [
      .parent("Job", \.job, by: \.title), .parent("Mail", \.worker, by: \.email, missing: .create),
      .column("Hours", to: \.hours, optional: true), .key(\.jobID, \.workerID),
    ],
    swift: """
      [.parent("Job", \\.job, by: \\.title), .parent("Mail", \\.worker, by: \\.email, missing: .create), \
      .column("Hours", to: \\.hours, optional: true), .key(\\.jobID, \\.workerID)]
      """,
    naive: NaiveMapping(
      columns: [NaiveMappedColumn("Hours", "hours", \.hours, isOptional: true)],
      parents: [
        NaiveParentByColumn<Shift, Job, String>(name: "Job", columns: ["jobID"], column: "title", property: \.title) {
          $0.jobID = $1 ?? 0
        },
        NaiveParentByColumn<Shift, Worker, String?>(
          name: "Mail", columns: ["workerID"], column: "email", property: \.email, missing: .create
        ) { $0.workerID = $1 ?? "" },
      ],
      key: NaiveImportKey("jobID", "workerID") { $0.jobID == $1.jobID && $0.workerID == $1.workerID }))

  static let bookings = ForeignTable<Booking>(
    columns: [("Machine", [0, "1", 2]), ("Slot", ["0", 1, 2, 3, -1, "x"]), ("holder", ["ann", "", nil])],
    mapping: [.column("Machine", to: \.machine), .column("Slot", to: \.slot), .key(\.machine, \.slot)],
    swift: #"[.column("Machine", to: \.machine), .column("Slot", to: \.slot), .key(\.machine, \.slot)]"#,
    naive: NaiveMapping(
      columns: [NaiveMappedColumn("Machine", "machine", \.machine), NaiveMappedColumn("Slot", "slot", \.slot)],
      key: NaiveImportKey("machine", "slot") { $0.machine == $1.machine && $0.slot == $1.slot }))

  /// The simplest form, in which only a name differs.
  static let permits = ForeignTable<Permit>(
    columns: [
      ("No", ["1", "2", .null, nil]), ("siteID", [1, 2, "x", .null, nil]), ("number", ["7", nil, nil, nil]),
    ],
    mapping: ["No": \.number], swift: #"["No": \.number]"#,
    naive: NaiveMapping(columns: [NaiveMappedColumn("No", "number", \.number)]))
}

/// A foreign table, for code that does not know the model.
protocol ForeignImporting {
  func importRows(_ foreign: ForeignRows, in world: World) throws
}

extension ForeignTable: ForeignImporting {
  func importRows(_ foreign: ForeignRows, in world: World) throws {
    let rows = foreign.rows.map(row)
    let arguments = "mapping: \(swift), allOrNothing: \(foreign.allOrNothing)"
    try world.both("\(Record.name).importRows(\(rows.swift), \(arguments))") {
      ImportOutcome(try Record.importRows(rows, mapping: mapping, allOrNothing: foreign.allOrNothing))
    } naive: { store throws(Refusal) in
      try NaiveImport.run(rows, naive, allOrNothing: foreign.allOrNothing, in: &store)
    }
  }
}

extension World {
  /// Imports rows of another program.
  func importForeign(_ foreign: ForeignRows) throws {
    try ForeignTables.all[foreign.mapping % ForeignTables.all.count].importRows(foreign, in: self)
  }
}
