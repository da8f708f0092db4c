import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

@Suite(.store) struct ModelCreatingTests {
  @Test func `create generates ids in order and keeps given ids`() throws {
    let first = try Todo.create { $0.name = "Walk the dog" }
    let second = try Todo.create {
      $0.name = "Paint"; $0.id = 10
    }
    let third = try Todo.create { $0.name = "Sweep" }
    #expect(Todo.ids == [1, 10, 11])
    #expect(Todo.all == [first, second, third])
  }

  @Test func `create sets defaults before anything else`() throws {
    #expect(try Todo.create().dueDate == Date(timeIntervalSince1970: 1_000_000))
    #expect(try Todo.create { $0.dueDate = nil }.dueDate == nil)
    #expect(Todo().dueDate == nil)
  }

  @Test func `a closure default is evaluated for each record`() throws {
    struct Ticket: Model {
      var id = 0
      var code = ""
      static let made = Counter()
      static let schema = Schema<Ticket> {
        Column(
          \.code,
          default: {
            made.add(); return "T\(made.value)"
          }())
      }
    }
    #expect(try [Ticket.create().code, Ticket.create().code] == ["T1", "T2"])
  }

  @Test func `a create that throws stores nothing and uses no id`() throws {
    struct Stop: Error {}
    #expect(throws: Stop.self) { try Todo.create { _ in throw Stop() } }
    try Project.create { $0.name = "House" }
    #expect(throws: StoreError.notUnique(model: "Project", columns: ["name"], id: "1")) {
      try Project.create { $0.name = "House" }
    }
    #expect(try Project.create { $0.name = "Garden" }.id == 2)
    #expect(Todo.isEmpty)
  }

  @Test func `create accepts untyped attributes`() throws {
    let todo = try Todo.create(attributes: ["name": "Walk the dog", "due_date": "2012-09-15", "priority": "3"])
    #expect(todo.id == 1 && todo.priority == 3)
    #expect(todo.dueDate == Date(timeIntervalSince1970: 1_347_667_200))
  }

  @Test func `a bulk insert generates ids around given ones`() throws {
    var second = Todo("two")
    second.id = 7
    let todos = try Todo.insert(contentsOf: [Todo("one"), second, Todo("three")])
    #expect(todos.map(\.id) == [1, 7, 8])
    #expect(Todo.all == todos)
  }

  @Test func `a bulk insert that is refused adds nothing`() throws {
    let store = Store.current
    try Todo.create { $0.id = 2 }
    var taken = Todo("taken")
    taken.id = 2
    let before = store.commitCount
    #expect(throws: StoreError.idTaken(model: "Todo", id: "2")) {
      try Todo.insert(contentsOf: [Todo("one"), taken])
    }
    #expect(Todo.ids == [2])
    #expect(store.commitCount == before)
    #expect(try Todo.create().id == 3)
  }

  @Test func `firstOrCreate finds a record before it creates one`() throws {
    let first = try Project.where(\.name == "House").firstOrCreate()
    #expect(try Project.where(\.name == "House").firstOrCreate() == first)
    let todo = try Todo.where(\.priority > 3).firstOrCreate {
      $0.priority = 5; $0.name = "New"
    }
    #expect(try Todo.where(\.priority > 3).firstOrCreate { $0.name = "Other" } == todo)
    #expect(Project.count == 1 && Todo.count == 1)
  }

  @Test func `firstOrNew saves nothing`() throws {
    let project = try Project.where(\.name == "House").firstOrNew()
    #expect(project.name == "House" && project.isNew && Project.isEmpty)
    try Project.create { $0.name = "House" }
    #expect(try Project.where(\.name == "House").firstOrNew().id == 1)
  }

  @Test func `an import reports each row that is refused`() throws {
    let store = Store.current
    let json = """
      [{"name": "one", "priority": 1.5}, {"name": "two"}, 3, {"nme": "four"}, {"id": 9}, {"id": 9}, {"tags": ["x"]}]
      """
    let report = try Todo.importRows(json: Data(json.utf8))
    #expect(report.records.map(\.id) == [1, 9, 10])
    #expect(
      report.failures.map(\.description) == [
        "Row 1: Todo cannot take the value for its column \"priority\": expected a whole number of "
          + "64 bits, found a number with a fraction.",
        "Row 3: expected a JSON object, found a whole number",
        "Row 4: Todo has no column \"nme\": use one that its schema declares.",
        "Row 6: Todo 9 cannot be inserted, because there is a record with this id: save or upsert changes it.",
      ])
    #expect(store.commitCount == 1)
    #expect(Todo.all == report.records)
  }

  @Test func `an import can be all or nothing`() throws {
    let report = try Todo.importRows([["name": "one"], ["nme": "two"]], allOrNothing: true)
    #expect(report.records.isEmpty && report.failures.map(\.row) == [2] && !report.failures.isEmpty)
    #expect(Todo.isEmpty)
  }

  @Test(arguments: ["", "{", "[1,", "{}", "\u{FF}"]) func `an import of anything but a JSON array throws`(text: String)
  {
    #expect(throws: CastError.self) { try Todo.importRows(json: Data(text.utf8)) }
    #expect(throws: CastError.self) { try Todo.importRows(json: Data([0xFF, 0xFE])) }
  }

  // MARK: - Ids that are taken

  @Test func `create never overwrites another record`() throws {
    let ann = try Topic.create { ($0.id, $0.name) = (5, "ann") }
    let taken = StoreError.idTaken(model: "Topic", id: "5")
    #expect(throws: taken) { try Topic.create { ($0.id, $0.name) = (5, "bob") } }
    #expect(throws: taken) { try Topic.create(attributes: ["id": 5, "name": "bob"]) }
    #expect(throws: taken) { try Topic.where(\.name == "bob").create { $0.id = 5 } }
    #expect(throws: taken) { try Topic.where(\.name == "bob").firstOrCreate { $0.id = 5 } }
    #expect(Topic.all == [ann])
  }

  @Test func `create through a relation never overwrites another record`() throws {
    let (ann, bob) = (try Topic.create { $0.name = "ann" }, try Topic.create { $0.name = "bob" })
    let post = try bob.posts.create { $0.text = "bob's" }
    #expect(throws: StoreError.idTaken(model: "Post", id: "1")) { try ann.posts.create { $0.id = post.id } }
    let pin = try post.create(\.pin) { $0.color = "red" }
    let other = try ann.posts.create()
    #expect(throws: StoreError.idTaken(model: "Pin", id: "1")) { try other.create(\.pin) { $0.id = pin.id } }
    #expect(Pin.all == [pin])
    #expect(Post.find(post.id)?.topicID == bob.id)
  }

  @Test func `a record that was deleted can be created again`() throws {
    let topic = try Topic.create { $0.name = "old" }
    try topic.delete()
    #expect(try Topic.create { ($0.id, $0.name) = (topic.id, "new") }.id == topic.id)
  }

  @Test func `an update cannot change the id`() throws {
    var topic = try Topic.create { $0.name = "one" }
    let refused = StoreError.readOnlyColumn(model: "Topic", column: "id", id: "1")
    #expect(throws: refused) { try topic.update { $0.id = 9 } }
    #expect(throws: refused) { try topic.update(attributes: ["id": 77]) }
    #expect(throws: refused) { try Topic.updateAll { $0.id = 9 } }
    #expect(Topic.ids == [1])
    #expect(topic.id == 1)
    try topic.update(attributes: ["id": 1, "name": "two"])
    #expect(Topic.pluck(\.name) == ["two"])
  }
}
