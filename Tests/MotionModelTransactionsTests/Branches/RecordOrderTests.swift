import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import Testing

/// Records keep their order in merged and updated branches, in past states of a store, and in replicas of it.
@Suite struct RecordOrderTests {
  /// A string as id, so that nothing is renumbered.
  struct Word: Model, Equatable {
    var id = ""
    var note = ""
    static let schema = Schema<Word> { Column(\.note) }
  }

  private func insert(_ ids: [String], into store: Store) throws {
    try store.table(Word.self).insert(
      contentsOf: ids.map { id in
        var word = Word()
        word.id = id
        return word
      })
  }

  private func ids(_ store: Store?) -> [String]? { store?.table(Word.self).records.ids }

  @Test(arguments: 0..<40) func `random steps of a branch`(part: Int) throws {
    var random = TestSeed.generator(43_000 + part)
    let store = Store(notificationCenter: nil)
    try insert(["a", "b"], into: store)
    let branch = store.branch()
    let history = StoreHistory(of: branch.store, keeping: .count(100))
    let undo = UndoHistory(of: branch.store)
    let replica = branch.store.branch().store
    let commits = Collector<Changeset>()
    let observation = branch.store.observeCommits { commits.add($0) }
    var states = [branch.store.commitCount: ids(branch.store)]
    var text: [String] = []
    for number in 0..<40 {
      let count = commits.values.count
      let before = ids(branch.store)
      let step = random.number(0...6)
      text.append("\(step)")
      switch step {
      case 0: try insert(["s\(number)"], into: store)
      case 1: try insert(["b\(number)", "c\(number)"], into: branch.store)
      case 2: if let id = random.pickAny(ids(store) ?? []) { try store.table(Word.self).delete(id) }
      case 3: if let id = random.pickAny(ids(branch.store) ?? []) { try branch.table(Word.self).delete(id) }
      case 4: try branch.update(.ours)
      case 5: try branch.merge(.ours)
      default:
        guard let word = random.pickAny(branch.table(Word.self).records.all) else { break }
        try branch.store.transaction {
          var word = word
          try branch.table(Word.self).delete(word.id)
          try branch.table(Word.self).insert(&word)
        }
      }
      let place: Comment = "after \(text), part \(part), seed \(TestSeed.current)"
      for commit in commits.values.dropFirst(count) { try replica.apply(commit) }
      #expect(ids(replica) == ids(branch.store), place)
      #expect(branch.store.commitCount == commits.values.last?.id ?? 0 || commits.values.isEmpty, place)
      states[branch.store.commitCount] = ids(branch.store)
      for (commit, ids) in states where history.commits.contains(commit) {
        #expect(try self.ids(history.store(at: commit)) == ids, "at \(commit), \(place)")
      }
      guard let last = commits.values.dropFirst(count).last, commits.values.count == count + 1 else { continue }
      let after = ids(branch.store)
      try replica.apply(last.inverted)
      #expect(ids(replica) == before, place)
      try replica.apply(last)
      #expect(ids(replica) == after, place)
      if !random.chance(30) { continue }
      for commit in [try undo.undo(), try undo.redo()] { try replica.apply(commit) }
      #expect(ids(branch.store) == after, place)
      states = [branch.store.commitCount: ids(branch.store)]
    }
    observation.cancel()
  }

  @Test func `a record that is deleted and inserted in one changeset moves to the end, wherever it is applied`()
    throws
  {
    let (store, other) = (Store(notificationCenter: nil), Store(notificationCenter: nil))
    for store in [store, other] { try insert(["a", "b", "c"], into: store) }
    let commits = Collector<Changeset>()
    let observation = store.observeCommits { commits.add($0) }
    try store.transaction {
      var word = try #require(store.table(Word.self).find("a"))
      try store.table(Word.self).delete("a")
      try store.table(Word.self).insert(&word)
    }
    let moved = try #require(commits.values.first)
    try other.apply(moved)
    #expect(ids(store) == ["b", "c", "a"])
    #expect(ids(other) == ["b", "c", "a"])
    try other.apply(moved.inverted)
    #expect(ids(other) == ["a", "b", "c"])
    observation.cancel()
  }

  @Test func `a record that a branch moves stays after the records before it, though the parent deleted it`() throws {
    let store = Store(notificationCenter: nil)
    try insert(["a"], into: store)
    let branch = store.branch()
    try store.table(Word.self).delete("a")
    try insert(["b"], into: branch.store)
    try branch.table(Word.self).delete("a")
    var again = Word(id: "a", note: "again")
    try branch.table(Word.self).insert(&again)
    try branch.merge(.ours)
    #expect(ids(store) == ["b", "a"])
    #expect(ids(branch.store) == ["b", "a"])
  }

  @Test func `an update of a branch without new changes is not a commit`() throws {
    let store = Store(notificationCenter: nil)
    try insert(["a"], into: store)
    let branch = store.branch()
    try insert(["b"], into: store)
    try store.table(Word.self).delete("b")
    let count = branch.store.commitCount
    try branch.update()
    #expect(branch.store.commitCount == count)
  }
}
