import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

@Suite(.store) struct ModelSavingTests {
  @Test func `save inserts a new record and updates a stored one`() throws {
    var todo = Todo("Walk the dog")
    #expect(todo.isNew && !todo.exists && todo.hasChanges)
    try todo.save()
    #expect(!todo.isNew && todo.exists && !todo.hasChanges)
    todo.priority = 3
    #expect(Todo.find(1)?.priority == 0)
    try todo.save()
    #expect(Todo.all == [todo])
  }

  @Test(.store(.clock())) func `a save that changes nothing commits nothing`() throws {
    let clock = ManualClock.current
    let store = Store.current
    var todo = try Todo.create()
    clock.advance(by: 1)
    let before = todo
    try todo.save()
    #expect(todo == before && store.commitCount == 1)
  }

  @Test func `a changed transient property alone is not a change`() throws {
    let store = Store.current
    var todo = try Todo.create()
    todo.isSelected = true
    #expect(todo.changes.isEmpty && todo.attributes["isSelected"] == nil)
    try todo.save()
    #expect(store.commitCount == 1 && todo.isSelected)
  }

  @Test func `a deleted record can be inserted and upserted but not saved`() throws {
    var todo = try Todo.create()
    try Todo.create()
    try todo.delete()
    let gone = StoreError.recordGone(model: "Todo", id: "1")
    #expect(throws: gone) { try todo.save() }
    #expect(throws: gone) { try todo.update { $0.priority = 1 } }
    #expect(throws: gone) { try todo.reload() }
    #expect(throws: gone) { try todo.increment(\.priority) }
    #expect(todo.priority == 0 && Todo.ids == [2])
    try todo.insert()
    try todo.save()
    try todo.delete()
    try todo.upsert()
    #expect(Todo.count == 2)
  }

  @Test func `a record with an id that was never stored is inserted by save`() throws {
    var todo = Todo("five")
    todo.id = 5
    try todo.save()
    var earlier = Todo("three")
    earlier.id = 3
    try earlier.save()
    #expect(Todo.ids == [5, 3])
  }

  @Test func `insert refuses an id that is taken`() throws {
    var todo = try Todo.create { $0.name = "first" }
    todo.name = "second"
    #expect(throws: StoreError.idTaken(model: "Todo", id: "1")) { try todo.insert() }
    #expect(Todo.first?.name == "first")
  }

  @Test func `upsert on a unique column takes over the id`() throws {
    let first = try Project.create { $0.name = "House" }
    var same = Project.new { $0.name = "House" }
    try same.upsert(on: \.name)
    #expect(same == first)
    var other = Project.new { $0.name = "Garden" }
    try other.upsert(on: \.name)
    #expect(Project.all == [first, other])
  }

  @Test(.store(.clock())) func `an upsert of a new record keeps the creation time of the stored one`() throws {
    let clock = ManualClock.current
    let first = try Todo.create { $0.name = "Walk" }
    clock.advance(by: 1)
    var second = Todo("Walk", priority: 3)
    try second.upsert(on: \.name)
    #expect(second.id == 1 && second.createdAt == first.createdAt && second.updatedAt == clock.now)
    #expect(Todo.all == [second])
  }

  @Test func `an upsert of a record that becomes its own parent returns it as it is stored`() throws {
    try Post.create { $0.text = "one" }
    var post = Post.new { ($0.text, $0.replyToID) = ("one", 1) }
    try post.upsert(on: \.text)
    #expect(post.repliesCount == 1)
    #expect(Post.all == [post])
  }

  @Test func `upsert on a nil value inserts`() throws {
    try Todo.create()
    var todo = Todo("Walk")
    try todo.upsert(on: \.assignedTo)
    #expect(Todo.count == 2)
  }

  @Test func `an id cannot be incremented`() throws {
    var todo = try Todo.create()
    #expect(throws: StoreError.readOnlyColumn(model: "Todo", column: "id", id: "1")) { try todo.increment(\.id) }
    #expect(todo.id == 1 && Todo.ids == [1])
  }

