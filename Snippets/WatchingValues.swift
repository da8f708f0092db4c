// One record, aggregates, groups, sections and related records, kept true by each commit.

// snippet.hide
import MotionModel
import MotionModelLive
import Synchronization

struct Project: Model {
  var id = 0
  var name = ""

  struct Relations: ModelRelations { let todos = HasMany<Todo>(\.projectID) }
}

struct Todo: Model {
  enum Status: String, ColumnValue { case open, waiting, done }

  var id = 0
  var name = ""
  var priority = 0
  var status = Status.open
  var projectID: Int?

  static let schema = Schema<Todo> { Column(\.projectID, .indexed) }
  struct Relations: ModelRelations { let project = BelongsTo<Project>(\.projectID) }
}

let printed = Mutex<[String]>([])
func print(_ items: Any...) {
  let text = items.map { "\($0)" }.joined(separator: " ")
  printed.withLock { $0.append(text) }
}
func taken() -> [String] {
  printed.withLock { lines in
    defer { lines = [] }
    return lines
  }
}

let house = try Project.create { $0.name = "House" }
var sweep = try Todo.create { ($0.name, $0.priority, $0.projectID) = ("Sweep", 3, house.id) }
var cook = try Todo.create { ($0.name, $0.priority, $0.projectID) = ("Cook", 5, house.id) }

// snippet.show
// snippet.record
let todo = Todo.live(sweep.id)
let name = todo.value?.name  // => "Sweep"; nil while there is no such record
let edits = todo.onChange { change in print(change.columns()) }

try sweep.update { $0.priority = 4 }  // prints ["priority"]
// snippet.hide
precondition(name == "Sweep" && taken() == [#"["priority"]"#])
edits.cancel()

// snippet.show
// snippet.aggregates
let open = Todo.where(\.status == .open).live(.count)
let both = Todo.live(.count, .maximum(\.priority))
let badge = open.onChange { change in print(change.before, change.after) }

try cook.update { $0.status = .waiting }  // prints 2 1
let (count, highest) = both.value  // => (2, 5)
// snippet.hide
precondition(taken() == ["2 1"] && count == 2 && highest == 5)
badge.cancel()

// snippet.show
// snippet.groups
let counts = Todo.group(by: \.status).live(.count)
let groups = counts.onChange { change in print(change.insertions, change.deletions) }

try cook.update { $0.status = .done }  // prints [done: 1] [waiting: 1]
let finished = counts.value[.done]  // => 1
// snippet.hide
precondition(taken().count == 1 && finished == 1)
groups.cancel()

// snippet.show
// snippet.sections
let board = Todo.records.order(by: \.name).live(sectionedBy: \.status)
let titles = board.value.map { section in "\(section.key): \(section.records.map(\.name))" }
let moves = board.onChange { change in print(change) }

try sweep.update { $0.status = .waiting }
// prints "delete section 1, insert section 1, move 1.0 → 1.0, update 1.0 (status)"
// snippet.hide
precondition(titles == [#"done: ["Cook"]"#, #"open: ["Sweep"]"#])
precondition(taken() == ["delete section 1, insert section 1, move 1.0 → 1.0, update 1.0 (status)"])
moves.cancel()

// snippet.show
// snippet.families
let projects = Project.records.order(by: \.name).including(\.todos) { $0.order(by: \.name) }.live()
for (project, own) in projects.value {
  print(project.name, own.map(\.name))  // prints House ["Cook", "Sweep"]
}
// snippet.hide
precondition(taken() == [#"House ["Cook", "Sweep"]"#])

// snippet.show
// snippet.included
let nested = Todo.records.order(by: \.name).including(\.project) { $0.including(\.todos) }.live()
let lines = nested.value.map { todo, family in "\(todo.name): \(family?.1.map(\.name) ?? [])" }
let following = nested.onChange { change in print(change.after.map { $0.1?.0.name ?? "-" }) }

try Project.records.updateAll { $0.name = "Home" }  // prints ["Home", "Home"]
// snippet.hide
precondition(lines == [#"Cook: ["Sweep", "Cook"]"#, #"Sweep: ["Sweep", "Cook"]"#])
precondition(taken() == [#"["Home", "Home"]"#])
following.cancel()

// snippet.show
// snippet.queue
let todos = Todo.live(.count).shown(on: .main)
let shown = todos.onChange { change in print("\(todos.value) todos") }  // on the main queue
// snippet.hide
precondition(todos.value == 2)
shown.cancel()
