import Foundation
import MotionModel
import MotionModelForms
import MotionModelValidation
import Testing

/// The rows F200 to F203 of the list of what InputHelpers did: bindings of text fields.
struct ComingFromInputHelpersTests {
  private let desk: Desk
  private let state: FormState<Todo>

  init() throws {
    desk = try Desk()
    let form = ModelForm<Todo> {
      Input(\.name, "What")
      Input(\.dueDate)
      Input(\.priority)
    }
    state = try FormState(form, editing: desk.todo, in: desk.store)
  }

  @Test func `F200: a field has a name, and a label that is made of it`() {
    #expect(state.description.fields.map(\.label) == ["What", "Due date", "Priority"])
    #expect(state.description.fields.map(\.key) == ["name", "dueDate", "priority"])
    let others = ModelForm<Todo> { Input(\.notes) }.description(in: desk.store)
    #expect(others.fields.map(\.key) == ["notes"], "a model has any number of them")
  }

  @Test func `F201: fields are counted, found by their index, iterated, and have the model's values`() {
    let fields = state.description.fields
    #expect(fields.count == 3)
    #expect(fields[1].key == "dueDate")
    #expect(fields.map(\.value.text) == ["Walk the dog", "2012-09-15", "3"])
  }

  @Test func `F202: binding assigns cast texts of the views that have one, and saves nothing`() throws {
    let texts = ["Walk the cat", nil, "7"]
    for (field, text) in zip(state.description.fields, texts) {
      if let text { try state.type(text, at: field.path) }
    }
    #expect([state.record.name, "\(state.record.priority)"] == ["Walk the cat", "7"])
    #expect(state.record.dueDate == desk.todo.dueDate, "there is no text for it")
    #expect(try desk.stored(desk.todo) == desk.todo)
    try state.type("x", at: "priority")
    try state.leave("priority")
    #expect(state.errors.fullMessages == ["Priority is not a number"])
    #expect(state.record.priority == desk.todo.priority)
  }

  @Test func `F203: the keyboard is the user interface's, which is told which one suits`() {
    let field = ModelForm<Todo>().description(in: desk.store).field(at: "priority")
    #expect(field?.inputMode == .numeric)
  }
}
