import Foundation
import MotionModelTestSupport
import Testing

@testable import MotionModel

/// Files without the types of their models.
@Suite(.ownStore, .temporaryFolder) struct StoreDocumentTests {
  private struct Memo: Model {
    var id = 0
    var extra: AttributeValue = 1
    static let schema = Schema<Memo> { Column(\.extra) }
  }

  private func file(_ name: String) -> URL { TemporaryFolder.current.appending(path: name) }

  private func document(_ json: String) throws -> StoreDocument { try StoreDocument(Data(json.utf8), as: .json) }

  // MARK: - Round trips

  @Test(arguments: FileFormat.ofStores, FileFormat.ofStores)
  func `a store is the same after its file was converted without its models`(
    format: FileFormat, other: FileFormat
  ) throws {
    var random = TestSeed.generator(14_000)
    let comment = Comment(rawValue: "seed \(TestSeed.current), \(format), \(other)")
    let records = try AllTypes.insert(contentsOf: (1...40).map { AllTypes.random($0, using: &random) })
    let memos = try Memo.insert(contentsOf: [Memo(extra: .null), Memo(extra: [.null, 2]), Memo()])
    try Project.create().delete()
    try Store.current.save(to: file("store"), as: format)
    try StoreDocument(contentsOf: file("store")).write(to: file("other"), as: other)
    let store = Store()
    try store.load(from: file("other"), models: [AllTypes.self, Memo.self, Project.self])
    let read = store.table(AllTypes.self).all
    #expect(read.count == records.count, comment)
    for (record, other) in zip(records, read) { #expect(exactDifferences(record, other) == [], comment) }
    #expect(store.table(Memo.self).all.map(\.extra) == memos.map(\.extra), comment)
    #expect(try store.table(Project.self).create().id == 2)
  }

  @Test(arguments: FileFormat.ofStores)
  func `a file that is read and written in its format is the same byte for byte`(format: FileFormat) throws {
    var random = TestSeed.generator(14_001)
    try AllTypes.insert(contentsOf: (1...30).map { AllTypes.random($0, using: &random) })
    try AllTypes.save(to: file("store"), as: format)
    let data = try Data(contentsOf: file("store"))
    let document = try StoreDocument(data)
    let isSame = try document.data(as: format) == data
    // Numbers and texts of one column of several kinds are packed by their kinds, so a document packs them otherwise.
    #expect(isSame || format == .compact, "seed \(TestSeed.current), \(format)")
    #expect(try StoreDocument(document.data(as: format)).models.map(\.columns) == document.models.map(\.columns))
  }

  private let unknown = #"""
    {
    "format": "MotionModel",
    "version": 1,
    "scope": "store",
    "colour": {"red": [1, null]},
    "owners": ["Ann"],
    "models": {
    "Todo": {
    "version": 3,
    "columns": ["id", "name"],
    "unlisted": ["note"],
    "types": {"id": "Int", "name": "String?"},
    "fingerprint": "0123456789abcdef",
    "nextNumber": 8,
    "owner": "Ann",
    "rows": [
    {"id": 1, "name": "a", "note": ["x"]},
    {"id": 2}
    ]
    }
    }
    }

    """#

  @Test func `what the library does not know is written again`() throws {
    let document = try document(unknown)
    #expect(document.isWholeStore)
    let model = try #require(document["Todo"])
    #expect(model.version == 3 && model.nextNumber == 8 && model.fingerprint == "0123456789abcdef")
    #expect(model.columns.map(\.name) == ["id", "name", "note"])
    #expect(model.columns.map(\.type) == ["Int", "String?", nil])
    #expect(try String(decoding: document.data(as: .json), as: UTF8.self) == unknown)
    for format in FileFormat.ofStores {
      let other = try StoreDocument(document.data(as: format))
      #expect(try String(decoding: other.data(as: .json), as: UTF8.self) == unknown, "\(format)")
      #expect(other == document, "\(format)")
    }
  }

  @Test func `columns that a file does not list are not listed, in each format`() throws {
    let text =
      #"{"models": {"Memo": {"rows": [{"id": 1, "extra": null}, {"id": 2}], "columns": ["id"]}}, "#
      + #""version": 1, "format": "MotionModel"}"#
    let document = try document(text)
    #expect(!document.isWholeStore)
    for format in FileFormat.ofStores {
      try document.write(to: file("memos"), as: format)
      try Store.with(Store()) {
        try Memo.load(from: file("memos"))
        #expect(Memo.all.map(\.extra) == [.null, 1], "\(format)")
      }
    }
  }

  @Test func `places and journals of an opened store are kept in the compact format`() throws {
    var document = StoreDocument(models: [StoreDocument.Table("Memo", rows: [["id": 1], ["id": 5]])])
    document.snapshot = SnapshotInfo(store: UUID(), generation: 3, commits: 9)
    document.models[0].rows[0].place = 2
    document.models[0].rows[1].place = 6
    document.models[0].nextPlace = 9
    document.models[0].rows.append(["id": 6])
    let other = try StoreDocument(document.data(as: .compact))
    #expect(other.snapshot == document.snapshot)
    #expect(other.models[0].rows.map(\.place) == [2, 6, 9] && other.models[0].nextPlace == 9)
  }

  @Test func `records without a first line are those of a model without a name`() throws {
    var document = try StoreDocument(Data("{\"id\": 1}\n{\"id\": 2, \"extra\": 3}\n".utf8), as: .jsonLines)
    #expect(
      document.models == [
        StoreDocument.Table("", columns: ["id", "extra"], rows: [["id": 1], ["id": 2, "extra": 3]]).unlisted
      ])
    #expect(throws: FileError.unwritable(file: "of records", reason: "a model has no name.")) {
      try document.data(as: .jsonLines)
    }
    // CSV does not say the name.
    #expect(try StoreDocument(document.data(as: .csv), as: .csv).models[0].rows.map { $0["id"] } == ["1", "2"])
    document.models[0].name = "Memo"
    try document.write(to: file("memos.jsonl"))
    try Memo.load(from: file("memos.jsonl"))
    #expect(Memo.all.map(\.extra) == [1, 3])
  }

  // MARK: - Changing

  @Test func `models are read, set and removed by their names`() throws {
    var document = StoreDocument(models: [StoreDocument.Table("A", rows: [["id": 1]]), StoreDocument.Table("B")])
    document["A"]?.rows[0]["name"] = "x"
    document["C"] = document["A"]
    document["B"] = nil
    document["D"]?.version = 4
    #expect(
      document.models == [
        StoreDocument.Table("A", rows: [["id": 1, "name": "x"]]),
        StoreDocument.Table("C", rows: [["id": 1, "name": "x"]]),
      ])
    #expect(document["D"] == nil)
  }

  @Test func `a document prints how much it has, and a row its values`() {
    let todos = StoreDocument.Table(
      "Todo", columns: [StoreDocument.Column("id", type: "Int"), "name"], rows: [["id": 1, "name": "a"], ["id": 2]])
    #expect(
      "\(StoreDocument(models: [StoreDocument.Table("Project", rows: [["id": 1]]), todos]))"
        == "Project: 1 record, Todo: 2 records")
    #expect("\(StoreDocument())" == "no models")
    #expect("\(todos)" == "Todo: 2 records of id, name" && "\(StoreDocument.Table("Tag"))" == "Tag: 0 records")
    #expect("\(todos.columns)" == "[id: Int, name]")
    #expect("\(todos.rows)" == #"[{"id": 1, "name": "a"}, {"id": 2}]"#)
    var wide = StoreDocument.Table("Wide")
    wide.columns = (0..<1_000_000).map { StoreDocument.Column("c\($0)") }
    #expect("\(wide)" == "Wide: 0 records of c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, …")
  }

  @Test func `rows have the columns of the model, and add theirs`() throws {
    var model = StoreDocument.Table("A", columns: ["id", "name"], rows: [["name": "a", "id": 1]])
    #expect(model.columns.map(\.name) == ["id", "name"])
    model.rows[0]["name"] = nil
    #expect(model.rows[0].attributes == ["id": 1] && model.rows[0].columns == ["id"])
    model.rows.append(["rank": 3, "id": 2])
    model.rows.insert(contentsOf: StoreDocument.Table("B", rows: [["id": 0, "name": .null, "x": 1]]).rows, at: 0)
    #expect(model.columns.map(\.name) == ["id", "name", "rank", "x"])
    #expect(model.rows.map(\.attributes) == [["id": 0, "name": .null, "x": 1], ["id": 1], ["rank": 3, "id": 2]])
    #expect("\(model.rows[0])" == #"{"id": 0, "name": null, "x": 1}"#)
    model.rows.removeAll { $0["x"] == nil }
    model.rows.append(["id": 4])
    model.columns = ["x", "new", "id"]
    #expect(model.rows.map(\.attributes) == [["id": 0, "x": 1], ["id": 4]])
    model.columns += ["more"]
    #expect(model.columns.map(\.name) == ["x", "new", "id", "more"] && model.rows.count == 2)
    model.rows.reverse()
    #expect(model.rows.map { $0["id"] } == [4, 0])
  }

  @Test func `columns stay when all rows are removed`() {
    var model = StoreDocument.Table(
      "Note", columns: [StoreDocument.Column("id", type: "Int")], rows: [["id": 1, "name": "a"]])
    let columns = model.columns
    model.rows.removeAll()
    #expect(model.columns == columns && model.rows.isEmpty)
  }

  @Test func `a fingerprint is forgotten when columns or version are changed`() throws {
    var document = try document(unknown)
    document["Todo"]?.rows[0]["name"] = "changed"
    #expect(document["Todo"]?.fingerprint == "0123456789abcdef")
    document["Todo"]?.columns[1].type = "Int"
    #expect(document["Todo"]?.fingerprint == nil)
  }

  @Test func `rows behave like an array of dictionaries`() throws {
    var random = TestSeed.generator(14_002)
    var rows: StoreDocument.Rows = []
    var oracle: [[String: AttributeValue]] = []
    for _ in 0..<600 {
      var row: [String: AttributeValue] = [:]
      for _ in 0..<random.number(0...3) {
        row[random.pick(["a", "b", "c", "d", "e"])] = .int(Int64(random.number(0...9)))
      }
      let index = random.number(0...oracle.count)
      switch random.number(0...6) {
      case 0: _ = (rows.append(StoreDocument.Row(row)), oracle.append(row))
      case 1: _ = (rows.insert(StoreDocument.Row(row), at: index), oracle.insert(row, at: index))
      case 2 where index < oracle.count: (rows[index], oracle[index]) = (StoreDocument.Row(row), row)
      case 3 where index < oracle.count: _ = (rows.remove(at: index), oracle.remove(at: index))
      case 4 where index < oracle.count:
        for (name, value) in row { (rows[index][name], oracle[index][name]) = (value, value) }
      case 5 where index < oracle.count:
        for name in row.keys { (rows[index][name], oracle[index][name]) = (nil, nil) }
      case 6 where random.chance(10):
        rows.columns = rows.columns.shuffled(using: &random)
      default: break
      }
      try #require(rows.map(\.attributes) == oracle, "seed \(TestSeed.current)")
    }
  }

  // MARK: - Errors

  @Test(arguments: FileFormat.ofStores) func `a document that could not be read again is not written`(
    format: FileFormat
  ) throws {
    func refusal(_ models: StoreDocument.Table...) -> String {
      let error = #expect(throws: FileError.self) {
        try StoreDocument(models: models).write(to: file("no.json"), as: format)
      }
      return error.map { "\($0)" } ?? ""
    }
    #expect(
      refusal(StoreDocument.Table("A"), StoreDocument.Table("A"))
        == "The file no.json cannot be written, because two models are called A: rename one, or write each to a file of its own."
    )
    #expect(
      refusal(StoreDocument.Table("A", rows: [[:]]))
        == "The file no.json cannot be written: the records of A have no columns.")
    #expect(
      refusal(StoreDocument.Table("A", columns: ["x", "x"]))
        == "The file no.json cannot be written: two columns of A have the same name.")
    var deep = AttributeValue.int(1)
    for _ in 0...500 { deep = [deep] }
    #expect(
      refusal(StoreDocument.Table("A", rows: [["id": 7, "x": deep]])) == """
        The file no.json cannot be written, because of column "x" of A 7: expected a value that can be read again from a \
        file, found an array nested more than 500 deep.
        """)
    #expect(!FileManager.default.fileExists(atPath: file("no.json").path(percentEncoded: false)))
  }

  @Test func `errors name the file or the data`() throws {
    #expect(throws: FileError.missing(file: "none.json")) { try StoreDocument(contentsOf: file("none.json")) }
    #expect(throws: FileError.malformed(file: "of records", format: .json)) { try document("{") }
    #expect(throws: FileError.newer(file: "new", version: 2)) {
      try StoreDocument(Data(#"{"format": "MotionModel", "version": 2, "models": {}}"#.utf8), name: "new")
    }
    for part in [#""version": 0"#, #""version": "a""#, #""types": [1]"#, #""unlisted": 3"#, #""nextNumber": []"#] {
      let text = #"{"format": "MotionModel", "version": 1, "models": {"A": {"columns": [], "rows": [], \#(part)}}}"#
      #expect(throws: FileError.notRecords(file: "of records", expected: "columns and rows for A")) {
        try document(text)
      }
    }
  }
}

extension StoreDocument.Table {
  /// The same with columns that are not listed.
  fileprivate var unlisted: StoreDocument.Table {
    var model = self
    for index in model.columns.indices { model.columns[index].isListed = false }
    return model
  }
}
