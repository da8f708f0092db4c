// A form is declared beside its model, filled in by a person, previewed, and saved as one changeset.

// snippet.hide
import MotionModel
import MotionModelForms
import MotionModelTransactions
import MotionModelValidation

struct Todo: Model, Validatable {
  var id = 0
  var name = ""
  var priority = 0

  struct Relations: ModelRelations { let steps = HasMany<Step>(\.todoID, dependent: .destroy).acceptingAttributes() }
  static let validations = Validations<Todo> {
    Length(\.name, 5...80)
    Numericality(\.priority, .in(0...9))
  }
}

struct Step: Model {
  var id = 0
  var name = ""
  var todoID = 0
}

let store = Store()
let todo = try store.table(Todo.self).create { $0.name = "Walk the dog" }

// snippet.show
// snippet.fill
let form = ModelForm<Todo> {
  Input(\.name, "What").placeholder("Walk the dog")
  Input(\.priority)
  Children(\.steps) { Input(\.name) }
}

let state = try FormState(form, editing: todo, in: store)
try state.type("Wa", at: "name")
try state.leave("name")
let wrong = state.messages(at: "name").map(\.text)  // => ["is too short (at least 5 characters)"]
try state.type("Walk the cat", at: "name")
let step = try state.add(to: "steps")
try state.type("Find the leash", at: "\(step).name")

switch try state.submit() {
case .saved(let todo): print("\(todo.name) is saved")
case .refused(let errors): print(errors.fullMessages)
}
// snippet.hide
precondition(wrong == ["is too short (at least 5 characters)"])
precondition(store.table(Todo.self).find(todo.id)?.name == "Walk the cat")
precondition(store.table(Step.self).all.map(\.name) == ["Find the leash"])

// snippet.show
// snippet.preview
try state.type("9", at: "priority")
let preview = store.preview { try state.submit() }
print(preview.changeset.changes(of: Todo.self).map { $0.new?.priority })  // => [Optional(9)]
print(store.table(Todo.self).where(\.priority > 5).count)  // => 0
if case .saved(let todo) = try state.submit() { print(todo.priority) }  // => 9
// snippet.hide
precondition(preview.changeset.count == 1 && store.table(Todo.self).where(\.priority > 5).count == 1)
