import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

/// Laws that hold for all changesets, tested on random stores.
@Suite struct ChangesetLawTests {
  /// Returns a store with a few records, and the random edits to change it further.
  private func world(_ part: Int) throws -> (store: Store, edits: RandomEdits) {
    let store = try Store.forTest(.clock(step: 1), .notificationCenter(nil))
    var edits = RandomEdits(TestSeed.generator(31_000 + part))
    try edits.edit(store, count: 12)
    return (store, edits)
  }

  /// Makes random edits, in one transaction or in several commits, and returns their changeset.
  private func changeset(_ store: Store, _ edits: inout RandomEdits, count: Int = 8) throws -> Changeset {
    let commits = Collector<Changeset>()
    let observation = store.observeCommits { commits.add($0) }
    if edits.random.chance(50) {
      try store.inTransaction { try edits.edit(store, count: count) }
    } else {
      try edits.edit(store, count: count)
    }
    observation.cancel()
    return commits.values.reduce(.empty) { $0.composed(with: $1) }
  }

  @Test(arguments: 0..<60) func `applying a changeset and its inverse is the identity`(part: Int) throws {
    var (store, edits) = try world(part)
    for round in 0..<4 {
      let before = TodoState(store)
      let changeset = try changeset(store, &edits)
      let after = TodoState(store)
      let next = try nextID(store)
      let place = Comment("round \(round), part \(part), seed \(TestSeed.current)")
      try store.apply(changeset.inverted)
      try #require(TodoState(store) == before, place)
      try #require(try nextID(store) == next, place)
      try store.apply(changeset)
      try #require(TodoState(store) == after && after.isConsistent, place)
      try #require(changeset.inverted.inverted == changeset, place)
      try #require(changeset.composed(with: changeset.inverted).isEmpty, place)
    }
  }

  /// Returns the id that the next todo would get.
  private func nextID(_ store: Store) throws -> Int {
    let fork = store.fork()
    var todo = Todo("next")
    try fork.table(Todo.self).insert(&todo)
    return todo.id
  }

  @Test(arguments: 0..<60) func `composing is associative and equals applying one after the other`(part: Int) throws {
    var (store, edits) = try world(100 + part)
    let base = store.fork()
    let before = base.snapshot()
    let parts = try (0..<3).map { _ in try changeset(store, &edits) }
    let left = parts[0].composed(with: parts[1]).composed(with: parts[2])
    let right = parts[0].composed(with: parts[1].composed(with: parts[2]))
    let place = Comment("part \(part), seed \(TestSeed.current)")
    #expect(left == right, place)
    #expect(left.withoutIdle == Changeset.difference(from: before, to: store).withoutIdle, place)
    for whole in [left, right, .difference(from: before, to: store)] {
      let copy = base.fork()
      try copy.apply(whole)
      try #require(TodoState(copy) == TodoState(store), place)
      try copy.apply(whole.inverted)
      try #require(TodoState(copy) == TodoState(base), place)
    }
  }

  @Test(arguments: 0..<60) func `applying the difference of two stores makes them equal`(part: Int) throws {
    var (store, edits) = try world(200 + part)
    let other = store.fork()
    try edits.edit(store, count: 10)
    try edits.edit(other, count: 10)
    let difference = Changeset.difference(from: store, to: other)
    // Which records only move depends on the direction: new records come after the others, restored ones between them.
    #expect(Changeset.difference(from: other, to: store).withoutIdle == difference.inverted.withoutIdle)
    try store.apply(difference)
    #expect(TodoState(store).hasSameRecords(as: TodoState(other)), "part \(part), seed \(TestSeed.current)")
    #expect(Changeset.difference(from: store, to: other).filtered(kinds: [.insert, .delete]).isEmpty)
  }

  @Test(arguments: 0..<60) func `rebasing changesets that touch different records commutes`(part: Int) throws {
    var (store, edits) = try world(300 + part)
    let (one, two) = (store.fork(), store.fork())
    let ids = store.table(Todo.self).records.ids
    try change(one, ids.filter { $0 % 2 == 0 }, newIDs: 1_000, &edits.random)
    try change(two, ids.filter { $0 % 2 == 1 }, newIDs: 2_000, &edits.random)
    let (first, second) = (Changeset.difference(from: store, to: one), Changeset.difference(from: store, to: two))
    try one.apply(second.rebased(onto: first))
    try two.apply(first.rebased(onto: second))
    #expect(TodoState(one).hasSameRecords(as: TodoState(two)), "part \(part), seed \(TestSeed.current)")
    #expect(TodoState(one).isConsistent && TodoState(two).isConsistent)
  }

  /// Changes or deletes some todos, and adds others.
  private func change(_ store: Store, _ ids: [Int], newIDs: Int, _ random: inout SplitMix64) throws {
    let todos = store.table(Todo.self)
    for id in ids where random.chance(60) {
      if random.chance(30) {
        try todos.delete(id)
      } else if var todo = todos.find(id) {
        todo.priority = random.number(10...20)
        try todos.save(&todo)
      }
    }
    for id in 0..<3 {
      var todo = Todo("new")
      todo.id = newIDs + id
      try todos.insert(&todo)
    }
  }

  @Test(arguments: 0..<20) func `a changeset that is encoded and decoded is equal`(part: Int) throws {
    var random = TestSeed.generator(31_500 + part)
    let store = Store(notificationCenter: nil)
    let before = store.snapshot()
    let records = try store.table(AllTypes.self).insert(
      contentsOf: (0..<10).map { AllTypes.random($0, using: &random) })
    let middle = store.snapshot()
    for record in records.dropFirst(5) {
      var changed = AllTypes.random(record.id + 100, using: &random)
      changed.id = record.id
      try store.table(AllTypes.self).save(&changed)
    }
    try store.table(AllTypes.self).delete(records[0].id)
    for changeset in [Changeset.difference(from: before, to: middle), .difference(from: middle, to: store)] {
      let data = try JSONEncoder().encode(changeset)
      let decoded = try JSONDecoder().decode(Changeset.self, from: data, configuration: [Todo.self, AllTypes.self])
      #expect(decoded == changeset, "part \(part), seed \(TestSeed.current)")
      #expect(decoded.inverted == changeset.inverted && decoded.count == changeset.count)
      // NB: Foundation's property lists keep neither all strings nor negative zeros.
      let plist = try PropertyListEncoder().encode(changeset)
      let listed = try PropertyListDecoder().decode(Changeset.self, from: plist, configuration: [AllTypes.self])
      #expect("\(listed)" == "\(changeset)" && listed.id == changeset.id)
    }
  }
}
