import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// All spellings of a condition must find the records that the plain Swift condition finds.
@Suite struct FinderSpellingTests {
  private typealias World<Indexing: AllTypesIndexing> = FinderWorld<Indexing>

  @Test(arguments: 0..<3) func `all spellings of a condition agree without an index`(part: Int) throws {
    try spellings(Unindexed.self, 100 + part)
  }

  @Test(arguments: 0..<3) func `all spellings of a condition agree with indexes`(part: Int) throws {
    try spellings(Indexed.self, 100 + part)
  }

  @Test(.ownStore) func `reversed returns a finder, or an array where the context requires one`() throws {
    try Todo.insert(contentsOf: ["b", "a", "c"].map { Todo($0) })
    let plain = Todo.order(by: \.name).reversed()
    let finder: Finder<Todo> = Todo.order(by: \.name).reversed()
    let array: [Todo] = Todo.order(by: \.name).reversed()
    let reversed: ReversedCollection<[Todo]> = Todo.order(by: \.name).all.reversed()
    #expect(plain.limit(2).all.map(\.name) == ["c", "b"])
    #expect(finder.all.map(\.name) == ["c", "b", "a"])
    #expect(array == finder.all)
    #expect(Array(reversed) == array)
    #expect(Todo.records.reversed().first?.name == "c")
    for todo in Todo.records.reversed().limit(1) { #expect(todo.name == "c") }
    func last<Chain: FinderChain>(of chain: Chain) -> Finder<Chain.Record> { chain.reversed().limit(1) }
    #expect(last(of: Todo.records).all.map(\.name) == ["c"])
    let board = try Board.create { $0.name = "one" }
    try board.cards.append(contentsOf: [Card("a"), Card("b")])
    let cards = board.cards.reversed()
    let list: [Card] = board.cards.reversed()
    #expect(cards.limit(1).all.map(\.title) == ["b"])
    #expect(list.map(\.title) == ["b", "a"])
  }

  @Test(.ownStore) func `reversed returns the same records as a finder and as an array`() throws {
    try Todo.insert(contentsOf: ["b", "a", "c", "a"].map { Todo($0) })
    let finders: [Finder<Todo>] = [
      Todo.order(by: \.name).limit(2), Todo.order(by: \.name).offset(1), Todo.records.limit(2),
      Todo.records.distinct(by: \.name), Todo.order(by: \.name).reversed().limit(3),
    ]
    for finder in finders {
      let array: [Todo] = finder.reversed()
      #expect(array == finder.reversed().all, "\(finder)")
      var seen: [Todo] = []
      for todo in finder.reversed() { seen.append(todo) }
      #expect(seen == array, "\(finder)")
    }
    let table: [Todo] = Store.current.table(Todo.self).reversed()
    #expect(table.map(\.id) == [4, 3, 2, 1])
  }

  private func spellings<Indexing: AllTypesIndexing>(_ indexing: Indexing.Type, _ part: Int) throws {
    var world = try FinderWorld<Indexing>(part: part, size: 300)
    for _ in 0..<10 {
      numbers(&world)
      texts(&world)
      optionals(&world)
      combinations(&world)
    }
  }

  private func check<Indexing: AllTypesIndexing>(
    _ world: FinderWorld<Indexing>, _ spellings: [Finder<AllTypesRecord<Indexing>>], _ operand: Any,
    location: SourceLocation = #_sourceLocation, _ isMet: (AllTypesRecord<Indexing>) -> Bool
  ) {
    let expected = world.rows.filter(isMet).map(\.id)
    let comment = Comment(rawValue: "\(exactText(operand)), seed \(TestSeed.current)")
    for (number, finder) in spellings.enumerated() {
      #expect(finder.ids == expected, "spelling \(number), \(comment)", sourceLocation: location)
    }
  }

  private func numbers<Indexing: AllTypesIndexing>(_ world: inout FinderWorld<Indexing>) {
    let records = world.records
    let number = Int.nasty(using: &world.random)
    check(
      world,
      [
        records.where(\.int).gt(number), records.where(\.int > number), records.where { $0.int > number },
        records.where(#Predicate { $0.int > number }), records.where(#Predicate { number < $0.int }),
        records.find { $0.int > number },
      ], number
    ) { $0.int > number }
    check(
      world,
      [
        records.where(\.int).eq(number), records.where(\.int == number), records.where { $0.int == number },
        records.where(#Predicate { $0.int == number }), records.find { $0.int == number },
      ], number
    ) { $0.int == number }
    let (low, high) = (min(number, 3), max(number, 3))
    check(
      world,
      [
        records.where(\.int).between(low...high), records.where { $0.int.between(low...high) },
        records.where { $0.int >= low && $0.int <= high }, records.where(\.int).gte(low).and(\.int).lte(high),
        records.where(#Predicate { (low...high).contains($0.int) }), records.find { (low...high).contains($0.int) },
      ], number
    ) { (low...high).contains($0.int) }
    let fraction = Double.nasty(using: &world.random)
    check(
      world,
      [
        records.where(\.double).lte(fraction), records.where(\.double <= fraction),
        records.where { $0.double <= fraction }, records.where(#Predicate { $0.double <= fraction }),
        records.find { $0.double <= fraction },
      ], fraction
    ) { $0.double <= fraction }
  }

  private func texts<Indexing: AllTypesIndexing>(_ world: inout FinderWorld<Indexing>) {
    let records = world.records
    let text = String.nasty(using: &world.random)
    check(
      world,
      [
        records.where(\.string).ne(text), records.where(\.string != text), records.where { $0.string != text },
        records.where(#Predicate { $0.string != text }), records.find { $0.string != text },
        records.where(\.string == text).not(), records.not(\.string == text),
      ], text
    ) { $0.string != text }
    let part = String(text.prefix(2))
    check(
      world,
      [
        records.where(\.string).contains(part), records.where { $0.string.contains(part) },
        records.where(#Predicate { $0.string.contains(part) }), records.find { PlainText.contains($0.string, part) },
      ], part
    ) { PlainText.contains($0.string, part) }
    check(
      world,
      [
        records.where(\.string).startsWith(text), records.where { $0.string.startsWith(text) },
        records.find { $0.string.hasPrefix(text) },
      ], text
    ) { $0.string.hasPrefix(text) }
  }

  private func optionals<Indexing: AllTypesIndexing>(_ world: inout FinderWorld<Indexing>) {
    let records = world.records
    let text = String?.nasty(using: &world.random)
    check(
      world,
      [
        records.where(\.maybeString).eq(text), records.where(\.maybeString == text),
        records.where { $0.maybeString == text }, records.where(#Predicate { $0.maybeString == text }),
        records.find { $0.maybeString == text },
      ], text as Any
    ) { $0.maybeString == text }
    check(
      world,
      [
        records.where(\.maybeInt).isNil, records.where(\.maybeInt == nil), records.where { $0.maybeInt == nil },
        records.where { $0.maybeInt.isNil }, records.where(#Predicate { $0.maybeInt == nil }),
        records.find { $0.maybeInt == nil }, records.where(\.maybeInt).isNotNil.not(),
      ], "nil"
    ) { $0.maybeInt == nil }
    let list = (0..<3).map { _ in Int?.nasty(using: &world.random) }
    check(
      world,
      [
        records.where(\.maybeInt).in(list), records.where { $0.maybeInt.in(list) },
        records.where(#Predicate { list.contains($0.maybeInt) }), records.find { list.contains($0.maybeInt) },
      ], list
    ) { list.contains($0.maybeInt) }
  }

  private func combinations<Indexing: AllTypesIndexing>(_ world: inout FinderWorld<Indexing>) {
    let records = world.records
    let (number, text, flag) = (
      Int8.nasty(using: &world.random), String?.nasty(using: &world.random), Bool.nasty(using: &world.random)
    )
    check(
      world,
      [
        records.where(\.int8).gt(number).and(\.maybeString).eq(text).or(\.bool).eq(flag),
        records.where(\.int8 > number && \.maybeString == text || \.bool == flag),
        records.where { $0.int8 > number && $0.maybeString == text || $0.bool == flag },
        records.where(#Predicate { $0.int8 > number && $0.maybeString == text || $0.bool == flag }),
        records.find { $0.int8 > number && $0.maybeString == text || $0.bool == flag },
        records.where(\.int8 > number).and(records.where(\.maybeString == text)).or(records.where(\.bool == flag)),
      ], [number, text as Any, flag] as [Any]
    ) { $0.int8 > number && $0.maybeString == text || $0.bool == flag }
    check(
      world,
      [
        records.where(!(\.int8 > number && (\.maybeString == text || \.bool == flag))),
        records.where { !($0.int8 > number && ($0.maybeString == text || $0.bool == flag)) },
        records.where(#Predicate { !($0.int8 > number && ($0.maybeString == text || $0.bool == flag)) }),
        records.where(\.maybeString == text || \.bool == flag).and(\.int8).gt(number).not(),
      ], [number, text as Any, flag] as [Any]
    ) { !($0.int8 > number && ($0.maybeString == text || $0.bool == flag)) }
  }
}
