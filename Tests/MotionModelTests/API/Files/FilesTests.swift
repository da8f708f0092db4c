import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

@Suite(.ownStore, .temporaryFolder) struct FilesTests {
  private func file(_ name: String) -> URL { TemporaryFolder.current.appending(path: name) }

  private func nastyTodos() -> [Todo] {
    var todos = [
      "", "Ünïcödé 👍🏽", "tab\tline\nreturn\r\r\nnull\u{0}bell\u{7}", "  spaces  ", "e\u{301}", "\u{FFFF}\u{85}",
    ]
    .map { Todo($0, priority: .min, assignedTo: $0) }
    todos[0].dueDate = Date(timeIntervalSinceReferenceDate: 0.1)
    todos[1].dueDate = .distantPast
    todos[2].tags = ["a\u{0}b", "", "\r\n", "<&>\"'"]
    todos[3].status = .done
    return todos
  }

  @Test(arguments: FileFormat.allCases) func `the records of a model are read again exactly`(format: FileFormat) throws
  {
    let todos = try Todo.insert(contentsOf: nastyTodos())
    try Todo.save(to: file("todos"), as: format)
    try Store.with(Store()) {
      let changeset = try Todo.load(from: file("todos"), as: format.ifNotShown).changes
      #expect(Todo.all == todos)
      #expect("\(changeset)" == "Todo: 6 inserted")
      #expect(try Todo.create().id == 7)
    }
  }

  @Test(arguments: [FileFormat.xml, .binary])
  func `a property list with rows as dictionaries, from another program, is read`(format: FileFormat) throws {
    let date = Date(timeIntervalSinceReferenceDate: 700_000_000)
    let row: [String: Any] = [
      "id": 3, "name": ["_json": "\"bell\\u0007\""], "priority": 5, "done": true, "dueDate": date, "tags": ["a", "b"],
    ]
    let section: [String: Any] = [
      "columns": ["id", "name", "priority", "done", "dueDate", "tags"], "nextNumber": 9, "rows": [row],
    ]
    let root: [String: Any] = ["format": "MotionModel", "version": 1, "models": ["Todo": section]]
    try PropertyListSerialization
      .data(fromPropertyList: root, format: format == .xml ? .xml : .binary, options: 0).write(to: file("todos"))
    try Todo.load(from: file("todos"))
    var todo = Todo("bell\u{7}", priority: 5)
    (todo.id, todo.done, todo.dueDate, todo.tags) = (3, true, date, ["a", "b"])
    #expect(Todo.all == [todo])
    #expect(try Todo.create().id == 9)
  }

  @Test(arguments: FileFormat.allCases) func `loading twice changes nothing`(format: FileFormat) throws {
    try Todo.insert(contentsOf: nastyTodos())
    try Todo.save(to: file("todos"), as: format)
    try Store.with(Store()) {
      try Todo.load(from: file("todos"), as: format.ifNotShown)
      let (todos, commits) = (Todo.all, Store.current.commitCount)
      #expect(try Todo.load().changes.isEmpty)
      #expect(Todo.all == todos && Store.current.commitCount == commits)
    }
  }

  @Test func `loading replaces the records by those of the file`() throws {
    try Todo.insert(contentsOf: [Todo("one"), Todo("two"), Todo("three")])
    try Todo.save(to: file("todos.json"))
    let saved = Todo.all
    try Todo.where(\.name == "one").deleteAll()
    try Todo.where(\.name == "two").updateAll { $0.priority = 2 }
    try Todo.create { $0.name = "four" }
    let changeset = try Todo.load().changes
    #expect("\(changeset)" == "Todo: 1 inserted, 1 updated, 1 deleted")
    #expect(Todo.order(by: \.id).all == saved)
    #expect(try Todo.create().id == 5)
  }

  @Test(arguments: FileFormat.ofStores) func `a store is read again exactly, with its next ids`(format: FileFormat)
    throws
  {
    let store = Store.current
    let todos = try Todo.insert(contentsOf: nastyTodos())
    let project = try Project.create { $0.name = "House" }
    try Todo.create().delete()
    try store.save(to: file("store"), as: format)
    let other = Store()
    try other.load(from: file("store"), models: [Todo.self, Project.self])
    try Store.with(other) { () throws in
      #expect(Todo.all == todos && Project.all == [project])
      #expect(try Todo.create().id == 8)
      #expect(try Project.create { $0.name = "Garden" }.id == 2)
    }
    #expect(try store.load().changes.isEmpty)
  }

