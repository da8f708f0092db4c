import MotionModelTestSupport
import Testing

@testable import MotionModel

@Suite(.ownStore) struct SavedTests {
  @Test func `a record is created as it is given`() throws {
    let todo = try Todo.create(Todo("Sweep", priority: 3))
    #expect(todo.id == 1)
    #expect(todo.dueDate == nil)
    #expect(Todo.all == [todo])
    #expect(throws: StoreError.idTaken(model: "Todo", id: "1")) { try Todo.create(todo) }
  }

  @Test func `a table creates a record in its own store`() throws {
    let store = Store()
    let todo = try store.table(Todo.self).create(Todo("Sweep"))
    #expect(store.table(Todo.self).all == [todo])
    #expect(Todo.isEmpty)
  }

  @Test func `a record gets the values that the conditions require`() throws {
    let todo = try Todo.where(\.priority).eq(3).create(Todo("Sweep", priority: 1))
    #expect(todo.priority == 3)
    let board = try Board("home").saved()
    #expect(try board.cards.create(Card("paint")).boardID == board.id)
  }

  @Test func `a value without an untyped form is required like any other`() throws {
    struct Seal: ColumnValue {
      var number = 0
      static let columnType = ColumnType.custom(name: "Seal")
      init(number: Int) { self.number = number }
      init(attribute: AttributeValue) throws(CastError) { number = try Int(attribute: attribute) }
      var attribute: AttributeValue { .null }
      func checkedAttribute() throws(CastError) -> AttributeValue {
        throw CastError(expected: "an open seal", found: "a seal")
      }
    }
    struct Chest: Model {
      var id = 0
      var seal = Seal(number: 1)
      static let schema = Schema<Chest> { Column(\.seal) }
    }
    #expect(try Chest.where(\.seal == Seal(number: 7)).create(Chest()).seal == Seal(number: 7))
  }

  @Test func `saved returns the stored record, and leaves the given one`() throws {
    let given = Todo("Sweep")
    let todo = try given.saved()
    #expect(given.id == 0)
    #expect(Todo.all == [todo])
    var changed = todo
    changed.priority = 5
    #expect(try changed.saved().priority == 5)
    #expect(Todo.count == 1)
  }

  @Test func `a table saves a copy in its own store`() throws {
    let store = Store()
    let todo = try store.table(Todo.self).saved(Todo("Sweep"))
    #expect(store.table(Todo.self).all == [todo])
    #expect(Todo.isEmpty)
  }
}