  @Test func `an update that throws leaves record and store unchanged`() throws {
    struct Stop: Error {}
    var todo = try Todo.create { $0.name = "Walk" }
    let before = todo
    #expect(throws: Stop.self) {
      try todo.update {
        $0.name = "Run"; throw Stop()
      }
    }
    #expect(throws: AttributeError.self) { try todo.update(attributes: ["name": "Run", "priority": "high"]) }
    #expect(todo == before && Todo.all == [before])
  }

  @Test func `a refused save leaves the record unchanged`() throws {
    try Project.create { $0.name = "House" }
    var project = Project.new { $0.name = "House" }
    #expect(throws: StoreError.self) { try project.save() }
    #expect(project.id == 0)
  }

  @Test func `reload replaces the record by the stored one`() throws {
    var todo = try Todo.create { $0.name = "Walk" }
    var copy = todo
    try copy.update { $0.name = "Run" }
    try todo.reload()
    #expect(todo == copy)
    var new = Todo()
    #expect(throws: StoreError.notSaved(model: "Todo")) { try new.reload() }
  }

  @Test func `increment and toggle change only the stored value of their column`() throws {
    var todo = try Todo.create {
      $0.name = "Walk"; $0.priority = 1
    }
    var other = todo
    try other.increment(\.priority, by: 5)
    todo.name = "unsaved"
    try todo.increment(\.priority)
    #expect(todo.priority == 7 && todo.name == "unsaved")
    try todo.decrement(\.priority, by: 2)
    try todo.toggle(\.done)
    #expect(todo.done && Todo.first?.done == true && Todo.first?.priority == 5 && Todo.first?.name == "Walk")
    try todo.toggle(\.done)
    #expect(!todo.done)
  }

  @Test func `an increment that overflows is refused`() throws {
    var todo = try Todo.create { $0.priority = .max }
    #expect(throws: StoreError.numberOverflow(model: "Todo", column: "priority", id: "1")) {
      try todo.increment(\.priority)
    }
    #expect(todo.priority == .max && Todo.first?.priority == .max)
  }

  @Test(.store(.clock())) func `timestamps are those of the first and the latest save that changed something`() throws {
    let clock = ManualClock.current
    var todo = try Todo.create()
    let start = clock.now
    #expect(todo.createdAt == start && todo.updatedAt == start)
    clock.advance(by: 1)
    try todo.update { $0.name = "Walk" }
    #expect(todo.createdAt == start && todo.updatedAt == clock.now)
    clock.advance(by: 1)
    try todo.increment(\.priority)
    #expect(todo.updatedAt == clock.now)
    let imported = try Todo.create {
      $0.createdAt = .distantPast; $0.updatedAt = .distantPast
    }
    #expect(imported.createdAt == .distantPast && imported.updatedAt == .distantPast)
  }

  @Test(.store(.clock())) func `timestamps can be declared one by one`() throws {
    struct Created: Model {
      var id = 0
      var name = ""
      var made: Date?
      static let schema = Schema<Created> {
        Column(\.name)
        Timestamps(created: \.made)
      }
    }
    struct Both: Model {
      var id = 0
      var name = ""
      var saved: Date?
      var made: Date?
      static let schema = Schema<Both> {
        Timestamps(updated: \.saved)
        Column(\.name)
        Timestamps(created: \.made)
      }
    }
    let clock = ManualClock.current
    let start = clock.now
    var created = try Created.create()
    var both = try Both.create()
    clock.advance(by: 1)
    try created.update { $0.name = "new" }
    try both.update { $0.name = "new" }
    #expect(created.made == start && Created.first?.made == start)
    #expect(both.made == start && both.saved == clock.now)
    #expect(Both.schema.columns.map(\.name) == ["id", "saved", "name", "made"])
  }

  @Test func `a read-only column can be set once`() throws {
    struct Invoice: Model, Equatable {
      var id = 0
      var number = ""
      var note = ""
      static let schema = Schema<Invoice> {
        Column(\.number, .readOnly)
        Column(\.note)
      }
    }
    var invoice = try Invoice.create { $0.number = "2012-1" }
    try invoice.update { $0.note = "paid" }
    invoice.number = "2012-2"
    #expect(throws: StoreError.readOnlyColumn(model: "Invoice", column: "number", id: "1")) { try invoice.save() }
    #expect(Invoice.first?.number == "2012-1")
  }

  @Test func `a unique column allows nil many times, but no value twice`() throws {
    struct User: Model, Equatable {
      var id = 0
      var email: String?
      static let schema = Schema<User> { Column(\.email, .unique) }
    }
    try User.insert(contentsOf: [User(), User()])
    var user = try User.create { $0.email = "bob@example.com" }
    try user.save()
    #expect(throws: StoreError.notUnique(model: "User", columns: ["email"], id: "3")) {
      try User.create { $0.email = "bob@example.com" }
    }
    #expect(throws: StoreError.self) { try User.updateAll { $0.email = "eve@example.com" } }
    #expect(User.pluck(\.email) == [nil, nil, "bob@example.com"])
    try user.update { $0.email = nil }
    try User.create { $0.email = "bob@example.com" }
  }

  @Test func `errors have their description as Foundation's localized description`() {
    let errors: [any Error & CustomStringConvertible] = [
      StoreError.notSaved(model: "User"), FileError.noPlace, AttributeError.unknownColumn(model: "User", column: "nme"),
      CastError(expected: "a date", found: "a string"),
    ]
    for error in errors { #expect(error.localizedDescription == error.description) }
  }

  @Test func `error messages say what was refused and what to do`() {
    #expect(
      "\(StoreError.idTaken(model: "User", id: "3"))"
        == "User 3 cannot be inserted, because there is a record with this id: save or upsert changes it.")
    #expect(
      "\(StoreError.readOnlyColumn(model: "User", column: "email", id: "3"))"
        == "User 3 cannot be saved, because its column \"email\" is read-only after creation and was changed.")
    #expect(
      "\(StoreError.numberOverflow(model: "User", column: "visits", id: "3"))"
        == "User 3 cannot be changed, because its column \"visits\" cannot hold the result: give it a wider type.")
    #expect(
      "\(StoreError.idsExhausted(model: "User"))"
        == "The User cannot be inserted, because its id type has no further ids: use a larger one.")
    #expect(
      "\(StoreError.notSaved(model: "User"))" == "The User has no id yet, because it was never saved: save it first.")
    #expect(
      "\(StoreError.readOnlyStore)"
        == "The store is a snapshot and cannot be changed: write to the store that it was taken of.")
    #expect(
      "\(StoreError.notUnique(model: "User", columns: ["email"], id: "3"))"
        == "The User cannot be saved, because User 3 has the same value in its unique column \"email\".")
    #expect(
      "\(StoreError.notUnique(model: "Seat", columns: ["room", "number"], id: nil, number: 2))"
        == #"The Seat cannot be saved, because record 2 of the same call has the same values in its unique columns "room", "number"."#
    )
    #expect("\(StoreError.notFound(model: "User", id: "3"))" == "There is no User with the id 3.")
    #expect("\(StoreError.noMatch(model: "User"))" == "There is no User that matches.")
    #expect(
      "\(StoreError.recordGone(model: "User", id: "3"))"
        == "User 3 cannot be changed, because it is no longer in the store: insert puts it back.")
  }
}
