import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

@Suite(.store) struct ModelAttributesTests {
  @Test func `attributes hold every column, and create an equal record`() throws {
    var todo = Todo("Walk the dog", priority: 3, assignedTo: "bob")
    todo.tags = ["dog", "walk"]
    todo.status = .waiting
    todo.dueDate = Date(timeIntervalSince1970: 0.25)
    #expect(
      todo.attributes == [
        "id": 0, "name": "Walk the dog", "assignedTo": "bob", "location": "", "priority": 3, "done": false,
        "dueDate": .date(Date(timeIntervalSince1970: 0.25)), "projectID": nil, "status": "waiting",
        "tags": ["dog", "walk"], "createdAt": nil, "updatedAt": nil,
      ])
    #expect(try Todo(attributes: todo.attributes) == todo)
  }

  @Test func `set casts its value, and throws an error that does not show it`() throws {
    var todo = Todo("Walk")
    try todo.set("priority", to: "7")
    #expect(todo.priority == 7)
    let before = todo
    let error = #expect(throws: AttributeError.self) { try todo.set("priority", to: "secret") }
    #expect(
      error.map { "\($0)" } == "Todo cannot take the value for its column \"priority\": expected a whole number of "
        + "64 bits, found a string that is not a number.")
    #expect(throws: AttributeError.unknownColumn(model: "Todo", column: "nme")) { try todo.set("nme", to: 1) }
    #expect(throws: AttributeError.self) { try todo.set("name", to: nil) }
    #expect(throws: AttributeError.self) { try todo.set("status", to: "lost") }
    #expect(todo == before)
  }

  @Test func `setting several attributes is all or nothing`() throws {
    var todo = Todo("Walk")
    let before = todo
    #expect(throws: AttributeError.self) { try todo.set(["name": "Run", "priority": "high"]) }
    #expect(throws: AttributeError.duplicateColumn(model: "Todo", column: "dueDate")) {
      try todo.set(["dueDate": nil, "due_date": nil])
    }
    #expect(todo == before)
    try todo.set(["name": "Run", "due_date": "", "priority": 2.0])
    #expect(todo.name == "Run" && todo.dueDate == nil && todo.priority == 2)
  }

  @Test func `changes compares column by column`() throws {
    var todo = try Todo.create { $0.name = "Walk" }
    let before = todo
    todo.priority = 3
    todo.assignedTo = "bob"
    let changes = [
      ColumnChange(column: "assignedTo", old: nil, new: "bob"), ColumnChange(column: "priority", old: 0, new: 3),
    ]
    #expect(todo.changes == changes)
    #expect(todo.changes(from: before) == changes)
    #expect(todo.hasChanges && !before.hasChanges)
    #expect(changes.map(\.description) == ["assignedTo: nil → bob", "priority: 0 → 3"])
    #expect(Todo("New").changes.count == Todo.schema.columns.count)
  }

  @Test func `a document column is any Codable value`() throws {
    struct Place: Codable, Sendable, Equatable {
      var city = ""
      var since: Date?
    }
    struct Opaque: Codable, Sendable { var number = 1 }
    struct Person: Model {
      var id = 0
      var home = Place()
      var work: Place?
      var opaque = Opaque()
      static let schema = Schema<Person> {
        Column(\.home)
        Column(\.work)
        Column(\.opaque)
      }
    }
    let home = Place(city: "Bonn", since: Date(timeIntervalSince1970: 0.125))
    var person = try Person.create { $0.home = home }
    #expect(Person.where(\.home == home).count == 1)
    #expect(Person.where(\.home != home).count == 0)
    #expect(Person.where(\.work == nil).count == 1)
    #expect(person.changes.isEmpty)
    person.opaque.number = 2
    #expect(person.changes.map(\.column) == ["opaque"])
    try person.set("work", to: #"{"city": "Rome"}"#)
    #expect(person.work == Place(city: "Rome"))
    try person.save()
    #expect(try Person(attributes: Person.require(1).attributes).home == home)
    #expect(Person.schema.columns.map(\.type.description) == ["Int", "Place", "Place", "Opaque"])
  }
}
