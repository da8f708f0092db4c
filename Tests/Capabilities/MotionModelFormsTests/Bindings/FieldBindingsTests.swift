import Foundation
import MotionModel
import MotionModelForms
import MotionModelValidation
import Testing

struct FieldBindingsTests {
  private let bindings = FieldBindings<Todo>(locale: .german) {
    Input(\.name, "What")
    Input(\.priority)
    Input(\.dueDate)
    Input(\.price)
  }
  private let todo: Todo

  init() {
    var todo = Todo("Walk the dog", priority: 3)
    todo.dueDate = Date(timeIntervalSince1970: 1_347_704_430)
    self.todo = todo
  }

  @Test func `each field has its name, label and number`() {
    #expect(bindings.map(\.name) == ["name", "priority", "dueDate", "price"])
    #expect(bindings.map(\.label) == ["What", "Priority", "Due date", "Price"])
    #expect(bindings.map(\.tag) == [1, 2, 3, 4])
    #expect(bindings.count == 4)
    #expect(bindings.map { bindings.text(of: $0, in: todo) } == ["Walk the dog", "3", "15.09.2012", ""])
    #expect(bindings.value(of: bindings[1], in: todo) == "3")
  }

  @Test func `texts are cast, and fields without a text stay`() throws {
    var bound = todo
    try bindings.bind(to: &bound) { ["name": "Run", "price": "1,50"][$0.name] }
    var expected = todo
    (expected.name, expected.price) = ("Run", Decimal(string: "1.5"))
    #expect(bound == expected)
    try bindings.bind(to: &bound) { bindings.text(of: $0, in: expected) }
    #expect(bound == expected, "the date keeps its time")
    try bindings.bind(to: &bound) { _ in nil }
    #expect(bound == expected)
  }

  @Test func `all texts are assigned or none`() {
    var bound = todo
    let error = #expect(throws: FieldBindingErrors.self) {
      try bindings.bind(to: &bound) { ["name": "Run", "priority": "x", "dueDate": "soon"][$0.name] }
    }
    #expect(error?.errors.map(\.description) == ["priority: notANumber", "dueDate: notADate"])
    #expect(error?.description == "The fields cannot be assigned: Priority is not a number; Due date is not a date.")
    #expect(bound == todo)
  }
}