  @Test(arguments: FileFormat.ofStores) func `an empty store and an empty model are read again`(format: FileFormat)
    throws
  {
    try Store.current.save(to: file("store"), as: format)
    #expect(try Store.current.load().changes.isEmpty)
    try Todo.create().delete()
    try Todo.save(to: file("todos"), as: format)
    #expect(try Todo.load().changes.isEmpty)
    try Store.with(Store()) {
      try Todo.load(from: file("todos"))
      #expect(Todo.isEmpty)
      #expect(try Todo.create().id == 2)
    }
  }

  @Test func `every column type is read again in every format`() throws {
    struct Place: Codable, Sendable, Equatable { var city = ""; var height: Double?; var since: Date? }
    struct Everything: Model, Equatable {
      var id = UUID()
      var bool: Bool?
      var small: Int8 = 0
      var large: UInt64 = 0
      var double = 0.0
      var float: Float = 0
      var decimal: Decimal?
      var date = Date(timeIntervalSince1970: 0)
      var uuid: UUID?
      var url: URL?
      var data = Data()
      var optionals: [Int?] = []
      var numbers: [String: Double] = [:]
      var place = Place()
      static let schema = Schema<Everything> {
        Column(\.bool)
        Column(\.small)
        Column(\.large)
        Column(\.double)
        Column(\.float)
        Column(\.decimal)
        Column(\.date)
        Column(\.uuid)
        Column(\.url)
        Column(\.data)
        Column(\.optionals)
        Column(\.numbers)
        Column(\.place)
      }
    }
    var record = Everything()
    record.bool = false
    record.small = -128
    record.large = .max
    record.double = -0.0
    record.float = 4.567
    record.decimal = Decimal(string: "-12345678901234567890.123456789")
    record.date = Date(timeIntervalSinceReferenceDate: 123_456_789.123_456_7)
    record.uuid = UUID()
    record.url = URL(
      string: "https://example.com/a b?q=ä#x".addingPercentEncoding(withAllowedCharacters: .urlFragmentAllowed) ?? "")
    record.data = Data([0, 255, 10])
    record.optionals = [nil, 1, nil]
    record.numbers = ["": .infinity, "_json": 1e300, "a\u{0}": -.greatestFiniteMagnitude, "pi": .pi]
    record.place = Place(city: "Ö\r", height: nil, since: Date(timeIntervalSince1970: 0.5))
    let everything = try Everything.insert(contentsOf: [record, Everything()])
    for format in FileFormat.allCases {
      try Everything.save(to: file("all"), as: format)
      try Store.with(Store()) {
        try Everything.load(from: file("all"), as: format.ifNotShown)
        #expect(Everything.all == everything, "\(format)")
        #expect(Everything.first?.double.sign == .minus)
      }
    }
  }

