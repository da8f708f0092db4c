import MotionModel
import MotionModelLive
import MotionModelTestSupport
import Testing

struct LiveCollectionDifferenceTests {
  let store = Store(notificationCenter: nil)
  var todos: ModelTable<Todo> { store.table(Todo.self) }

  @Test func `a difference names what was removed and inserted, and what belongs together`() throws {
    try todos.insert(contentsOf: ["a", "b", "c", "d"].enumerated().map { Todo($1, priority: $0) })
    let changes = Collector<LiveChange<Todo>>()
    let observation = todos.order(by: \.priority).live().onChange { changes.add($0) }
    try store.coalesced {
      try todos.where(\.name).eq("b").deleteAll()
      try todos.create(Todo("e", priority: 9))
      try todos.where(\.name).eq("a").updateAll { $0.priority = 5 }
      try todos.where(\.name).eq("c").updateAll { $0.location = "here" }
    }
    let difference = try #require(changes.values.first).difference
    #expect(difference.removals.map(\.text) == ["0 a, with 2", "1 b", "2 c, with 0"])
    #expect(difference.insertions.map(\.text) == ["0 c, with 2", "2 a, with 0", "3 e"])
    observation.cancel()
  }

  @Test(arguments: 0..<20) func `a difference, applied to the records before it, gives those after it`(part: Int) throws
  {
    var random = TestSeed.generator(part + 7000)
    var commits = RandomCommits(TestSeed.generator(part + 8000), undoing: store)
    for _ in 0..<random.pick([0, 5, 40]) { try commits.commit(to: store) }
    let finder = Finder<Todo>.random(in: store, using: &random)
    let faults = Collector<String>()
    let observation = finder.live().onChange { change in
      let (before, after) = (Array(change.before), Array(change.after))
      if before.applying(change.difference) != after { faults.add("\(change)") }
      // The same, step by step.
      var records = before
      for step in change.difference {
        switch step {
        case .remove(let offset, let element, _):
          if records.remove(at: offset) != element { faults.add("\(change) removes another record") }
        case .insert(let offset, let element, _): records.insert(element, at: offset)
        }
      }
      if records != after { faults.add("\(change), step by step") }
      if change.difference.removals.contains(where: { !$0.isPaired(in: before, after) }) {
        faults.add("\(change) pairs other records")
      }
    }
    for step in 0..<40 {
      try commits.commit(to: store)
      try #require(faults.values == [], "seed \(TestSeed.current), part \(part), step \(step), \(finder)")
    }
    observation.cancel()
  }
}

extension CollectionDifference<Todo>.Change {
  fileprivate var text: String {
    switch self {
    case .remove(let offset, let todo, let other), .insert(let offset, let todo, let other):
      "\(offset) \(todo.name)" + (other.map { ", with \($0)" } ?? "")
    }
  }

  /// Whether a removed record is associated with the same record after the change; if it is gone, with none.
  fileprivate func isPaired(in before: [Todo], _ after: [Todo]) -> Bool {
    guard case .remove(let offset, _, let other) = self else { return false }
    guard let other else { return !after.contains { $0.id == before[offset].id } }
    return after[other].id == before[offset].id
  }
}
