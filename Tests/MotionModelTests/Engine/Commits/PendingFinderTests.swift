import MotionModelTestSupport
import MotionModelTesting
import Testing

@testable import MotionModel

/// Finders in a transaction whose first change is pending: they answer as if it had been applied, and apply it only if their answer is long.
@Suite(.store) struct PendingFinderTests {
  private struct Stop: Error {}

  private let store = Store.current

  /// Whether the transaction of this task has a pending change, which is not in its tables yet.
  private var isPending: Bool { store.transaction?.state.withLock { $0.isPending } ?? false }

  private func fill(_ count: Int, using random: inout SplitMix64) throws {
    try Todo.insert(
      contentsOf: (1...count).map { number in
        let person = random.pick(["ann", "ben", nil])
        var todo = Todo("todo \(number)", priority: random.number(0...40), assignedTo: person)
        todo.location = "room \(random.number(1...9))"
        return todo
      })
  }

  /// Finders of few records, in many forms.
  private func answers(_ id: Int, _ priority: Int) -> [String] {
    let some = Todo.where(\.priority == priority)
    let rooms = Todo.where { $0.location == "room 3" && $0.priority < priority }
    return [
      "\(Todo.where(\.id == id).first?.name ?? "none")", "\(some.ids)", "\(some.count)", "\(some.sum(\.id))",
      "\(some.order(by: \.name, .descending).pluck(\.name))", "\(some.order(by: \.location).limit(2).ids)",
      "\(some.reversed().offset(1).limit(2).ids)", "\(some.distinct(by: \.location).ids)",
      "\(some.group(by: \.location).count().sorted { $0.key < $1.key })", "\(some.isEmpty)", "\(rooms.ids.suffix(4))",
      "\(Todo.where(\.assignedTo == nil).where(\.priority).in([priority, priority + 1]).ids)",
    ]
  }

  /// Makes a random change of one record.
  private func change(_ id: Int, _ priority: Int, _ random: inout SplitMix64) throws {
    switch random.number(0...2) {
    case 0: try Todo.create { ($0.name, $0.priority, $0.location) = ("new", priority, "room 3") }
    case 1: try Todo.find(id)?.delete()
    default:
      var todo = try #require(Todo.find(id))
      try todo.update { todo in
        todo.priority = random.pick([priority, 77])
        (todo.location, todo.name) = ("room 3", "changed")
      }
    }
  }

  @Test(arguments: 0..<shortened(60)) func `answers are those after the change was applied`(part: Int) throws {
    var random = TestSeed.generator(22_600 + part)
    try fill(400, using: &random)
    try Todo.where(\.id).in((1...30).map { _ in random.number(1...400) }).deleteAll()
    let id = random.pick(Todo.records.ids)
    let priority = try #require(Todo.find(id)).priority
    #expect(throws: Stop.self) {
      try store.inTransaction {
        try change(id, priority, &random)
        let before = answers(id, priority)
        #expect(isPending, "part \(part), seed \(TestSeed.current)")
        _ = Todo.all
        #expect(!isPending)
        #expect(before == answers(id, priority), "part \(part), seed \(TestSeed.current)")
        throw Stop()
      }
    }
    #expect(store.violation() == nil)
  }

  @Test func `a finder of many records, with code or of all records applies the change`() throws {
    var random = TestSeed.generator(22_700)
    try fill(400, using: &random)
    func isPending(after look: () -> Void) throws -> Bool {
      var isPending = false
      _ = try? store.inTransaction {
        try Todo.find(7)?.delete()
        look()
        isPending = self.isPending
        throw Stop()
      }
      return isPending
    }
    let few = try isPending { #expect(Todo.where(\.id == 7).isEmpty) }
    let all = try isPending { #expect(Todo.count == 399) }
    let many = try isPending { #expect(!Todo.where(\.priority >= 0).ids.contains(7)) }
    let code = try isPending { #expect(Todo.records.find { $0.id == 7 }.isEmpty) }
    #expect([few, all, many, code] == [true, false, false, false])
  }

  @Test func `a transaction that asks again and again applies the change`() throws {
    var random = TestSeed.generator(22_701)
    try fill(200, using: &random)
    try store.inTransaction {
      try Todo.find(7)?.delete()
      for _ in 0..<16 { #expect(Todo.where(\.id == 7).first == nil && isPending) }
      #expect(Todo.where(\.id == 7).first == nil && !isPending)
    }
    #expect(Todo.find(7) == nil)
  }

  @Test func `nested transactions see the changes around them and their own`() throws {
    var random = TestSeed.generator(22_702)
    try fill(200, using: &random)
    try store.inTransaction {
      var seven = try #require(Todo.find(7))
      try seven.update { $0.priority = 900 }
      _ = try? store.inTransaction {
        var eight = try #require(Todo.find(8))
        try eight.update { $0.priority = 900 }
        #expect(Todo.where(\.priority == 900).ids == [7, 8])
        throw Stop()
      }
      #expect(Todo.where(\.priority == 900).ids == [7])
    }
    #expect(Todo.where(\.priority == 900).ids == [7])
  }
}
