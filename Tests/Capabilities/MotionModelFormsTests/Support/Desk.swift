import Foundation
import MotionModel
import MotionModelForms
import MotionModelValidation

// The models of the tests of forms: projects with todos, which have steps in an order, and each step has remarks.

struct Project: Model, Equatable {
  var id = 0
  var name = ""
  var isOpen = true
  var todosCount = 0

  static let schema = Schema<Project> {
    Column(\.name, .unique)
    Column(\.isOpen)
    Derived(\.todosCount, count: \.todos)
  }
  struct Relations: Sendable {
    let todos = HasMany<Todo>(\.projectID)
  }
  static let relations = Relations()

  init() {}
  init(_ name: String, isOpen: Bool = true) { (self.name, self.isOpen) = (name, isOpen) }
}

struct Todo: Model, Validatable, Equatable {
  enum Status: String, ColumnValue, CaseIterable { case open, waiting, done }

  var id = 0
  var name = ""
  var notes: String?
  var priority = 0
  var status = Status.open
  var isDone = false
  var isBillable: Bool?
  var dueDate: Date?
  var price: Decimal?
  var email: String?
  var tags: [String] = []
  var projectID: Int?
  var number = 0
  var createdAt: Date?
  var updatedAt: Date?

  static let schema = Schema<Todo> {
    Column(\.name)
    Column(\.notes)
    Column(\.priority)
    Column(\.status)
    Column(\.isDone)
    Column(\.isBillable)
    Column(\.dueDate)
    Column(\.price)
    Column(\.email)
    Column(\.tags)
    Column(\.projectID)
    Column(\.number, .readOnly)
    Timestamps(\.createdAt, \.updatedAt)
  }
  struct Relations: Sendable {
    let project = BelongsTo<Project>(\.projectID)
    let steps = HasMany<Step>(\.todoID, dependent: .destroy).acceptingAttributes(allowingRemoval: true)
    let labellings = HasMany<Labelling>(\.todoID, dependent: .destroy)
    let labels = HasMany<Label>(through: \.labellings, \.label)
    let companions = HasMany<Todo>(through: \.project, \.todos)
  }
  static let relations = Relations()

  static let validations = Validations<Todo> {
    Presence(\.name)
    Length(\.name, 5...80)
    Numericality(\.priority, .greaterOrEqual(0), .lessOrEqual(9))
    Email(\.email).allowNil()
    Validate { todo, errors in if todo.priority == 9 && todo.dueDate == nil { errors.add("urgent") } }
  }

  init() {}
  init(_ name: String, priority: Int = 0, project: Project? = nil) {
    (self.name, self.priority, projectID) = (name, priority, project?.id)
  }
}

struct Step: Model, Validatable, Equatable {
  var id = 0
  var name = ""
  var minutes = 0
  var position = 0
  var todoID = 0

  static let schema = Schema<Step> {
    Column(\.name)
    Column(\.minutes)
    Column(\.position)
    Column(\.todoID)
  }
  struct Relations: Sendable {
    let todo = BelongsTo<Todo>(\.todoID)
    let remarks = HasMany<Remark>(\.stepID, dependent: .destroy).acceptingAttributes(allowingRemoval: true)
  }
  static let relations = Relations()

  static let validations = Validations<Step> {
    Presence(\.name)
    Uniqueness(\.name, scope: \.todoID)
  }

  init() {}
  init(_ name: String, minutes: Int = 0, position: Int = 0, of todo: Todo) {
    (self.name, self.minutes, self.position, todoID) = (name, minutes, position, todo.id)
  }
}

struct Remark: Model, Equatable {
  var id = 0
  var text = ""
  var stepID = 0

  static let schema = Schema<Remark> {
    Column(\.text)
    Column(\.stepID)
  }
  struct Relations: Sendable {
    let step = BelongsTo<Step>(\.stepID)
  }
  static let relations = Relations()
}

/// What todos are joined to.
struct Label: Model, Equatable {
  var id = 0
  var name = ""

  static let schema = Schema<Label> { Column(\.name) }

  init() {}
  init(_ name: String) { self.name = name }
}

/// A todo and a label that belong together.
struct Labelling: Model, Validatable, Equatable {
  var id = 0
  var todoID = 0
  var labelID = 0

  static let schema = Schema<Labelling> {
    Column(\.todoID)
    Column(\.labelID)
  }
  struct Relations: Sendable {
    let todo = BelongsTo<Todo>(\.todoID)
    let label = BelongsTo<Label>(\.labelID)
  }
  static let relations = Relations()

  static let validations = Validations<Labelling> {
    Validate { labelling, errors in
      let label = Store.current.table(Label.self).find(labelling.labelID)
      if label?.name == "Forbidden" { errors.add("forbidden") }
    }
  }
}

/// A model that counts its changes.
struct Sign: Model, Equatable {
  var id = 0
  var text = ""
  var color = ""
  var version = 0

  static let schema = Schema<Sign> {
    Column(\.text)
    Column(\.color)
    LockVersion(\.version)
  }
}

/// A model with a secret, which is repeated.
struct Account: Model, Validatable, Equatable {
  var id = 0
  var email = ""
  var password = ""
  var passwordAgain: String?
  var photo: Data?

  static let schema = Schema<Account> {
    Column(\.email, .unique)
    Column(\.password)
    Column(\.photo)
    Transient(\.passwordAgain)
  }
  static let validations = Validations<Account> {
    Email(\.email)
    Length(\.password, min: 8)
    Confirmation(\.passwordAgain, of: \.password)
  }
}

/// A store with a few records.
struct Desk {
  let store = Store()
  let (house, garden): (Project, Project)
  let todo: Todo
  let steps: [Step]

  init() throws {
    house = try store.table(Project.self).saved(Project("House"))
    garden = try store.table(Project.self).saved(Project("Garden", isOpen: false))
    var todo = Todo("Walk the dog", priority: 3, project: house)
    todo.dueDate = Date(timeIntervalSince1970: 1_347_704_430)  // 2012-09-15T10:20:30Z
    self.todo = try store.table(Todo.self).saved(todo)
    steps = [
      try store.table(Step.self).saved(Step("Leash", minutes: 1, position: 1, of: self.todo)),
      try store.table(Step.self).saved(Step("Walk", minutes: 30, position: 2, of: self.todo)),
    ]
  }

  static let stepsForm = ModelForm<Todo> {
    Input(\.name)
    Children(\.steps, orderedBy: \.position) {
      Input(\.name)
      Input(\.minutes)
    }
  }

  func stored(_ todo: Todo) throws -> Todo { try store.table(Todo.self).require(todo.id) }

  var storedSteps: [Step] { store.table(Step.self).records.order(by: \.position).all }
}
