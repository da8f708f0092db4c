import Foundation
import MotionModel
import MotionModelForms
import MotionModelValidation
import Testing

/// The rows F200 to F203 of the list of what InputHelpers did: bindings of text fields.
struct ComingFromInputHelpersTests {
  private let desk: Desk
  private let bindings = FieldBindings<Todo> {
    Input(\.name, "What")
    Input(\.dueDate)
    Input(\.priority)
  }

  init() throws { desk = try Desk() }

  @Test func `F200: a field has a name, a label that is made of it, and a number`() {
    #expect(bindings.map(\.label) == ["What", "Due date", "Priority"])
    #expect(bindings.map(\.name) == ["name", "dueDate", "priority"])
    #expect(bindings.map(\.tag) == [1, 2, 3], "also if nobody asked for the field")
    let others = FieldBindings<Todo> { Input(\.notes) }
    #expect(others.map(\.tag) == [1], "a model has any number of them")
  }

  @Test func `F201: fields are counted, found by their index, iterated, and have the model's values`() {
    #expect(bindings.count == 3)
    #expect(bindings[1].name == "dueDate")
    #expect(bindings.map { bindings.text(of: $0, in: desk.todo) } == ["Walk the dog", "2012-09-15", "3"])
  }

  @Test func `F202: binding assigns cast texts of the views that have one, and saves nothing`() throws {
    let texts = [1: "Walk the cat", 3: "7"]
    var todo = desk.todo
    try bindings.bind(to: &todo) { texts[$0.tag] }
    #expect([todo.name, "\(todo.priority)"] == ["Walk the cat", "7"])
    #expect(todo.dueDate == desk.todo.dueDate, "there is no text for it")
    #expect(try desk.stored(desk.todo) == desk.todo)
    #expect(throws: FieldBindingErrors.self) { try bindings.bind(to: &todo) { $0.tag == 3 ? "x" : "y" } }
    #expect(todo.name == "Walk the cat", "all or none")
  }

  @Test func `F203: the keyboard is the user interface's, which is told which one suits`() {
    let field = ModelForm<Todo>().description(in: desk.store).field(at: "priority")
    #expect(field?.inputMode == .numeric)
  }
}
