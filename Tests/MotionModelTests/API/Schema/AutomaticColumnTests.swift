import Foundation
import MotionModelTestSupport
import Testing

@testable import MotionModel

private enum Size: String, Codable, ColumnValue, CaseIterable { case small, large }
private enum Single: String, ColumnValue { case only }

private struct Home: Codable, Equatable, Sendable {
  var street = ""
  var zipCode = ""
}

/// Has properties of every type that a column can hold, and no schema.
private struct Everything: Model {
  var id = 0
  var flag = false
  var name = ""
  var nick: String?
  var tiny: Int8 = 0
  var date: Date?
  var maybe: Bool?
  var price = Decimal(0)
  var size = Size.small
  var single = Single.only
  var home = Home()
  var second: Home?
  var tags: [String] = []
  var sizes: Set<Size> = []
  var scores: [String: Int] = [:]
  var key = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  var link: URL?
  var ratio: Float = 0
  let fixed: Int16 = 7
  var observed = 0 { didSet {} }
  var `default` = 0
  lazy var cached = 1
  var double: Int { observed * 2 }
}

/// The same with all of its columns declared.
private struct Declared: Model {
  var id = 0
  var name = ""
  var home = Home()
  var due: Date?

  static let schema = Schema<Declared> {
    Column(\.due)
    Column(\.name)
    Column(\.home)
  }
}

private struct Few: Model {
  var name = ""
  var id = 0
  var rank = 0
  var home = Home()
  var parentID: Int?
  var draft = ""
  var createdAt: Date?

  struct Relations: ModelRelations { let parent = BelongsTo<Few>(\.parentID) }
  static let schema = Schema<Few> {
    Column(\.rank, .ordered)
    Column(\.home.zipCode, name: "zip")
    Column(\.initial, name: "initial")
    Timestamps(created: \.createdAt)
    Transient(\.draft)
  }

  var initial: String {
    get { String(name.prefix(1)) }
    set { if !name.hasPrefix(newValue) { name = newValue } }
  }
}

private struct Pair<First: ColumnValue & Hashable, Second: Codable & Sendable & Equatable>: Model {
  var id = UUID()
  var first: First?
  var second: Second?
}

private struct Named: Model {
  static let schema = Schema<Named> {
    Column(\.id, name: "number")
    Column(\.title, name: "heading")
  }

  var title = "" { didSet {} }
  var id = 0
}

@propertyWrapper private struct Trimmed: Equatable, Sendable, Codable {
  private var value = ""
  var wrappedValue: String {
    get { value }
    set { value = newValue.trimmingCharacters(in: .whitespaces) }
  }
}

private struct Wrapped: Model {
  var id = 0
  @Trimmed var name: String
  @Trimmed var title: String
  var rank = 0

  static let schema = Schema<Wrapped> {
    Column(\.name, name: "name")
    Column(\.title, name: "heading")
  }
}