  @Test func `JSON files are deterministic and have a line for each record`() throws {
    try Project.insert(contentsOf: [Project.new { $0.name = "House \"A\"" }, Project.new { $0.name = "Garden" }])
    try Project.save(to: file("projects.json"))
    #expect(
      try String(contentsOf: file("projects.json"), encoding: .utf8) == """
        {
        "format": "MotionModel",
        "version": 1,
        "scope": "models",
        "models": {
        "Project": {
        "version": 1,
        "columns": ["id", "name"],
        "types": {"id": "Int", "name": "String"},
        "fingerprint": "\(Project.schema.fingerprint)",
        "nextNumber": 3,
        "rows": [
        {"id": 1, "name": "House \\"A\\""},
        {"id": 2, "name": "Garden"}
        ]
        }
        }
        }

        """)
  }

  @Test func `the format is that of the file name, or else of the contents`() throws {
    try Todo.create()
    for (name, start) in [
      ("a.json", "{\n"), ("a.jsonl", "{\"format\": \"MotionModel Lines\""), ("a.ndjson", "{\"format\""),
      ("a.xml", "<?xml"), ("a.plist", "bplist"), ("a.dat", "{"),
    ] {
      try Todo.save(to: file(name))
      #expect(try Data(contentsOf: file(name)).starts(with: Array(start.utf8)))
      #expect(try Todo.load(from: file(name)).changes.isEmpty)
    }
  }

  @Test func `a column added later gets its default and one that was nil stays nil`() throws {
    try Todo.insert(contentsOf: [Todo("one")])
    try Todo.save(to: file("todos.json"))
    let text = try String(contentsOf: file("todos.json"), encoding: .utf8)
    #expect(!text.replacing("\"dueDate\": \"Date?\"", with: "").contains("\"dueDate\": "))
    try Store.with(Store()) {
      try Todo.load(from: file("todos.json"))
      #expect(Todo.first?.dueDate == nil)
      try text.replacing("\"dueDate\", ", with: "").write(to: file("old.json"), atomically: true, encoding: .utf8)
      try Todo.load(from: file("old.json"))
      #expect(Todo.first?.dueDate == Date(timeIntervalSince1970: 1_000_000))
    }
  }

  @Test func `saving keeps the permissions of a file and a link to it, and leaves nothing beside it`() throws {
    let folder = file("folder")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let target = folder.appending(path: "target.json")
    let link = folder.appending(path: "link.json")
    try Todo.save(to: target)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: target.path)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
    try Todo.create { $0.name = "one" }
    try Todo.save(to: link)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == target.path)
    let permissions = try FileManager.default.attributesOfItem(atPath: target.path)[.posixPermissions] as? NSNumber
    #expect(permissions?.intValue == 0o640)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["link.json", "target.json"])
    try Store.with(Store()) {
      try Todo.load(from: target)
      #expect(Todo.pluck(\.name) == ["one"])
    }
  }

  // MARK: - Bad input

  /// Expects an error with a message, and the store unchanged.
  private func expect(
    _ message: String, _ body: () throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let before = (Todo.all, Store.current.commitCount)
    let error = #expect(throws: FileError.self, sourceLocation: sourceLocation) { try body() }
    #expect(error.map { "\($0)" } == message, sourceLocation: sourceLocation)
    #expect(Todo.all == before.0 && Store.current.commitCount == before.1, sourceLocation: sourceLocation)
  }

  @Test func `saving and loading without a known file name is refused`() {
    expect("No file was named, and none was written or read before: name one.") { try Todo.save() }
    expect("No file was named, and none was written or read before: name one.") { try Store.current.load() }
  }

  @Test func `a file that is missing, a folder, or not writable is refused`() throws {
    try Todo.create()
    expect("There is no file none.json.") { try Todo.load(from: file("none.json")) }
    let error = #expect(throws: FileError.self) { try Todo.save(to: file("no/such/folder.json")) }
    #expect(
      error.map { "\($0)" } == "The file folder.json cannot be written: there is no such file or folder.")
    expect("The file todos.json cannot be written: it is a folder, a device or a pipe.") {
      try FileManager.default.createDirectory(at: file("todos.json"), withIntermediateDirectories: false)
      try Todo.save(to: file("todos.json"))
    }
    expect("The file todos.json cannot be written: https://example.com/todos.json is not the URL of a file.") {
      for url in ["https://example.com/todos.json"].compactMap(URL.init(string:)) { try Todo.save(to: url) }
    }
    let folder = #expect(throws: FileError.self) { try Todo.load(from: TemporaryFolder.current) }
    #expect(folder.map { "\($0)" }?.contains("cannot be read: ") == true)
    #expect(throws: FileError.noPlace) { try Todo.save() }
  }

  @Test(arguments: FileFormat.ofStores) func `a truncated file is refused`(format: FileFormat) throws {
    try Todo.insert(contentsOf: nastyTodos())
    try Todo.save(to: file("todos"), as: format)
    let data = try Data(contentsOf: file("todos"))
    let before = Todo.all
    for length in stride(from: 0, to: data.count - 2, by: max(1, data.count / 40)) {
      try data.prefix(length).write(to: file("cut"))
      #expect(throws: FileError.self, "\(length) bytes") { try Todo.load(from: file("cut"), as: format) }
    }
    #expect(Todo.all == before)
  }

  @Test func `a file in another format than it claims is refused`() throws {
    try Todo.create()
    try Todo.save(to: file("todos.json"), as: .binary)
    expect("The file todos.json is not JSON but a binary property list.") {
      try Todo.load(from: file("todos.json"))
    }
    try Data("hello".utf8).write(to: file("todos.xml"))
    expect("The file todos.xml is not an XML property list.") { try Todo.load(from: file("todos.xml")) }
  }

  @Test(arguments: [
    ("{}", "a member \"format\" that says MotionModel"),
    (#"{"format": "MotionModel"}"#, "a member \"version\" with a number"),
    (#"{"format": "MotionModel", "version": 1}"#, "a member \"models\" with the records of each model"),
    (#"{"format": "MotionModel", "version": 1, "models": {"Todo": {}}}"#, "columns and rows for Todo"),
  ])
  func `a file without records is refused`(text: String, expected: String) throws {
    try Data(text.utf8).write(to: file("todos.json"))
    expect("The file todos.json holds no records: it was expected to have \(expected).") {
      try Todo.load(from: file("todos.json"))
    }
  }

  @Test func `a file of another model or of a newer version is refused`() throws {
    try Project.create { $0.name = "House" }
    try Project.save(to: file("projects.json"))
    expect("The file projects.json was expected to hold records of Todo, and holds Project.") {
      try Todo.load(from: file("projects.json"))
    }
    expect(
      "The file projects.json holds records of Project, a model that the store does not know: pass its type in models."
    ) {
      try Store.with(Store()) { _ = try Store.current.load(from: file("projects.json")) }
    }
    try Data(#"{"format": "MotionModel", "version": 2, "models": {}}"#.utf8).write(to: file("new.json"))
    expect("The file new.json is in version 2 of the format, and this library reads up to 1: use a newer one.") {
      try Todo.load(from: file("new.json"))
    }
  }

  private enum Shop {
    struct Item: Model {
      var id = 0
      var price = 0
      static let schema = Schema<Item> { Column(\.price) }
    }
  }

  private enum List {
    struct Item: Model {
      var id = 0
      var text = ""
      static let schema = Schema<Item> { Column(\.text) }
    }
  }

  @Test(arguments: FileFormat.ofStores) func `two models of the same name are not written as one`(
    format: FileFormat
  ) throws {
    try Shop.Item.create { $0.price = 3 }
    try List.Item.create { $0.text = "milk" }
    expect(
      "The file store cannot be written, because two models are called Item: rename one, or write each to a file of its own."
    ) { try Store.current.save(to: file("store"), as: format) }
    #expect(!FileManager.default.fileExists(atPath: file("store").path(percentEncoded: false)))
    try Shop.Item.save(to: file("items"), as: format)
    try Shop.Item.deleteAll()
    try Shop.Item.load()
    #expect(Shop.Item.pluck(\.price) == [3] && List.Item.pluck(\.text) == ["milk"])
  }

  private func write(rows: String, columns: String = #"["id", "name", "priority"]"#) throws {
    try Data(
      """
      {"format": "MotionModel", "version": 1,
       "models": {"Todo": {"columns": \(columns), "nextNumber": 1, "rows": [\(rows)]}}}
      """.utf8
    ).write(to: file("todos.json"))
  }

  @Test func `a file may leave the next number out`() throws {
    try Data(
      """
      {"format": "MotionModel", "version": 1, "models": {"Project": {"columns": ["id", "name"],
       "rows": [{"id": 7, "name": "House"}]}}}
      """.utf8
    ).write(to: file("projects.json"))
    try Project.load(from: file("projects.json"))
    #expect(try Project.create { $0.name = "Garden" }.id == 8)
  }

  @Test func `a next number that is no number is refused`() throws {
    try Data(
      """
      {"format": "MotionModel", "version": 1, "models": {"Project": {"columns": ["id"], "nextNumber": "x", "rows": []}}}
      """.utf8
    ).write(to: file("projects.json"))
    expect("The file projects.json holds no records: it was expected to have columns and rows for Project.") {
      try Project.load(from: file("projects.json"))
    }
  }

  @Test func `the error names the record that does not fit`() throws {
    try Todo.create()
    try write(rows: #"{"id": 1, "name": "one"}, {"id": 2, "priority": "high"}"#)
    expect(
      "Record 2 of Todo in the file todos.json cannot be read: Todo cannot take the value for its column \"priority\": "
        + "expected a whole number of 64 bits, found a string that is not a number."
    ) { try Todo.load(from: file("todos.json")) }
    try write(rows: #"{"id": 1}, {"id": 1}"#)
    expect("Record 2 of Todo in the file todos.json cannot be read: it has no id, or that of another record.") {
      try Todo.load(from: file("todos.json"))
    }
    try write(rows: #"{"name": "one"}, {"id": 7}"#)
    expect("Record 1 of Todo in the file todos.json cannot be read: it has no id, or that of another record.") {
      try Todo.load(from: file("todos.json"))
    }
  }

  @Test func `an unknown column is refused, ignored or kept`() throws {
    try write(rows: #"{"id": 1, "name": "one", "colour": "red"}"#)
    expect(
      "Record 1 of Todo in the file todos.json cannot be read: Todo has no column \"colour\": use one that its schema "
        + "declares."
    ) { try Todo.load(from: file("todos.json"), unknownColumns: .refuse) }
    for policy in [UnknownColumns.ignore, .keep] {
      try Todo.load(from: file("todos.json"), unknownColumns: policy)
      #expect(Todo.pluck(\.name) == ["one"])
      try Todo.save(to: file("other.json"))
      #expect(
        try StoreDocument(contentsOf: file("other.json"))["Todo"]?.rows[0]["colour"] == (policy == .keep ? "red" : nil))
    }
  }

  @Test func `a file that violates a unique column is refused completely`() throws {
    try Project.create { $0.name = "House" }
    let text = """
      {"format": "MotionModel", "version": 1, "models": {"Project": {"columns": ["id", "name"], "nextNumber": 9,
       "rows": [{"id": 1, "name": "A"}, {"id": 2, "name": "A"}]}}}
      """
    try Data(text.utf8).write(to: file("projects.json"))
    #expect(throws: StoreError.self) { try Project.load(from: file("projects.json")) }
    #expect(Project.pluck(\.name) == ["House"])
    #expect(try Project.create { $0.name = "Garden" }.id == 2)
  }

  @Test func `a file of several models that is refused changes nothing`() throws {
    struct User: Model {
      var id = 0
      var email = ""
      static let schema = Schema<User> { Column(\.email, .unique) }
    }
    try User.create { $0.email = "bob@example.com" }
    let text = """
      {"format": "MotionModel", "version": 1, "models": {
       "Project": {"columns": ["id", "name"], "nextNumber": 9, "rows": []},
       "User": {"columns": ["id", "email"], "nextNumber": 3,
        "rows": [{"id": 1, "email": "bob@example.com"}, {"id": 2, "email": "bob@example.com"}]}}}
      """
    try Data(text.utf8).write(to: file("store.json"))
    #expect(throws: StoreError.notUnique(model: "User", columns: ["email"], id: "1")) {
      try Store.current.load(from: file("store.json"), models: [Project.self, User.self])
    }
    #expect(User.count == 1)
  }

  @Test func `a reader never sees a file that is partly written`() throws {
    try Todo.insert(contentsOf: (0..<500).map { Todo("todo \($0)") })
    try Todo.save(to: file("todos.json"))
    let folder = TemporaryFolder.current
    let url = file("todos.json")
    let store = Store.current
    onThreads(2) { thread in
      for _ in 0..<20 {
        #expect(throws: Never.self) {
          if thread == 0 {
            try Store.with(store) { try Todo.save(to: url) }
          } else {
            let count = try Store.with(Store()) {
              try Todo.load(from: url)
              return Todo.count
            }
            #expect(count == 500)
          }
        }
      }
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)).sorted() == ["todos.json"]
    )
  }
}
