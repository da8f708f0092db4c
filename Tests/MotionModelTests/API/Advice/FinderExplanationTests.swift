import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// A house of flats, for conditions on related records.
struct House: Model {
  var id = 0
  var street = ""

  static let schema = Schema<House> { Column(\.street) }
  struct Relations { let flats = HasMany<Flat>(\.houseID) }
  static let relations = Relations()

  init() {}
}

struct Flat: Model {
  var id = 0
  var floor = 0
  var rent: Double?
  var houseID: Int?

  static let schema = Schema<Flat> {
    Column(\.floor)
    Column(\.rent)
    Column(\.houseID, .indexed)
  }
  struct Relations { let house = BelongsTo<House>(\.houseID) }
  static let relations = Relations()

  init() {}
}

@Suite(.ownStore)
struct FinderExplanationTests {
  @Test func `the conditions that a record fails are named with its values`() throws {
    let todo = try Todo.create(Todo("Walk the dog", priority: 1, assignedTo: "bob"))
    let finder = Todo.where(\.priority > 2 && \.assignedTo == "bob").limit(10)
    let explanation = finder.explain(todo)
    #expect(!explanation.isFound && explanation.outcome == .excluded && explanation.unsavedColumns.isEmpty)
    #expect(explanation.reasons.map(\.description) == ["✗ priority > 2 (it is 1)"])
    #expect(
      explanation.description == """
        Todo \(todo.id) is not found: it does not meet the conditions.
        ✗ priority > 2 && assignedTo == "bob"
          ✗ priority > 2 (it is 1)
          ✓ assignedTo == "bob" (it is "bob")
        path: \(finder.plan)
        """)
    #expect(explanation.condition.kind == .all && explanation.condition.parts.map(\.isMet) == [false, true])
    #expect(finder.explain(todo.id) == explanation && finder.explain(77) == nil)
  }

  @Test func `a record that is found has its index and its reasons`() throws {
    let todos = try Store.current.table(Todo.self).insert(contentsOf: [Todo("a"), Todo("b", priority: 2), Todo("c")])
    let explanation = Todo.order(by: \.name).where(\.priority > 1 || \.name == "c").explain(todos[2])
    #expect(explanation.outcome == .found(index: 1) && explanation.isFound && explanation.plan.access == .scan)
    #expect(explanation.reasons.map(\.words) == [#"name == "c""#])
    #expect("\(explanation)".hasPrefix("Todo \(todos[2].id) is found at index 1.\n✓ "))
    #expect(
      Todo.records.explain(todos[0]).description
        == "Todo \(todos[0].id) is found at index 0.\npath: \(Todo.records.plan)")
  }

  @Test func `negations, nil, NaN, strings and closures are explained`() throws {
    let todo = try Todo.create { ($0.name, $0.tags) = ("Sweep", ["home"]) }
    func reasons(_ predicate: RecordPredicate<Todo>) -> [String] {
      Todo.where(predicate).explain(todo).reasons.map(\.description)
    }
    #expect(reasons(!(\.name == "Sweep")) == [#"✓ name == "Sweep" (it is "Sweep")"#])
    #expect(
      reasons(\.dueDate > .distantFuture) == [
        "✗ dueDate > \(AttributeValue.date(.distantFuture)) (it is \(AttributeValue.date(todo.dueDate ?? .now)))"
      ])
    #expect(reasons(\.projectID > 3) == ["✗ projectID > 3 (it is nil; nil is neither less nor greater)"])
    #expect(reasons(\.assignedTo == nil) == ["✓ assignedTo == nil (it is nil)"])
    #expect(
      Todo.where(\.name).contains("dog").explain(todo).reasons.map(\.description) == [
        #"✗ name contains "dog" (it is "Sweep")"#
      ])
    #expect(reasons(RecordPredicate { $0.priority > 0 }) == ["✗ code"])
    #expect(Todo.where { $0.name.count > 7 }.explain(todo).reasons.map(\.value) == [.int(5)])
    #expect(reasons(.none) == ["✗ false"])
    let flat = try Flat.create { $0.rent = .nan }
    #expect(Flat.where(\.rent < 5).explain(flat).reasons[0].note == "NaN is neither less nor greater")
  }

  @Test func `conditions on related records show on which part of them they fail`() throws {
    let house = try House.create { $0.street = "Elm Street" }
    for floor in 0..<5 { try Flat.create { ($0.floor, $0.houseID) = (floor, house.id) } }
    let none = House.where { $0.flats.any { $0.floor > 7 } }.explain(house)
    let condition = try #require(none.reasons.first)
    #expect(condition.kind == .related && condition.relatedCount == 5 && condition.related.count == 3)
    #expect(condition.related[1].condition.reasons.map(\.description) == ["✗ floor > 7 (it is 1)"])
    #expect("\(none)".contains("Flat 2\n"))
    let some = House.where { $0.flats.any { $0.floor > 3 } }.explain(house)
    #expect(some.isFound && some.reasons[0].related.map(\.condition.reasons[0].value) == [.int(4)])
    let flat = try #require(Flat.first)
    let parent = Flat.where { $0.house.street == "Oak Street" }.explain(flat)
    #expect(parent.reasons.map(\.relatedCount) == [1] && !parent.isFound)
    #expect(House.where { $0.flats.count > 7 }.explain(house).reasons.map(\.value) == [.int(5)])
  }

  @Test func `a record that is not stored is told from one that differs from the stored one`() throws {
    var todo = Todo("new", priority: 3)
    todo.id = 99
    let missing = Todo.where(\.priority > 2).explain(todo)
    #expect(missing.outcome == .notStored && missing.condition.isMet)
    try todo.save()
    todo.priority = 1
    let edited = Todo.where(\.priority > 2).explain(todo)
    #expect(edited.isFound && edited.unsavedColumns == ["priority"])
    #expect("\(edited)".contains("The record that was given differs from the stored one in priority."))
  }

  @Test func `windows, pages and distinct values are reasons too`() throws {
    let todos = try Store.current.table(Todo.self).insert(contentsOf: [
      Todo("a", priority: 1), Todo("b", priority: 1), Todo("c", priority: 2), Todo("d", priority: 3),
    ])
    let finder = Todo.order(by: \.name)
    #expect(finder.offset(2).explain(todos[1]).outcome == .beforeOffset(index: 1, offset: 2))
    #expect(finder.offset(1).limit(1).explain(todos[2]).outcome == .behindLimit(index: 2, limit: 1))
    #expect(finder.limit(3).explain(todos[2]).outcome == .found(index: 2))
    #expect(finder.distinct(by: \.priority).explain(todos[1]).outcome == .duplicate(id: "\(todos[0].id)"))
    #expect(finder.distinct(by: \.priority).explain(todos[2]).outcome == .found(index: 1))
    #expect("\(finder.offset(2).explain(todos[1]))".contains("its index is 1, and the offset is 2."))
    #expect("\(finder.limit(1).explain(todos[1]))".contains("its index is 1, and the limit is 1."))
    #expect("\(FinderExplanation.Outcome.duplicate(id: "7"))".contains("record 7 comes first"))
    #expect("\(FinderExplanation.Outcome.beforePage)" == "is not found: it comes before the page.")
    #expect("\(FinderExplanation.Outcome.notStored)".contains("no record with this id is stored"))
  }

  @Test(arguments: 0..<10) func `an explanation agrees with the finder for every record`(part: Int) throws {
    var random = TestSeed.generator(1400 + part)
    for _ in 0..<30 {
      try Todo.create {
        ($0.priority, $0.done) = (random.number(0...3), random.chance(50))
        $0.assignedTo = random.pick(["ann", "bob", nil])
      }
    }
    func predicate(_ depth: Int) -> RecordPredicate<Todo> {
      switch random.number(0...(depth == 0 ? 2 : 5)) {
      case 0: \.priority > random.number(0...3)
      case 1: \.assignedTo == random.pick(["ann", "bob", nil])
      case 2: \.done == random.chance(50)
      case 3: !predicate(depth - 1)
      case 4: predicate(depth - 1) && predicate(depth - 1)
      default: predicate(depth - 1) || predicate(depth - 1)
      }
    }
    for _ in 0..<10 {
      let order = Todo.where(predicate(3)).order(by: \.priority, random.pick([.ascending, .descending]))
      var finder = order.offset(random.number(0...2)).limit(random.number(0...20))
      if random.chance(30) { finder = finder.distinct(by: \.priority) }
      let found = finder.ids
      for todo in Todo.all {
        let explanation = finder.explain(todo)
        try #require(explanation.isFound == found.contains(todo.id), "part \(part), seed \(TestSeed.current)")
        #expect(explanation.condition.isMet == finder.matches(todo) && !explanation.reasons.isEmpty)
      }
    }
  }
}