@Suite(.ownStore) struct AutomaticColumnTests {
  @Test func `every stored property is a column, with the type that a declaration would give it`() {
    #expect(
      Everything.schema.columns.map(\.description) == [
        "id: Int", "flag: Bool", "name: String", "nick: String?", "tiny: Int8", "date: Date?", "maybe: Bool?",
        "price: Decimal", "size: Size (String)", "single: Single (String)", "home: Home", "second: Home?",
        "tags: [String]",
        "sizes: Set<Size>", "scores: [String: Int]", "key: UUID", "link: URL?", "ratio: Float", "fixed: Int16",
        "observed: Int", "default: Int",
      ])
  }

  @Test func `each column is where its property is`() {
    func offset<Value>(_ path: KeyPath<Everything, Value>) -> Int? { MemoryLayout<Everything>.offset(of: path) }
    #expect(
      Everything.schema.columns.filter { !["id", "observed"].contains($0.name) }.map { $0.offset } == [
        offset(\.flag), offset(\.name), offset(\.nick), offset(\.tiny), offset(\.date), offset(\.maybe),
        offset(\.price), offset(\.size), offset(\.single), offset(\.home), offset(\.second), offset(\.tags),
        offset(\.sizes), offset(\.scores), offset(\.key), offset(\.link), offset(\.ratio), offset(\.fixed),
        offset(\.default),
      ])
  }

  @Test func `records without a schema are found, changed, written and read`() throws {
    let store = Store.current
    var record = try Everything.create {
      ($0.flag, $0.name, $0.nick, $0.tiny, $0.maybe) = (true, "a", "b", -3, false)
      ($0.price, $0.size, $0.home, $0.tags) = (Decimal(string: "1.25") ?? 0, .large, Home(street: "s"), ["x"])
      ($0.sizes, $0.scores, $0.observed, $0.second) = ([.large], ["k": 2], 9, Home(zipCode: "z"))
      ($0.date, $0.link, $0.ratio) = (Date(timeIntervalSince1970: 5), URL(string: "http://a.b"), 0.5)
    }
    try Everything.create()
    #expect(Everything.where(\.name == "a").and(\.size == .large).pluck(\.tiny) == [-3])
    #expect(Everything.where(\.observed == 9).count == 1)
    #expect(Everything.schema[\.single]?.name == "single")
    #expect(Everything.order(by: \.price, .descending).first?.id == record.id)
    #expect(Everything.where { $0.tags.contains("x") }.count == 1)
    #expect(record.attributes["home"] == ["street": "s", "zipCode": ""])
    let copy = Store()
    try copy.load(from: .data(store.data(as: .json)), models: [Everything.self])
    #expect(copy.table(Everything.self).all.map(\.attributes) == Everything.all.map(\.attributes))
    record.scores["k"] = 3
    #expect(record.changes.map(\.column) == ["scores"])
    try record.set(["default": 4, "nick": nil])
    #expect(record.default == 4 && record.nick == nil)
  }

  @Test func `a schema that lists its columns keeps its order`() {
    #expect(Declared.schema.columns.map(\.name) == ["id", "due", "name", "home"])
  }

  @Test func `what is not mentioned stands behind the property before it`() {
    #expect(
      Few.schema.columns.map(\.description) == [
        "id: Int", "name: String", "rank: Int [ordered]", "home.street: String", "zip: String",
        "parentID: Int? [indexed]",
        "initial: String", "createdAt: Date?",
      ])
  }

  @Test func `a nested struct is the relations`() throws {
    let parent = try Few.create { $0.name = "a" }
    let child = try Few.create { ($0.name, $0.parentID) = ("b", parent.id) }
    #expect(child.parent?.name == "a")
    #expect(Few.where { $0.parent.name == "a" }.pluck(\.name) == ["b"])
  }

  @Test func `a generic model has a schema for each of its types`() throws {
    try Pair<Int, Home>.create { ($0.first, $0.second) = (3, Home(street: "s")) }
    try Pair<String, [Int]>.create { ($0.first, $0.second) = ("x", [1]) }
    #expect(Pair<Int, Home>.schema.columns.map(\.description) == ["id: UUID", "first: Int?", "second: Home?"])
    #expect(Pair<Int, Home>.where(\.first == 3).first?.second?.street == "s")
    #expect(Pair<String, [Int]>.where(\.first == "x").pluck(\.second) == [[1]])
    #expect(Pair<Int, Home>.schema === Pair<Int, Home>.schema)
  }

  @Test func `an observed property is known by the name of its column, and a declared id may be anywhere`() {
    #expect(Named.schema.columns.map(\.name) == ["title", "number", "heading"])
  }

  @Test func `what a wrapper stores is no column of its own`() throws {
    #expect(Wrapped.schema.columns.map(\.name) == ["id", "name", "rank", "heading"])
    var record = try Wrapped.create { ($0.name, $0.title) = (" a ", " b ") }
    #expect(record.name == "a")
    record.title = "c"
    try record.save()
    #expect(Wrapped.first?.title == "c")
  }

  @Test func `schemas are made once by however many threads ask first`() async {
    let schemas = await withTaskGroup(of: [ObjectIdentifier].self) { group in
      for _ in 0..<8 { group.addTask { Crowd.all.map { ObjectIdentifier($0.layout) } } }
      return await group.reduce(into: Set<[ObjectIdentifier]>()) { $0.insert($1) }
    }
    #expect(schemas.count == 1)
  }
}

/// Many types of models, more than the table of schemas begins with.
private enum Crowd {
  struct Member<First: Sendable, Second: Sendable>: Model {
    var id = 0
    var name = ""
    static var layout: TableLayout { schema.layout }
  }

  static func members<each First: Sendable>(_ types: repeat (each First).Type) -> [any HasLayout.Type] {
    var result: [any HasLayout.Type] = []
    for type in repeat each types { result += seconds(type) }
    return result
  }

