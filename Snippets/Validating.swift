// A model declares its rules beside its schema. A save that breaks one throws, and stores nothing.

import MotionModel
import MotionModelValidation

struct Todo: Model, Validatable {
  var id = 0
  var name = ""
  var email: String?
  var priority = 0

  static let schema = Schema<Todo> { Column(\.email, .unique) }
  static let validations = Validations<Todo> {
    Presence(\.name)
    Length(\.name, 5...80)
    Email(\.email).allowNil()
    Numericality(\.priority, .in(0...9))
  }
}

var todo = Todo.new { $0.name = "Dog" }
let isValid = todo.isValid  // => false
let messages = todo.errors.fullMessages  // => ["Name is too short (at least 5 characters)"]

do {
  try todo.save()
} catch let invalid as RecordInvalid {
  print(invalid.errors)  // => [name: tooShort(count: 5)]
  // snippet.hide
  precondition("\(invalid.errors)" == "[name: tooShort(count: 5)]")
  // snippet.show
}

// snippet.hide
precondition(!isValid && messages == ["Name is too short (at least 5 characters)"])
precondition(Todo.count == 0 && todo.isNew)
