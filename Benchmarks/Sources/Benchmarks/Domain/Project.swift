import Foundation
import MotionModel

/// A parent whose children are destroyed with it.
struct Project: Model {
  var id = 0
  var name = ""

  static let schema = Schema<Project> { Column(\.name) }

  struct Relations {
    let todos = HasMany<ChildTodo>(\.projectID, dependent: .destroy)
  }
  static let relations = Relations()

  /// Fills a store with parents.
  ///
  /// - Parameter children: How many children each parent has.
  static func fill(_ store: Store, parents: Int, children: Int) throws {
    try store.table(Project.self).insert(
      contentsOf: (1...parents).map { number in
        var project = Project()
        (project.id, project.name) = (number, "House no. \(number)")
        return project
      })
    try store.table(ChildTodo.self).insert(contentsOf: ChildTodo.family(parents: parents, children: children))
  }
}

extension ChildTodo {
  /// The children of several parents, interleaved rather than grouped by parent.
  static func family(parents: Int, children: Int) -> [ChildTodo] {
    (1...parents * children).map { number in
      var todo = make(number, of: parents * children)
      todo.projectID = 1 + (number - 1) % parents
      return todo
    }
  }
}