  private static func seconds<First: Sendable>(_ first: First.Type) -> [any HasLayout.Type] {
    [
      Member<First, Int>.self, Member<First, Int8>.self, Member<First, Int16>.self, Member<First, Int32>.self,
      Member<First, Int64>.self, Member<First, UInt>.self, Member<First, UInt8>.self, Member<First, UInt16>.self,
      Member<First, UInt32>.self, Member<First, UInt64>.self, Member<First, Bool>.self, Member<First, String>.self,
    ]
  }

  static let all = members(
    Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, String.self, Bool.self)
}

private protocol HasLayout: Sendable { static var layout: TableLayout { get } }
extension Crowd.Member: HasLayout {}

#if os(macOS) || os(Linux)  // where exit tests are available
  private final class Thing: Codable, Sendable {}

  private struct WithObject: Model {
    var id = 0
    var thing = Thing()
  }

  private struct WithClosure: Model {
    var id = 0
    var action: @Sendable () -> Void = {}
  }

  private protocol Shape: Sendable {}
  private struct Square: Shape, Codable { var side = 1 }

  private struct WithExistential: Model {
    var id = 0
    var shape: any Shape = Square()
  }

  private struct WithTuple: Model {
    var id = 0
    var pair = (1, 2)
  }

  private enum Bare: String { case some }

  private struct WithBareEnum: Model {
    var id = 0
    var bare: Bare?
  }

  private struct WithWrapper: Model {
    var id = 0
    @Trimmed var name: String
  }

  private struct WithMirror: Model, CustomReflectable {
    var id = 0
    var name = ""
    var customMirror: Mirror { Mirror(self, children: ["name": 3]) }
  }

  private struct HalfMirrored: Model, CustomReflectable {
    var id = 0
    var flag = false
    var name = ""
    var customMirror: Mirror { Mirror(self, children: [:]) }
    static let schema = Schema<HalfMirrored> { Column(\.flag, name: "flag") }
  }

  private struct WhollyMirrored: Model, CustomReflectable {
    struct Home: Codable, Sendable {
      var floor: Int8 = 0
      var city = ""
    }

    var id = 0
    var flag = false
    var home = Home()
    var draft = ""
    var isLast = false
    var customMirror: Mirror { Mirror(self, children: [:]) }
    static let schema = Schema<WhollyMirrored> {
      Column(\.flag, name: "flag")
      Column(\.home.floor, name: "floor")
      Column(\.home.city, name: "city")
      Column(\.isLast, name: "isLast")
      Transient(\.draft)
    }
  }

  struct AutomaticColumnRefusalTests {
    @Test func `a type that no column can hold traps with both ways out`() async {
      let closure = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = WithClosure.count
      }
      expectSentence(
        """
        The schema of WithClosure cannot make a column of "action", because it is a @Sendable () -> (), which is neither a \
        ColumnValue nor Codable: make its type one that a column can hold, declare Column(\\.action), or leave it out of \
        files with Transient(\\.action).
        """, closure)
      let tuple = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { _ = WithTuple.count }
      expectSentence("column of \"pair\", because it is a (Int, Int), which is neither", tuple)
      let shape = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = WithExistential.count
      }
      expectSentence("column of \"shape\", because it is a Shape, which is neither", shape)
      let bare = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = WithBareEnum.count
      }
      expectSentence("column of \"bare\", because it is a Optional<Bare>, which is neither", bare)
    }

    @Test func `an object and what a wrapper stores trap`() async {
      let object = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = WithObject.count
      }
      expectSentence("column of \"thing\", because it holds an object, Thing, and records are values", object)
      let wrapper = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = WithWrapper.count
      }
      expectSentence(
        """
        column of "_name", because it begins with an underscore, as the storage of a property wrapper does: make its type \
        one that a column can hold, declare Column(\\.name, name: "name"), or leave it out of files with Transient(\\.name).
        """, wrapper)
    }

    @Test func `a type with a mirror of its own has to list its columns`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = WithMirror.count
      }
      expectSentence(
        "The schema of WithMirror does not mention all stored properties, and those cannot be read", result)
      let half = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = HalfMirrored.count
      }
      expectSentence("The schema of HalfMirrored does not mention all stored properties", half)
      #expect(WhollyMirrored.schema.columns.map(\.name) == ["id", "flag", "floor", "city", "isLast"])
    }
  }
#endif
