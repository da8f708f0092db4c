package import MotionModel

/// Random edits that insert, update, delete and restore projects and todos.
package struct RandomEdits {
  package var random: SplitMix64

  package init(_ random: SplitMix64) { self.random = random }

  /// Makes some edits, each a commit unless it is made in a transaction.
  package mutating func edit(_ store: Store, count: Int) throws {
    for _ in 0..<count { try edit(store) }
  }

  private mutating func edit(_ store: Store) throws {
    let todos = store.table(Todo.self)
    let ids = todos.records.ids
    switch random.number(0...9) {
    case 0...3: try insert(store)
    case 4...6:
      guard let id = random.pickAny(ids), var todo = todos.find(id) else { return }
      change(&todo)
      try todos.save(&todo)
    case 7:
      guard let id = random.pickAny(ids) else { return }
      try todos.delete(id)
    case 8:
      guard let id = random.pickAny(ids), var todo = todos.find(id) else { return }
      try todos.delete(id)
      if random.chance(50) { change(&todo) }
      try todos.insert(&todo)
    default:
      let words = ["a", "b", "c", "d", "e"]
      var project = Project()
      project.name = random.pick(words)
      if !store.table(Project.self).records.where(\.name).eq(project.name).isEmpty {
        try store.table(Project.self).records.where(\.name).eq(project.name).deleteAll()
      } else {
        try store.table(Project.self).save(&project)
      }
    }
  }

  private mutating func insert(_ store: Store) throws {
    var todos = (0..<random.pick([1, 1, 2, 5])).map { _ in Todo("new") }
    for index in todos.indices { change(&todos[index]) }
    try store.table(Todo.self).insert(contentsOf: todos)
  }

  private mutating func change(_ todo: inout Todo) {
    if random.chance(50) { todo.name = random.pick(["one", "two", "three"]) }
    if random.chance(50) { todo.priority = random.number(0...3) }
    if random.chance(30) { todo.assignedTo = random.pick(["bob", "ann", nil]) }
  }
}

/// All projects and todos of a store, in order, and the ids of the records that conditions on its indexes find.
package struct TodoState: Equatable {
  private let todos: [Todo]
  private let projects: [Project]
  private let assigned: [[Int]]
  private let named: [[Int]]

  package init(_ store: Store) {
    let (todos, projects) = (store.table(Todo.self).records, store.table(Project.self).records)
    (self.todos, self.projects) = (todos.all, projects.all)
    assigned = ["bob", "ann", nil].map { todos.where(\.assignedTo).eq($0).ids }
    named = ["a", "b", "c", "d", "e"].map { projects.where(\.name).eq($0).ids }
  }

  /// Whether two states hold the same records, in any order.
  package func hasSameRecords(as other: TodoState) -> Bool {
    todos.sorted { $0.id < $1.id } == other.todos.sorted { $0.id < $1.id }
      && projects.sorted { $0.id < $1.id } == other.projects.sorted { $0.id < $1.id }
      && assigned.map { $0.sorted() } == other.assigned.map { $0.sorted() }
      && named.map { $0.sorted() } == other.named.map { $0.sorted() }
  }

  /// Whether each index finds the same records as a search without it.
  package var isConsistent: Bool {
    assigned == ["bob", "ann", nil].map { name in todos.filter { $0.assignedTo == name }.map(\.id) }
      && named == ["a", "b", "c", "d", "e"].map { name in projects.filter { $0.name == name }.map(\.id) }
  }
}

extension Changeset {
  /// The changeset without todos and projects that were deleted and inserted again unchanged. A difference has such
  /// changes only if the order of records changed.
  package var withoutIdle: Changeset {
    filtered(Todo.self) { !$0.columns.isEmpty }.filtered(Project.self) { !$0.columns.isEmpty }
  }
}
