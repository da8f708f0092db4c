import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

@Suite(.ownStore) struct FinderOrderTests {
  /// Creates todos whose columns have few different values, so that many todos are equal in a column.
  private func makeTodos(_ random: inout SplitMix64) throws -> [Todo] {
    try Todo.insert(
      contentsOf: (0..<120).map { _ in
        var todo = Todo(random.pick(["a", "b", "B", "ä", ""]), priority: random.number(-1...1))
        todo.assignedTo = random.pick([nil, "bob", "eve"])
        todo.done = random.chance(50)
        return todo
      })
  }

  @Test(arguments: 0..<4) func `sort descriptors order as they sort an array, and mix with columns`(part: Int) throws {
    var random = TestSeed.generator(500 + part)
    let todos = try makeTodos(&random)
    let comment = Comment(rawValue: "seed \(TestSeed.current)")
    for first in [SortDescriptor<Todo>(\.name), SortDescriptor(\.name, order: .reverse), SortDescriptor(\.assignedTo)] {
      for second in [SortDescriptor<Todo>(\.priority), SortDescriptor(\.priority, order: .reverse)] {
        let sorted = todos.sorted(using: [first, second])
        #expect(Todo.records.order(by: first, second).all == sorted, comment)
        #expect(Todo.order(by: first).order(by: second).limit(7).all == Array(sorted.prefix(7)), comment)
        #expect(
          Todo.order(by: \.done, .descending).order(by: first, second).ids
            == todos.sorted(using: [first, second]).filter(\.done).map(\.id)
            + todos.sorted(using: [first, second]).filter { !$0.done }.map(\.id), comment)
      }
    }
    #expect(Todo.records.order(by: SortDescriptor(\.name)).unordered().all == todos)
    #expect(Todo.order(by: \.name).reversed().unordered().ids == todos.map(\.id))
  }

  @Test func `sort descriptors of columns are read, and equal others that say the same`() {
    func finders() -> [Finder<Todo>] {
      [
        Todo.order(by: SortDescriptor(\.priority)), Todo.order(by: SortDescriptor(\.priority, order: .reverse)),
        Todo.order(by: SortDescriptor(\.assignedTo)), Todo.order(by: SortDescriptor(\.name, comparator: .lexical)),
        Todo.order(by: SortDescriptor(\.name, comparator: .lexical, order: .reverse)),
        Todo.order(by: SortDescriptor(\.name.count)),
      ]
    }
    #expect(finders() == finders() && Set(finders()).count == 6)
    #expect(finders().map(\.plan.callsCode) == [false, false, false, true, true, true])
    #expect(finders()[0] == Todo.order(by: \.priority) && finders()[1] == Todo.order(by: \.priority, .descending))
    #expect(finders()[2] == Todo.order(by: \.assignedTo, nils: .first))
  }

  @Test func `a comparator is not called when records are only counted`() throws {
    try Todo.insert(contentsOf: (0..<10).map { Todo("\($0)", priority: $0) })
    let ordered = Todo.where(\.priority > 2).order { _, _ in fatalError("an order was asked") }
    #expect(ordered.count == 7)
    #expect(ordered.reversed().limit(5).offset(1).count == 5)
    #expect(ordered.exists)
    #expect(ordered.where(\.priority > 20).isEmpty)
  }

  @Test(arguments: 0..<4) func `of records with equal values in several columns the first is kept`(part: Int) throws {
    struct Key: Hashable { let name: String, assignedTo: String?, priority: Int }
    var random = TestSeed.generator(510 + part)
    let todos = try makeTodos(&random)
    var seen: Set<Key> = []
    func isFirst(_ todo: Todo, priority: Int) -> Bool {
      seen.insert(Key(name: todo.name, assignedTo: todo.assignedTo, priority: priority)).inserted
    }
    let pairs = todos.filter { isFirst($0, priority: 0) }
    #expect(Todo.distinct(by: \.name, \.assignedTo).all == pairs, "seed \(TestSeed.current)")
    seen = []
    let triples = todos.reversed().filter { isFirst($0, priority: $0.priority) }
    let finder = Todo.records.reversed().distinct(by: \.name, \.assignedTo, \.priority)
    #expect(finder.all == triples && finder.count == triples.count, "seed \(TestSeed.current)")
    #expect(finder.offset(3).limit(4).all == Array(triples.dropFirst(3).prefix(4)), "seed \(TestSeed.current)")
  }

  @Test func `a finder describes its query`() {
    let finder = Todo.where(\.priority > 2 && \.assignedTo == "bob" || \.name != "x").not(\.dueDate == nil)
      .order(by: \.name, .descending).order(by: \.dueDate, nils: .first).reversed().distinct(by: \.name, \.done)
      .offset(2).limit(5)
    #expect(
      "\(finder)" == #"Todo where ((priority > 2 && assignedTo == "bob") || name != "x") && !(dueDate == nil) "#
        + "order by name descending, dueDate nil first reversed distinct by name, done offset 2 limit 5")
    #expect("\(Todo.records)" == "Todo")
    #expect("\(Todo.where(\.assignedTo).in(["a", nil]))" == #"Todo where assignedTo in ["a", nil]"#)
    #expect(
      "\(Todo.where(\.name).like("a%", caseSensitive: false))" == #"Todo where name like "a%" (case-insensitive)"#)
    #expect("\(Todo.find { $0.done }.order { $0.id < $1.id })" == "Todo where code order by code")
    #expect("\(Todo.where(\.priority).between(1, 3))" == "Todo where priority >= 1 && priority <= 3")
    #expect("\(RecordPredicate<Todo>.none || \.done == true)" == "false || done == true")
  }
}
