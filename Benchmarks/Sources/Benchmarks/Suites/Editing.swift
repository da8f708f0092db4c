import MotionModel
import MotionModelTransactions

extension Suite {
  /// The operations of an editor: undo a commit, or edit a branch and merge it.
  static let editing = Suite(name: "editing") { bench, worlds in
    for rows in worlds.sizes {
      let edited = try Edited(rows: rows)
      try bench.compare("Save, then undo it", rows: rows, [edited.undo])
      try bench.compare("Branch, save in it, merge", rows: rows, [edited.merge, edited.copy])
    }
  }
}

private final class Edited {
  let rows: Int
  let store = Store(notificationCenter: nil)
  var dictionary: [Int: Todo]
  private var number = 0

  init(rows: Int) throws {
    self.rows = rows
    let todos = Todo.many(rows)
    try store.table(Todo.self).insert(contentsOf: todos)
    dictionary = Dictionary(uniqueKeysWithValues: todos.map { ($0.id, $0) })
  }

  private var nextID: Int {
    number += 1
    return 1 + Int(World.scrambled(number) % UInt64(rows))
  }

  /// The first call creates the history, and it is freed with the contestant, so that it does not slow down others.
  var undo: Contestant {
    let (store, table) = (store, store.table(Todo.self))
    let keeper = Keeper<UndoHistory>()
    return Contestant(.library, "table.save(&todo), history.undo()") {
      if keeper.value == nil { keeper.value = UndoHistory(of: store) }
      try table.raise(self.nextID)
      try keeper.value?.undo()
    }
  }

  var merge: Contestant {
    let store = store
    func edit(_ id: Int) throws {
      let draft = store.branch()
      try draft.table(Todo.self).raise(id)
      try draft.merge()
    }
    return Contestant(.library, "store.branch(), save in it, draft.merge()") {
      try edit(1)
      return [store.table(Todo.self).find(1)?.rank ?? 0]
    } body: {
      try edit(self.nextID)
    }
  }

  var copy: Contestant {
    func edit(_ id: Int) {
      var draft = self.dictionary
      draft[id]?.rank &+= 1
      self.dictionary = draft
    }
    return Contestant(.hand, "copy the dictionary, change the copy, put it in place") {
      edit(1)
      return [self.dictionary[1]?.rank ?? 0]
    } body: {
      edit(self.nextID)
    }
  }
}
