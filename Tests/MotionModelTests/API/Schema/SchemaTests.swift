import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

@Suite struct SchemaTests {
  @Test func `columns are described as they were declared`() {
    #expect(
      Todo.schema.columns.map(\.description) == [
        "id: Int", "name: String", "assignedTo: String? [indexed]", "location: String", "priority: Int [ordered]",
        "done: Bool", "dueDate: Date?", "projectID: Int? [indexed]", "status: Status (String)", "tags: [String]",
        "createdAt: Date?", "updatedAt: Date?",
      ])
    #expect(Todo.schema.modelName == "Todo")
  }

  @Test func `a column is found by its name, in snake case, and by its property`() {
    #expect(Todo.schema["dueDate"]?.name == "dueDate")
    #expect(Todo.schema["due_date"]?.name == "dueDate")
    #expect(Todo.schema["project_id"]?.name == "projectID")
    #expect(Todo.schema[\.dueDate]?.isOptional == true)
    #expect(Todo.schema[\.id]?.name == "id")
    #expect(Todo.schema["nme"]?.name == nil)
    #expect(Todo.schema[\.isSelected]?.name == nil)
  }

  @Test func `defaults come from the declaration or from the property`() {
    #expect(Todo.schema[\.dueDate]?.defaultValue == .date(Date(timeIntervalSince1970: 1_000_000)))
    #expect(Todo.schema[\.status]?.defaultValue == "open")
    #expect(Todo.schema[\.assignedTo]?.defaultValue == .null)
  }

  @Test func `explicit names and a declared id keep their positions`() {
    struct Track: Model {
      var id = 0
      var name = ""
      static let schema = Schema<Track> {
        Column(\.name, name: "Name", .unique)
        Column(\.id, name: "TrackId")
      }
    }
    #expect(Track.schema.columns.map(\.name) == ["Name", "TrackId"])
    #expect(Track.schema["track_id"]?.type == .int(bits: 64))
    #expect(Track.schema["name"]?.options == [.unique, .indexed])
  }

  @Test func `a nested property and one with accessors can be columns`() throws {
    struct Person: Model {
      struct Address: Sendable { var city = "" }
      var id = 0
      var address = Address()
      private var stored = 1
      var age: Int {
        get { stored }
        set { stored = newValue }
      }
      static let schema = Schema<Person> {
        Column(\.address.city)
        Column(\.age, name: "age", .indexed)
        Transient(\.stored)
      }
    }
    let store = Store()
    try Store.with(store) {
      try Person.create {
        $0.address.city = "Oslo"; $0.age = 40
      }
      try Person.create {
        $0.address.city = "Rome"; $0.age = 50
      }
      #expect(Person.where(\.address.city).eq("Rome").first?.age == 50)
      #expect(Person.where(\.age > 45).count == 1)
      #expect(Person.where(\.age == 40).first?.id == 1)
      #expect(Person.schema.columns.map(\.name) == ["id", "address.city", "age"])
      #expect(try Person(attributes: ["age": "7", "address.city": "Bonn"]).age == 7)
    }
  }

  @Test func `an undeclared property can be used in conditions`() throws {
    let store = Store()
    try Store.with(store) {
      try Todo.insert(contentsOf: [Todo("Walk the dog", priority: 3), Todo("Paint", priority: 9)])
      #expect(Todo.where(\.name.count > 6).pluck(\.id) == [1])
      #expect(Todo.where(\.name.count == 5).count == 1)
      #expect(Todo.where(\.name.isEmpty != true).count == 2)
      #expect(Todo.order(by: \.name.count).pluck(\.id) == [2, 1])
    }
  }

  @Test func `schemas of generic types work from a computed property`() throws {
    struct Box<Content: ColumnValue>: Model {
      var id = 0
      var content: Content?
      static var schema: Schema<Box> { Schema { Column(\.content, .indexed) } }
    }
    let store = Store()
    try Store.with(store) {
      try Box<Int>.create { $0.content = 3 }
      try Box<String>.create { $0.content = "three" }
      #expect(Box<Int>.where(\.content == 3).count == 1)
      #expect(Box<String>.where(\.content == "three").count == 1)
      #expect(Box<Int>.count == 1)
    }
  }

  @Test(arguments: [false, true]) func `a schema can contain conditions`(isLarge: Bool) {
    struct Flexible: Model {
      @TaskLocal static var isLarge = false
      var id = 0
      var name = ""
      var small: Int8 = 0
      var large: Int64 = 0
      static var schema: Schema<Flexible> {
        Schema {
          if isLarge { Column(\.name) }
          if isLarge { Column(\.large) } else { Column(\.small) }
          if isLarge { Transient(\.small) } else { Transient(\.name, \.large) }
        }
      }
    }
    Flexible.$isLarge.withValue(isLarge) {
      #expect(Flexible.schema.columns.map(\.name) == (isLarge ? ["id", "name", "large"] : ["id", "small"]))
    }
  }

  @Test func `an id can be a computed property`() throws {
    struct Wrapped: Model {
      private var key = ""
      var id: String {
        get { key }
        set { key = newValue }
      }
      var name = ""
      static let schema = Schema<Wrapped> { Column(\.name) }
    }
    let store = Store()
    try Store.with(store) {
      let first = try Wrapped.create { $0.id = "a" }
      try Wrapped.create { $0.name = "made" }
      #expect(Wrapped.find("a")?.id == first.id)
      #expect(Wrapped.where(\.id == "a").count == 1)
      #expect(Wrapped.last?.id.isEmpty == false)
    }
  }
}

