// The objects of an old store become records of a new one: parents first, and the file has all of them or does not exist.

// snippet.hide
import Foundation
import MotionModel
import MotionModelJournal

/// What the old library gave: objects that refer to each other.
final class OldProject { var name = "" }
final class OldTodo {
  var name = ""
  var created = Date.distantPast
  var project: OldProject?
}

let (house, paint, sweep) = (OldProject(), OldTodo(), OldTodo())
house.name = "House"
(paint.name, paint.created, paint.project) = ("Paint the door", Date(timeIntervalSince1970: 86_400), house)

// snippet.show
struct Project: Model {
  var id = 0
  var name = ""

  struct Relations: ModelRelations { let todos = HasMany<Todo>(\.projectID, dependent: .destroy) }
}

struct Todo: Model {
  var id = 0
  var name = ""
  var createdAt: Date?
  var projectID: Int?

  static let schema = Schema<Todo> {
    Column(\.projectID, .indexed)
    Timestamps(created: \.createdAt)
  }
  struct Relations: ModelRelations { let project = BelongsTo<Project>(\.projectID) }
}

// snippet.move
/// Writes the file, unless it is there already.
func move(_ oldProjects: [OldProject], _ oldTodos: [OldTodo], to file: URL) throws {
  if FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) { return }
  let store = Store()  // in memory: nothing is on the disk before all of it is right
  try store.keepingTimestamps {
    var ids: [ObjectIdentifier: Int] = [:]
    for old in oldProjects {  // parents first: their new ids are the keys of their children
      ids[ObjectIdentifier(old)] = try store.table(Project.self).create { $0.name = old.name }.id
    }
    try store.table(Todo.self).insert(
      contentsOf: oldTodos.map { old in
        Todo(name: old.name, createdAt: old.created, projectID: old.project.flatMap { ids[ObjectIdentifier($0)] })
      })
  }
  try store.save(to: file, as: .compact)  // replaces the file as a whole
}

// snippet.open
let folder = URL.temporaryDirectory.appending(path: UUID().uuidString)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
let file = folder.appending(path: "app.motionmodel")
try move([house], [paint, sweep], to: file)
Store.default = try Store(file: file, models: [Project.self, Todo.self])
let moved = Todo.where(\.projectID != nil).first?.project?.name  // => "House"
// snippet.hide
precondition(moved == "House" && Todo.pluck(\.createdAt) == [Date(timeIntervalSince1970: 86_400), .distantPast])
try move([house], [paint, sweep], to: file)
precondition(Todo.where { $0.project.isMissing }.pluck(\.name) == [""] && Project.count == 1)
try Store.default.journal?.close()
try FileManager.default.removeItem(at: folder)
