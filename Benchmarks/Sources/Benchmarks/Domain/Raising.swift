import GRDB
import MotionModel

extension MotionModel.ModelTable where Record == Todo {
  /// Finds a todo, increments its rank, and saves it.
  func raise(_ id: Int) throws {
    guard var todo = find(id) else { return }
    todo.rank &+= 1
    try save(&todo)
  }
}

extension GRDB.Database {
  /// The same in a database.
  func raise(_ id: Int) throws {
    guard var todo = try StoredTodo.fetchOne(self, key: id) else { return }
    todo.rank &+= 1
    try todo.update(self)
  }
}