/// The messages with which misuse of a schema traps.
@Suite struct SchemaMisuseTests {
  struct Twice: Model {
    var id = 0
    var name = ""
    var title = ""
    static let schema = Schema<Twice> {
      Column(\.name); Column(\.title, name: "name")
    }
  }
  struct SnakeTwice: Model {
    var id = 0
    var dueDate = ""
    var due_date = ""
    static let schema = Schema<SnakeTwice> {
      Column(\.dueDate); Column(\.due_date)
    }
  }
  struct SameProperty: Model {
    var id = 0
    var name = ""
    static let schema = Schema<SameProperty> {
      Column(\.name); Column(\.name, name: "title")
    }
  }
  struct Reserved: Model {
    var id = 0
    var code = ""
    static let schema = Schema<Reserved> { Column(\.code, name: "id") }
  }
  struct Underscored: Model {
    var id = 0
    var code = ""
    static let schema = Schema<Underscored> { Column(\.code, name: "_code") }
  }
  struct Computed: Model {
    var id = 0
    var code: Int {
      get { id }
      set { id = newValue }
    }
    static let schema = Schema<Computed> { Column(\.code) }
  }

  final class Reference: Model, @unchecked Sendable {
    var id = 0
    init() {}
    static let schema = Schema<Reference> {}
  }
  struct StampedTwice: Model {
    var id = 0
    var made: Date?
    var createdAt: Date?
    static let schema = Schema<StampedTwice> {
      Timestamps(created: \.made)
      Timestamps(created: \.createdAt)
    }
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `a class is refused`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Reference.schema
      }
      expectSentence(
        "The schema of Reference cannot work, because it is a class and records are values: make it a struct.", result)
    }

    @Test func `two columns for the same timestamp are refused`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = StampedTwice.schema
      }
      expectSentence("The schema of StampedTwice has two columns for the time of the first save: remove one.", result)
    }

    @Test func `two columns of the same name are refused`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { _ = Twice.schema }
      expectSentence(
        "The schema of Twice has two columns of one name, \"name\" and \"name\": pass another name with name:.", result)
    }

    @Test func `two columns of the same name in snake case are refused`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = SnakeTwice.schema
      }
      expectSentence("has two columns of one name, \"dueDate\" and \"due_date\"", result)
    }

    @Test func `two columns of the same property are refused`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = SameProperty.schema
      }
      expectSentence(
        "The schema of SameProperty declares one property twice, as columns \"name\" and \"title\": remove one.", result
      )
    }

    @Test func `reserved names are refused`() async {
      let id = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { _ = Reserved.schema }
      expectSentence("because \"id\" is reserved for the record's id: pass another name with name:.", id)
      let underscore = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Underscored.schema
      }
      expectSentence("names that begin with an underscore are reserved", underscore)
    }

    @Test func `a property whose name cannot be determined is refused`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Computed.schema
      }
      expectSentence("pass a name, as in Column(\\.property, name: \"property\").", result)
    }
  #endif
}
