import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

@Suite(.ownStore, .temporaryFolder) struct CSVFileTests {
  private let file = TemporaryFolder.current.appending(path: "todos.csv")

  private static let formats: [FileFormat] = [.csv, .csvWithSemicolons, .tsv]

  /// A model with little in it.
  private struct Item: Model, Equatable {
    var id = 0
    var name = "untitled"
    var note: String?
    var price: Decimal?
    var extra: AttributeValue = 1
    var link: URL?
    static let schema = Schema<Item> {
      Column(\.name)
      Column(\.note)
      Column(\.price)
      Column(\.extra)
      Column(\.link)
    }
  }

  private func put(_ text: String) throws { try Data(text.utf8).write(to: file) }

  private func items(in text: String, as format: FileFormat = .csv) throws -> [Item] {
    try put(text)
    return try Store.with(Store()) {
      try Item.load(from: file, as: format)
      return Item.all
    }
  }

  private func item(_ id: Int, _ change: (inout Item) -> Void = { _ in }) -> Item {
    var item = Item()
    item.id = id
    change(&item)
    return item
  }

  // MARK: - Writing

  @Test func `a file has a line with the names of the columns, and a line for each record`() throws {
    try Item.insert(contentsOf: [
      item(1) { ($0.name, $0.note, $0.price) = ("Nut, small", "a \"b\"", 0.5) },
      item(2) { ($0.name, $0.note, $0.extra) = ("", "", .null) },
      item(3) { ($0.note, $0.extra) = (" two\nlines ", ["a": [1, nil]]) },
      item(4) {
        ($0.name, $0.extra, $0.link) = ("Ünïcödé", "5", URL(string: "a?b", relativeTo: URL(string: "https://c.d/")))
      },
    ])
    try Item.save(to: file)
    #expect(
      try String(contentsOf: file, encoding: .utf8) == #"""
        id,name,note,price,extra,link
        1,"Nut, small","a ""b""",0.5,1,
        2,"","",,null,
        3,untitled," two
        lines ",,"{""a"": [1, null]}",
        4,Ünïcödé,,,"""5""","{""base"": ""https://c.d/"", ""relative"": ""a?b""}"

        """#)
  }

  @Test(arguments: formats) func `the separator is that of the format`(format: FileFormat) throws {
    try Item.create { $0.note = "a,b;c\td" }
    try Item.save(to: file, as: format)
    let separator = [.csv: ",", .csvWithSemicolons: ";", .tsv: "\t"][format] ?? ""
    let line = ["1", "untitled", "\"a,b;c\td\"", "", "1", ""].joined(separator: separator)
    #expect(try String(contentsOf: file, encoding: .utf8).split(separator: "\n").last == Substring(line))
  }

  @Test func `a store of one model is written and read, and others are refused`() throws {
    try Item.create()
    try Store.current.save(to: file)
    try Store.with(Store()) {
      try Store.current.load(from: file, models: [Item.self])
      #expect(Item.all == [item(1)])
    }
    try Todo.create()
    let several = #expect(throws: FileError.self) { try Store.current.save(to: file) }
    #expect(
      several.map { "\($0)" }
        == "The file todos.csv cannot be written, because CSV holds the records of one model, and "
        + "these are those of Item, Todo: write each model to a file of its own.")
    #expect(throws: FileError.severalModels(file: "todos.csv", format: .csv, found: [])) { try Store().save(to: file) }
    #expect(throws: FileError.unnamedModel(file: "todos.csv")) {
      try Store.current.load(from: file, models: [Item.self, Todo.self])
    }
  }

  // MARK: - Reading

  @Test func `columns may be missing and in any order, and lines may end in any way`() throws {
    let expected = [item(2) { ($0.note, $0.price) = ("x", 1.5) }, item(1) { ($0.note, $0.price) = ("y\r\n", nil) }]
    for (end, start) in [("\n", ""), ("\r\n", ""), ("\r", ""), ("\n", "\u{FEFF}"), ("\n\n", "\n")] {
      let lines = ["note,price,id", "x,1.5,2", "\"y\r\n\",,1"]
      for last in [end, ""] {
        #expect(try items(in: start + lines.joined(separator: end) + last) == expected, "\(end.debugDescription)")
      }
    }
    #expect(try items(in: "id") == [])
    #expect(try items(in: "id\n7\n8") == [item(7), item(8)])
    #expect(try items(in: "\"id\",\"due_date\"", as: .csv) == [])
  }

  @Test func `names of columns may differ in case and in spaces around them`() throws {
    #expect(try items(in: "ID, Note ,PRICE\n2,x,1.5") == [item(2) { ($0.note, $0.price) = ("x", 1.5) }])
    // Nobody knows which of two is meant, and an exact name is meant.
    #expect(try items(in: "id,Note,NOTE\n2,x,y") == [item(2)])
    #expect(try items(in: "id,Note,note\n2,x,y").map(\.note) == ["y"])
  }

  @Test func `a line may say the separator before the names`() throws {
    for separator in [",", ";", "\t"] {
      let text = "sep=\(separator)\r\nid\(separator)note\r\n2\(separator)a,b;c\t"
        .replacing("a,b;c\t", with: "\"a,b;c\t\"")
      #expect(try items(in: text).map(\.note) == ["a,b;c\t"])
    }
    #expect(throws: FileError.self) { try items(in: "sep=;") }
    #expect(throws: FileError.self) { try items(in: "sep=;\n") }
  }

  @Test(arguments: formats) func `the separator is found in the first line, whatever the format says`(
    format: FileFormat
  ) throws {
    for separator in [",", ";", "\t"] {
      let text = "id\(separator)note\n1\(separator)a,b;c d"
      let isSplit = separator != "\t" && separator != "," ? "a,b;c d".contains(separator) : separator == ","
      if isSplit { continue }
      #expect(try items(in: text, as: format).map(\.note) == ["a,b;c d"])
    }
    #expect(try items(in: "id\n3", as: format).map(\.id) == [3])
    for start in ["\n", "\r\n\n", "\u{FEFF}\n"] {
      #expect(try items(in: start + "id;note\n1;a", as: format).map(\.note) == ["a"])
    }
  }

  @Test func `a name that begins like a property list is in quotes`() throws {
    let document = StoreDocument(models: [StoreDocument.Table("todos", rows: [["bplist00": "bplist", "id": "b"]])])
    let data = try document.data(as: .csv)
    #expect(String(decoding: data, as: UTF8.self) == "\"bplist00\",id\n\"bplist\",b\n")
    try data.write(to: file)
    let again = try StoreDocument(contentsOf: file)
    #expect(try again.models.count == 1 && again.data(as: .csv) == data)
  }

  @Test func `a field without quotes is what it says, and an empty one is no value`() throws {
    let text = "id,name,note,extra\n1,,,\n2, a ,5\" x,007\n3,\"\",\"\",[1]\n4,null,NULL,null\n5,a,b,\"{\"\"c\"\": 1}\""
    #expect(
      try items(in: text) == [
        item(1), item(2) { ($0.name, $0.note, $0.extra) = (" a ", "5\" x", "007") },
        item(3) { ($0.name, $0.note, $0.extra) = ("", "", [1]) },
        item(4) { ($0.name, $0.note, $0.extra) = ("null", "NULL", .null) },
        item(5) { ($0.name, $0.note, $0.extra) = ("a", "b", ["c": 1]) },
      ])
  }

  @Test(arguments: 0..<20) func `any text in any column is read again, however much is read at once`(part: Int) throws {
    var random = TestSeed.generator(3_900 + part)
    let comment = Comment(rawValue: "seed \(TestSeed.current), part \(part)")
    let pieces = [
      "\"", ",", ";", "\t", "\r", "\n", "\r\n", " ", "a", "\u{0}", "\u{FEFF}", "👍🏽", "e\u{301}", "{", "[1]", "5", "null",
      "<",
    ]
    func text() -> String { (0..<random.number(0...6)).map { _ in random.pick(pieces) }.joined() }
    let items = (1...30).map { id in
      item(id) { ($0.name, $0.note, $0.extra) = (text(), random.chance(30) ? nil : text(), .string(text())) }
    }
    try Item.insert(contentsOf: items)
    let format = random.pick(Self.formats)
    try Item.save(to: file, as: format)
    try Store.with(Store()) {
      try Item.load(from: file, as: format)
      #expect(Item.all.map(exactText) == items.map(exactText), comment)
    }
  }

  // MARK: - Bad input

  @Test(arguments: [
    ("id,name\n1,\"a\nb", "at line 2, where the quotes around field 2 are not closed"),
    ("id,name\n1,\"a\"b", "at line 2, where more follows the quotes around field 2"),
    ("id,name\n1,\"a\n\"\n2", "at line 4, where the number of fields is 1, and 2 in the first line"),
    ("id,name\n1,a,b", "at line 2, where the number of fields is 3, and 2 in the first line"),
    ("id,name,id\n", "at line 1, where the column \"id\" is named twice"),
  ])
  func `a line that is not CSV is refused with its place`(text: String, place: String) throws {
    try Item.create()
    try put(text)
    let error = #expect(throws: FileError.self) { try Item.load(from: file) }
    #expect(
      error.map { "\($0)" }
        == "The file todos.csv cannot be read as CSV \(place): correct it there, or take a copy that is whole.")
    #expect(Item.count == 1)
  }

  @Test func `a value that does not fit is refused with its line and column`() throws {
    try put("id,note,price\n1,\"a\n\nb\",2\n\n2,,cheap\n")
    let value = #expect(throws: FileError.self) { try Item.load(from: file) }
    #expect(
      value.map { "\($0)" } == "Line 6 of the file todos.csv cannot be read as a record of Item: Item cannot take the "
        + "value for its column \"price\": expected a decimal number of up to 38 digits, found a string that is not a number."
    )
    try put("id,colour\n1,\n2,red\n")
    let column = #expect(throws: FileError.self) { try Item.load(from: file, unknownColumns: .refuse) }
    #expect(
      column.map { "\($0)" } == "Line 3 of the file todos.csv cannot be read as a record of Item: Item has no column "
        + "\"colour\": use one that its schema declares.")
    try Item.load(from: file, unknownColumns: .ignore)
    #expect(Item.ids == [1, 2])
  }

  @Test func `a file that is empty, in another format or not UTF-8 is refused`() throws {
    for text in ["", "\n\n"] {
      try put(text)
      #expect(throws: FileError.notRecords(file: "todos.csv", expected: "a first line with the names of the columns")) {
        try Item.load(from: file)
      }
    }
    for format in FileFormat.ofStores where format != .jsonLines {
      try? FileManager.default.removeItem(at: file)  // a file that was refused is not written over
      try Item.save(to: file, as: format)
      #expect(throws: FileError.wrongFormat(file: "todos.csv", expected: .csv, found: format)) {
        try Item.load(from: file, as: .csv)
      }
    }
    for bytes in [[0xFF, 0xFE, 0x69, 0, 0x64, 0], Array("id,name\n1,\"".utf8) + [0xC3, 0x22]] as [[UInt8]] {
      try Data(bytes).write(to: file)
      #expect(throws: FileError.self) { try Item.load(from: file) }
    }
  }

  @Test func `a file that is cut off before the last field of a record is refused`() throws {
    try Item.create()
    for cut in ["1", "1,", "1,\"a", "1,\"a\nb", "1,\"a\nb\"", "1,x,\"", "1,x,y\n2"] {
      try put("id,name,note\n" + cut)
      #expect(throws: FileError.self, "\(cut)") { try Item.load(from: file) }
    }
    #expect(Item.all == [item(1)])
    #expect(try items(in: "id,name,note\n1,x,") == [item(1) { $0.name = "x" }])
  }
}

/// CSV without the type of its model.
@Suite(.ownStore, .temporaryFolder) struct CSVDocumentTests {
  private let file = TemporaryFolder.current.appending(path: "Todo.csv")

  @Test func `a file is a document with texts, and is written as it was`() throws {
    let text = "id,name,note,extra\n1,\"a,\"\"b\"\"\",,\"[1, null]\"\n2,\"\",5,null\n"
    try Data(text.utf8).write(to: file)
    var document = try StoreDocument(contentsOf: file)
    #expect(document.models.map(\.name) == ["Todo"])
    #expect(document["Todo"]?.columns.map(\.name) == ["id", "name", "note", "extra"])
    #expect(document["Todo"]?.rows[1] == ["id": "2", "name": "", "note": "5", "extra": "null"])
    #expect(try document.data(as: .csv) == Data(text.utf8))
    document["Todo"]?.rows[0]["note"] = 7
    document["Todo"]?.rows[1]["note"] = [true, .null]
    #expect(
      try String(decoding: document.data(as: .tsv), as: UTF8.self)
        == "id\tname\tnote\textra\n1\t\"a,\"\"b\"\"\"\t7\t\"[1, null]\"\n2\t\"\"\t\"[true, null]\"\tnull\n")
  }

  @Test func `a document of several models is refused`() throws {
    let document = StoreDocument(models: [StoreDocument.Table("A"), StoreDocument.Table("B")])
    #expect(throws: FileError.severalModels(file: "Todo.csv", format: .csv, found: ["A", "B"])) {
      try document.write(to: file)
    }
    #expect(!FileManager.default.fileExists(atPath: file.path(percentEncoded: false)))
  }

  @Test(arguments: FileFormat.ofStores) func `a file of a store becomes CSV by the types that it says`(
    format: FileFormat
  ) throws {
    var record = AllTypes()
    record.strings = ["a", ""]
    record.maybeString = "5"
    record.document.title = "5"
    let store = Store(notificationCenter: nil)
    try store.table(AllTypes.self).insert(contentsOf: [record])
    let document = try StoreDocument(store.data(as: format))
    let direct = try store.table(AllTypes.self).string(as: .csv)
    #expect(try String(decoding: document.data(as: .csv), as: UTF8.self) == direct)
  }
}
