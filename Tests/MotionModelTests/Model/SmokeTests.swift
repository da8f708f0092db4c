import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

@Suite struct SmokeTests {
  @Test func `the chain of the design reads as written`() throws {
    let store = Store()
    try Store.with(store) {
      var todo = try Todo.create { $0.name = "Walk the dog"; $0.assignedTo = "bob"; $0.location = "seattle" }
      #expect(todo.id == 1)
      todo.priority = 3
      try todo.save()
      #expect(Todo.where(\.assignedTo).eq("bob").and(\.location).contains("sea").all == [todo])
      #expect(Todo.where(\.priority > 2 && \.assignedTo == "bob").order(by: \.dueDate).limit(20).all == [todo])
      #expect(Todo.where { $0.priority > 2 && $0.location.contains("sea") }.first == todo)
      #expect(Todo.where(#Predicate { $0.priority > 2 }).count == 1)
      #expect(Todo.find { $0.name.hasSuffix("dog") }.all == [todo])
      for other in Todo.where(\.priority > 2) { #expect(other == todo) }
      #expect(Todo.find(1) == todo)
      #expect(store.table(Todo.self).find(1) == todo)
      #expect(try todo.delete())
      #expect(Todo.isEmpty)
      #expect(throws: StoreError.recordGone(model: "Todo", id: "1")) { try todo.save() }
    }
  }
}
