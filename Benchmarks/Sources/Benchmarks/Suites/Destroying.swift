import MotionModel

extension Suite {
  /// Destroys a parent and all of its children.
  static let destroying = Suite(name: "destroying") { bench, _ in
    var measured: [Comparison] = []
    for children in bench.options.isQuick ? [1_000] : [1_000, 10_000, 100_000] {
      measured.append(
        try bench.compare(
          "Destroy a parent and its children", rows: children, unit: "child", [.destroy(children), .cascade(children)]))
    }
    bench.judgeGrowth(measured, atMost: 2)
  }
}

extension Contestant {
  fileprivate static func destroy(_ children: Int) -> Contestant {
    let keeper = Keeper<Store>()
    func fill() throws -> Store {
      let store = Store(notificationCenter: nil)
      try Project.fill(store, parents: 1, children: children)
      keeper.value = store
      return store
    }
    func destroy() throws {
      guard let store = keeper.value else { return }
      try store.table(Project.self).destroy(1)
    }
    return Contestant(.library, "project.destroy()", operations: children) {
      let store = try fill()
      try destroy()
      return [store.table(ChildTodo.self).records.count]
    } before: {
      _ = try fill()
    } body: {
      try destroy()
    }
  }

  fileprivate static func cascade(_ children: Int) -> Contestant {
    let keeper = Keeper<Database>()
    let todos = ChildTodo.family(parents: 1, children: children)
    func destroy() throws {
      try keeper.value?.execute("DELETE FROM todo WHERE projectID = 1")
    }
    return Contestant(.grdb, "DELETE FROM todo WHERE projectID = 1", operations: children) {
      keeper.value = try Database(todos, indexes: ["projectID"])
      try destroy()
      return [try keeper.value?.count("SELECT COUNT(*) FROM todo") ?? -1]
    } before: {
      keeper.value = try Database(todos, indexes: ["projectID"])
    } body: {
      try destroy()
    }
  }
}
