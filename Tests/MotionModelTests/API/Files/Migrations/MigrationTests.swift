import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// Migrations of files, and each alone.
@Suite(.ownStore, .temporaryFolder) struct MigrationTests {
  private struct Todo: Model, Equatable {
    var id = 0
    var title = ""
    var priority = 0
    static let schema = Schema<Todo>(version: 3, was: "Task") {
      Column(\.title, was: "name")
      Column(\.priority)
    }
  }

  private struct Person: Model, Equatable {
    var id = 0
    var name = ""
    static let schema = Schema<Person>(version: 2) { Column(\.name, .unique) }
  }

  private struct Address: Model, Equatable {
    var id = 0
    var personID = 0
    var city = ""
    static let schema = Schema<Address> {
      Column(\.personID)
      Column(\.city)
    }
  }

  private struct Bad: Error, CustomStringConvertible {
    var description: String { "it is bad" }
  }

  /// What a program has shipped in its three versions.
  private static let migrations = [
    Migration(from: 1, to: 2, of: "Task") { tasks in
      try tasks.convert("priority", to: "Int") { value in
        switch value {
        case "high": 3
        case "low", nil: 1
        default: throw Bad()
        }
      }
    },
    Migration("move addresses", from: 1, to: 2, inFileOf: "Person") { file in
      var addresses = StoreDocument.Table("Address")
      try file["Person"]?.updateRows { person in
        if let city = person["city"], let id = person["id"] {
          addresses.rows.append(["id": .int(Int64(addresses.rows.count + 1)), "personID": id, "city": city])
        }
      }
      addresses.nextNumber = addresses.rows.count + 1
      file["Person"]?.remove("city")
      file["Address"] = addresses
    },
    Migration(from: 2, to: 3, of: "Todo") { todos in
      try todos.updateRows { todo in todo["name"] = (todo["name"] ?? "").description == "" ? "untitled" : todo["name"] }
    },
  ]

  private static let old = StoreDocument(models: [
    StoreDocument.Table(
      "Person", columns: ["id", "name", "city"],
      rows: [["id": 1, "name": "Ann", "city": "Linz"], ["id": 2, "name": "Bo"]], nextNumber: 3),
    StoreDocument.Table(
      "Task", columns: ["id", "name", "priority"],
      rows: [["id": 1, "name": "dog", "priority": "high"], ["id": 2, "name": "", "priority": "low"], ["id": 4]],
      nextNumber: 7),
  ])

  private static let models: [any Model.Type] = [Todo.self, Person.self, Address.self]

  private func file(_ name: String) -> URL { TemporaryFolder.current.appending(path: name) }

