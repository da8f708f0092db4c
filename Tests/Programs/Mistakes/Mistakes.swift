// Mistakes that people make, each of which is compiled alone, by Scripts/Support/mistakes.sh. Mistakes.md has what the compiler says.

import MotionModel
import MotionModelForms
import MotionModelTransactions
import MotionModelValidation

struct Project: Model {
  var id = 0
  var name = ""
  var ownerID: Int?

  static let schema = Schema<Project> { Column(\.name) }
  struct Relations: Sendable {
    let todos = HasMany<Todo>(\.projectID)
    let cover = HasOne<Todo>(\.projectID)
  }
  static let relations = Relations()
}

struct Unchecked: Model {
  var id = 0
  var name = ""

  static let schema = Schema<Unchecked> { Column(\.name) }
}

struct Todo: Model, Validatable {
  var id = 0
  var name = ""
  var priority = 0
  var done = false
  var projectID: Int?

  static let schema = Schema<Todo> {
    Column(\.name)
    Column(\.priority)
    Column(\.done)
    Column(\.projectID)
  }
  static let validations = Validations<Todo> { Presence(\.name) }

  struct Relations: Sendable { let project = BelongsTo<Project>(\.projectID) }
  static let relations = Relations()
}

func mistake(_ todo: inout Todo, _ project: inout Project, _ store: Store) throws {
  #if NONE
    _ = todo.project?.name
    _ = Todo.where { !$0.done && $0.priority > 2 && $0.name.count > $0.priority }.order(by: { $0.project.name }).count
    _ = project.todos.where { $0.priority > 2 && $0.project.name == "a" }.all
    try FormState(ModelForm<Todo> { Input(\.project) }).enter(true, at: "\(FormPath("todos[\(1)]")).done")
  #elseif MISTAKE_01
    _ = Todo.where { $0.priority == "high" }
  #elseif MISTAKE_02
    _ = Todo.where { $0.name > 3 }
  #elseif MISTAKE_03
    _ = Todo.where { $0.nme == "a" }.all
  #elseif MISTAKE_04
    _ = Todo.where { $0.done == true && $0.prioritty > 2 && $0.name != "" }.count
  #elseif MISTAKE_05
    _ = Project.where { $0.todos.any { $0.nme == "a" } }.count
  #elseif MISTAKE_06
    _ = Todo.where { $0.project.nme == "a" }.count
  #elseif MISTAKE_07
    _ = Todo.where(\.nope == 1).all
  #elseif MISTAKE_08
    _ = Todo.order(by: \.nme).all
  #elseif MISTAKE_09
    _ = todo.nope
  #elseif MISTAKE_10
    try Todo.create { $0.nam = "x" }
  #elseif MISTAKE_11
    todo.priority = "high"
    try todo.save()
  #elseif MISTAKE_12
    project.cover = todo
  #elseif MISTAKE_13
    project.todos = [todo]
  #elseif MISTAKE_14
    try project.cover.create {}
  #elseif MISTAKE_15
    _ = store.of(todo).projekt
  #elseif MISTAKE_16
    todo.save()
  #elseif MISTAKE_17
    _ = store.table(Todo.self).find("1")
  #elseif MISTAKE_32
    _ = Project.find(todo.projectID)
  #elseif MISTAKE_18
    _ = Todo.pluck(\.nme)
  #elseif MISTAKE_19
    _ = Schema<Todo> { Column(\.nme) }
  #elseif MISTAKE_20
    _ = Validations<Todo> { Presence(\.agee) }
  #elseif MISTAKE_21
    _ = Todo.BelongsTo<Project>(\.name)
  #elseif MISTAKE_22
    _ = Project.HasMany<Todo>(\.name)
  #elseif MISTAKE_23
    _ = Validations<Unchecked> { Presence(\.name) }
  #elseif MISTAKE_24
    _ = Validations<Todo> { Length(\.name) }
  #elseif MISTAKE_25
    _ = Validations<Todo> { Presence() }
  #elseif MISTAKE_26
    let hooks: [Hook<Todo>] = []
  #elseif MISTAKE_27
    print(Project.records.including(\.todos, \.cover).all.count)
  #elseif MISTAKE_40
    print(Project.records.including(\.todoes).count)
  #elseif MISTAKE_41
    print(Project.records.including(\.todos) { $0.including(\.cover) }.count)
  #elseif MISTAKE_28
    try todo.project.create { $0.name = "House" }
  #elseif MISTAKE_29
    _ = Todo.where { $0.name && $0.done }
  #elseif MISTAKE_30
    _ = Todo.where { $0.name < $0.priority }
  #elseif MISTAKE_31
    _ = Todo.group(by: \.nope).count()
  #elseif MISTAKE_39
    _ = ModelForm<Todo> { Input(\.nme) }
  #elseif MISTAKE_33
    _ = ModelForm<Project> { Children(\.todos) { Input(\.nme) } }
  #elseif MISTAKE_34
    _ = ModelForm<Todo> { Input(\.name).only(.create) }
  #elseif MISTAKE_35
    _ = ModelForm<Todo> { Input(\.project, showing: \.nme) }
  #elseif MISTAKE_36
    _ = FormState(ModelForm<Todo>(), editing: todo)
  #elseif MISTAKE_37
    try FormState(ModelForm<Todo>()).type("x", at: todo.name)
  #elseif MISTAKE_38
    let saved: Todo = try FormState(ModelForm<Todo>()).submit()
  #elseif MISTAKE_43
    _ = Todo.filter { $0.done }
  #elseif MISTAKE_44
    _ = Todo.map { $0.name }
  #elseif MISTAKE_45
    _ = Todo.where { $0.done }[0]
  #elseif MISTAKE_46
    for todo in Todo.records { try todo.save() }
  #elseif MISTAKE_47
    try store.save(&todo)
  #elseif MISTAKE_48
    _ = Todo.where { $0.project == project }
  #elseif MISTAKE_49
    try Todo.importRows([["Walk the dog", "3"]])
  #elseif MISTAKE_50
    _ = store.blame(todo)
  #elseif MISTAKE_51
    _ = Validations<Todo> { Presence(\.name, \.tittle) }
  #elseif MISTAKE_52
    _ = todo.project.name
  #elseif MISTAKE_53
    _ = Todo.find("1")
  #elseif MISTAKE_54
    _ = Project.HasMany<Todo>(\.project)
  #elseif MISTAKE_55
    _ = ModelForm<Todo> { Input(\.name, format: .currency(code: "EUR")) }
  #endif
}

#if MISTAKE_42
  extension Todo { var title: String { project?.name ?? "" } }
#endif
