import Foundation
import MotionModel

/// A parent with a hundred children, who go when it does.
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
  /// - Parameter children: How many each of them has.
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
  /// The children of some parents, who come in turns, as they would in real life.
  static func family(parents: Int, children: Int) -> [ChildTodo] {
    (1...parents * children).map { number in
      var todo = make(number, of: parents * children)
      todo.projectID = 1 + (number - 1) % parents
      return todo
    }
  }
}