  private var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: TemporaryFolder.current.path).sorted() }
  }

  private func expectNewRecords() {
    #expect(
      Todo.all == [
        Todo(id: 1, title: "dog", priority: 3), Todo(id: 2, title: "untitled", priority: 1),
        Todo(id: 4, title: "untitled", priority: 1),
      ])
    #expect(Person.all == [Person(id: 1, name: "Ann"), Person(id: 2, name: "Bo")])
    #expect(Address.all == [Address(id: 1, personID: 1, city: "Linz")])
  }

  private func message(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "nothing"
    } catch { return "\(error)" }
  }

  // MARK: - Loading

  @Test(arguments: FileFormat.ofStores) func `a file of an earlier version is migrated when it is loaded`(
    format: FileFormat
  ) throws {
    try Self.old.write(to: file("shop"), as: format)
    let bytes = try Data(contentsOf: file("shop"))
    try Store.current.load(from: file("shop"), models: Self.models, migrations: Self.migrations)
    expectNewRecords()
    #expect(try Todo.create().id == 7 && Address.create().id == 2)
    #expect(try Data(contentsOf: file("shop")) == bytes)
    // What is saved has the new versions, and is not migrated again.
    try Store.current.save()
    let saved = try StoreDocument(contentsOf: file("shop"))
    #expect(Set(saved.models.map { "\($0.name) \($0.version)" }) == ["Address 1", "Person 2", "Todo 3"])
    #expect(try Store.current.load(models: Self.models, migrations: Self.migrations).changes.isEmpty)
    #expect(try Data(contentsOf: file("shop.before-migration")) == bytes)
  }

  @Test func `each version between is migrated from there on`() throws {
    var document = Self.old
    for step in Self.migrations {
      try document.write(to: file("shop.json"))
      try Store.with(Store()) {
        try Store.current.load(from: file("shop.json"), models: Self.models, migrations: Self.migrations)
        expectNewRecords()
      }
      if step.model == "Todo" { try document.rename("Task", to: "Todo") }
      try step.apply(to: &document)
    }
    try document.write(to: file("shop.json"))
    try Store.current.load(from: file("shop.json"), models: Self.models)
    expectNewRecords()
  }

  @Test(arguments: FileFormat.ofStores) func `a migration of a later model mends those before it`(
    format: FileFormat
  ) throws {
    func write(personID: AttributeValue, gone: [StoreDocument.Table] = []) throws {
      let address = StoreDocument.Table("Address", rows: [["id": 1, "personID": personID, "city": "Linz"]])
      let person = StoreDocument.Table("Person", rows: [["id": 1, "name": "Ann"]])
      try StoreDocument(models: gone + [address, person]).write(to: file("shop"), as: format)
    }
    let mend = Migration(from: 1, to: 2, inFileOf: "Person") { file in
      file["Address"]?.rows[0]["personID"] = 1
      file["A"] = nil
    }
    let mended = [Address(id: 1, personID: 1, city: "Linz")]
    try write(personID: "none", gone: [StoreDocument.Table("A", rows: [["id": 1]])])
    #expect(throws: FileError.self) { try Store.current.load(from: file("shop"), models: Self.models) }
    try Store.current.load(from: file("shop"), models: Self.models, migrations: [mend])
    #expect(Address.all == mended && Person.all == [Person(id: 1, name: "Ann")])
    // A list would have been passed on before the other model is seen.
    for personID: AttributeValue in ["none", 5] {
      try write(personID: personID)
      #expect(try [Address](from: .file(file("shop")), migrations: [mend]) == mended)
      var read: [Address] = []
      try Address.read(from: .file(file("shop")), migrations: [mend]) { read.append($0) }
      #expect(read == mended)
    }
    // What is still wrong is said as before.
    try write(personID: "none")
    let other = Migration(from: 7, to: 8, inFileOf: "Person") { _ in }
    #expect(message { _ = try [Address](from: .file(file("shop")), migrations: [other]) }.contains("\"personID\""))
  }

  @Test func `a file of one model is migrated`() throws {
    var document = Self.old
    document["Person"] = nil
    document.isWholeStore = false
    try document.write(to: file("tasks.xml"))
    try Todo.load(from: file("tasks.xml"), migrations: Self.migrations)
    #expect(Todo.pluck(\.priority) == [3, 1, 1])
    try Todo.save()
    #expect(try files == ["tasks.before-migration.xml", "tasks.xml"])
  }

  @Test func `lines that are nothing but records have no version`() throws {
    try Data("{\"id\": 1, \"title\": \"a\", \"priority\": 2}\n".utf8).write(to: file("lines.jsonl"))
    try Todo.load(from: file("lines.jsonl"), migrations: Self.migrations)
    #expect(Todo.all == [Todo(id: 1, title: "a", priority: 2)])
  }

  @Test func `a model that the program does not have any more is removed by a migration`() throws {
    try StoreDocument(models: [StoreDocument.Table("Gone", rows: [["id": 1]])]).write(to: file("gone.json"))
    #expect(throws: FileError.unknownModel(file: "gone.json", model: "Gone")) {
      try Store.current.load(from: file("gone.json"), models: Self.models, migrations: Self.migrations)
    }
    let removal = Migration(from: 1, to: 2, inFileOf: "Gone") { file in file["Gone"] = nil }
    try Store.current.load(from: file("gone.json"), models: Self.models, migrations: [removal])
  }

  // MARK: - Refusals

  @Test func `a version from which no migration leads on is refused`() throws {
    try Self.old.write(to: file("shop.json"))
    let sentence = """
      The file shop.json holds records of Todo in version %, and no migration leads from there to version 3: pass one in \
      migrations.
      """
    let persons = Migration(from: 1, to: 2, inFileOf: "Person") { file in file["Person"]?.remove("city") }
    for (migrations, version) in [
      ([persons], "1"), ([persons, Self.migrations[0]], "1, which migrations bring to version 2"),
      ([persons, Self.migrations[2]], "1"), ([persons, Migration(from: 1, to: 4, of: "Task")], "1"),
    ] {
      #expect(
        message { try Store.current.load(from: file("shop.json"), models: Self.models, migrations: migrations) }
          == sentence.replacing("%", with: version))
    }
    #expect(Todo.isEmpty && Person.isEmpty)
  }

  @Test func `a version that migrations leave before the present one is named with that of the file`() throws {
    let file = TemporaryFolder.current.appending(path: "tasks.json")
    try Data(
      #"{"format": "MotionModel", "version": 1, "models": {"Task": {"columns": ["id"], "rows": [{"id": 1}]}}}"#.utf8
    ).write(to: file)
    let migrations = [Migration(from: 1, to: 2, of: "Task"), Migration(from: 1, to: 3, of: "Task")]
    let error = FileError.notMigrated(file: "tasks.json", model: "Todo", version: 1, reached: 2, known: 3)
    #expect(throws: error) { try Store.current.load(from: file, models: [Todo.self], migrations: migrations) }
    #expect(
      error.description
        == "The file tasks.json holds records of Todo in version 1, which migrations bring to version 2, and no "
        + "migration leads from there to version 3: pass one in migrations.")
  }

  @Test func `a migration that fails names itself, the file, the model and the record, and changes nothing`() throws {
    var document = Self.old
    document["Task"]?.rows[2]["priority"] = "none"
    try document.write(to: file("shop.json"))
    let before = try Todo.create { $0.title = "before" }
    let error = #expect(throws: MigrationError.self) {
      try Store.current.load(from: file("shop.json"), models: Self.models, migrations: Self.migrations)
    }
    #expect(
      error.map { "\($0)" } == """
        The migration of Task, version 1 to 2 failed at record 3 of Task in the file shop.json: it is bad.
        """)
    #expect(error?.localizedDescription == error?.description)
    #expect(Todo.all == [before] && Person.isEmpty)
    #expect(try StoreDocument(contentsOf: file("shop.json")) == document && files == ["shop.json"])
    let broken = Migration("break", from: 1, to: 2, inFileOf: "Person") { _ in throw Bad() }
    #expect(
      message { try Store.current.load(from: file("shop.json"), models: Self.models, migrations: [broken]) }
        == "The migration \"break\" (Person, version 1 to 2) failed in the file shop.json: it is bad.")
  }

  @Test func `records that do not fit after the migration are refused as always`() throws {
    let wrong = Migration(from: 1, to: 3, of: "Task") { tasks in try tasks.convert("priority") { _ in "x" } }
    try Self.old.write(to: file("shop.json"))
    let error = #expect(throws: FileError.self) {
      try Store.current.load(
        from: file("shop.json"), models: Self.models, migrations: [wrong] + Self.migrations.dropFirst().prefix(1))
    }
    #expect(error.map { if case .row("shop.json", "Todo", 1, _) = $0 { true } else { false } } == true)
  }

  // MARK: - Alone

  @Test func `a migration is a function on the content of a file`() throws {
    var document = Self.old
    try Self.migrations[0].apply(to: &document)
    #expect(document["Task"]?.version == 2 && document["Person"] == Self.old["Person"])
    #expect(document["Task"]?.rows.map { $0["priority"] } == [3, 1, 1])
    #expect(
      message { try Self.migrations[0].apply(to: &document) }
        == "The migration of Task, version 1 to 2 failed: the records of Task have version 2.")
    #expect(
      message { try Self.migrations[2].apply(to: &document) }
        == "The migration of Todo, version 2 to 3 failed: there are no records of Todo.")
    let half = Migration("half", from: 2, to: 5, of: "Task") { tasks in
      tasks.rows.removeAll()
      throw Bad()
    }
    let before = document
    #expect(
      message { try half.apply(to: &document) } == "The migration \"half\" (Task, version 2 to 5) failed: it is bad.")
    #expect(document == before)
    // Nothing but the version is changed by a migration without a body.
    try Migration(from: 2, to: 5, of: "Task").apply(to: &document)
    #expect(document["Task"]?.version == 5 && document["Task"]?.rows == before["Task"]?.rows)
  }

  @Test func `a thousand migrations of a deep document are applied`() throws {
    struct Deep: Model {
      var id = 0
      var tree: AttributeValue = 0
      static let schema = Schema<Deep>(version: 1001) { Column(\.tree) }
    }
    var tree: AttributeValue = ["count": 0]
    for _ in 0..<400 { tree = ["next": tree] }
    try StoreDocument(models: [StoreDocument.Table("Deep", rows: [["id": 1, "tree": tree]])]).write(
      to: file("deep.json"))
    let steps = (1...1000).map { version in
      Migration(from: version, to: version + 1, of: "Deep") { deep in
        try deep.updateRows { row in row["tree", "next", "count"] = .int(Int64(version)) }
      }
    }
    try Store.current.load(from: file("deep.json"), models: [Deep.self], migrations: steps)
    #expect(Deep.first?.tree[member: "next"]?[member: "count"] == 1000)
  }

  // MARK: - Backups

  @Test func `a copy is kept before the first save after a migration, and never replaced`() throws {
    for round in 1...3 {
      try Self.old.write(to: file("shop.json"))
      let bytes = try Data(contentsOf: file("shop.json"))
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file("shop.json").path)
      try Store.with(Store()) {
        try Store.current.load(from: file("shop.json"), models: Self.models, migrations: Self.migrations)
        try Store.current.save(to: file("other.json"))
        #expect(try files.count == round + 1)
        try Store.current.save(to: file("shop.json"))
        try Store.current.save(to: file("shop.json"))
        try Todo.save(to: file("shop.json"))
      }
      let name = round == 1 ? "shop.before-migration.json" : "shop.before-migration-\(round).json"
      #expect(try Data(contentsOf: file(name)) == bytes)
      let permissions =
        try FileManager.default.attributesOfItem(atPath: file(name).path)[.posixPermissions] as? NSNumber
      #expect(permissions?.intValue == 0o640)
      try FileManager.default.removeItem(at: file("other.json"))
    }
    #expect(
      try files == [
        "shop.before-migration-2.json", "shop.before-migration-3.json", "shop.before-migration.json", "shop.json",
      ])
  }

  @Test func `a file that was migrated is kept whichever call writes it, unless it was read again`() throws {
    try Self.old.write(to: file("shop.json"))
    try Store.current.load(from: file("shop.json"), models: Self.models, migrations: Self.migrations)
    try Todo.save(to: file("./shop.json"))
    #expect(try files == ["shop.before-migration.json", "shop.json"])
    try Self.old.write(to: file("shop.json"))
    try Store.current.load(from: file("shop.json"), models: Self.models, migrations: Self.migrations)
    try Store().save(to: file("shop.json"))
    try Store.current.load(from: file("shop.json"), models: Self.models, migrations: Self.migrations)
    try Store.current.save()
    #expect(try files == ["shop.before-migration.json", "shop.json"])
  }

  @Test(arguments: [FileFormat.csv, .json, .jsonLines]) func `records without a model are of that passed`(
    format: FileFormat
  ) throws {
    let texts: [FileFormat: String] = [
      .csv: "title,priority\ndog,3\ncat,\n", .json: #"[{"title": "dog", "priority": 3}, {"title": "cat"}]"#,
      .jsonLines: "{\"title\": \"dog\", \"priority\": 3}\n{\"title\": \"cat\"}\n",
    ]
    try Data(try #require(texts[format]).utf8).write(to: file("todos"))
    try Store.current.load(from: file("todos"), as: format, models: [Todo.self], migrations: Self.migrations)
    #expect(Todo.all == [Todo(id: 1, title: "dog", priority: 3), Todo(id: 2, title: "cat")])
  }

  @Test func `a file that cannot be read says why, and changes nothing`() throws {
    func problem(_ models: [StoreDocument.Table], _ migrations: [Migration] = []) throws -> String? {
      try StoreDocument(models: models).write(to: file("shop.json"))
      let error = #expect(throws: (any Error).self) {
        try Store.current.load(from: file("shop.json"), models: Self.models, migrations: migrations)
      }
      #expect(Store.current.commitCount == 0)
      return error.map { "\($0)" }
    }
    #expect(
      try problem([StoreDocument.Table("Todo", version: 9)])
        == "The file shop.json holds records of Todo in version 9, and this program reads up to version 3: use a newer one."
    )
    #expect(
      try problem([StoreDocument.Table("Todo")]) == """
        The file shop.json holds records of Todo in version 1, and no migration leads from there to version 3: pass one in \
        migrations.
        """)
    #expect(
      try problem([StoreDocument.Table("Other")])
        == "The file shop.json holds records of Other, a model that the store does not know: pass its type in models.")
    let twins: StoreDocument.Rows = [["id": 1, "name": "a"], ["id": 2, "name": "a"]]
    #expect(try problem([StoreDocument.Table("Person", version: 2, rows: twins)])?.contains("name") == true)
    #expect(
      try problem([StoreDocument.Table("Todo")], [Migration(from: 1, to: 3, of: "Todo") { _ in throw Bad() }])
        == "The migration of Todo, version 1 to 3 failed in the file shop.json: it is bad.")
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `a migration that does not lead to a later version traps`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Migration(from: 2, to: 2, of: "Todo")
      }
      expectSentence("A migration of Todo leads from version 2 to version 2: it has to lead to a later one.", result)
    }
  #endif
}
