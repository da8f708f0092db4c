import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// Predicates that a program builds may have any length, and up to the documented depth, also on a small stack.
///
/// This is not a concurrency suite: those run with the thread sanitizer, whose stack frames are several times as large.
@Suite(.ownStore) struct PredicateDepthTests {
  init() throws { try Leaf.insert(contentsOf: (1...300).map { Leaf(id: $0) }) }

  /// Uses a predicate in every way: finds with it, prints it, plans it, negates it, records it and frees it.
  private static func use(_ predicate: RecordPredicate<Leaf>, in store: Store) -> [Int] {
    let log = store.logFinders(slowerThan: .seconds(1_000), repeatedMoreThan: nil)
    defer { log.cancel() }
    let finder = store.table(Leaf.self).records.where(predicate)
    let ids = finder.ids
    let opposite = store.table(Leaf.self).records.where(!predicate).ids
    let some = [1, 7, 300]
    let matching = some.filter { predicate.matches(Leaf(id: $0)) }
    let isSame = matching == some.filter(Set(ids).contains) && Set(opposite).isDisjoint(with: ids)
    guard finder == finder, Set([finder, finder]).count == 1, finder.distinct(by: \.rank).count == ids.count else {
      return []
    }
    let texts = [predicate.description, finder.description, "\(finder.plan)", "\(store.indexAdvice(from: log))"]
    return isSame && opposite.count + ids.count == 300 && texts.allSatisfy { !$0.isEmpty } ? ids : []
  }

  private func check(_ expected: [Int], _ predicate: @escaping @Sendable () -> RecordPredicate<Leaf>) async {
    let store = Store.current
    #expect(await onSmallStack { Self.use(predicate(), in: store) } == expected)
  }

  @Test func `8,000 alternatives nested to the right become one list`() async {
    await check(Array(1...300)) { (1...8_000).map { \Leaf.id == $0 }.reduce(RecordPredicate<Leaf>.none) { $1 || $0 } }
  }

  @Test func `8,000 alternatives nested to the left become one list`() async {
    await check(Array(1...300)) { (1...8_000).map { \Leaf.rank == $0 }.reduce(RecordPredicate<Leaf>.none) { $0 || $1 } }
  }

  @Test func `8,000 conditions nested to either side become one list`() async {
    await check([]) { (1...8_000).map { \Leaf.id == $0 }.reduce(RecordPredicate<Leaf>.all) { $1 && $0 } }
    await check(Array(1...300)) { (1...8_000).map { \Leaf.rank != -$0 }.reduce(RecordPredicate<Leaf>.all) { $0 && $1 } }
  }

  @Test(.enabled(if: Allocations.areCounted))
  func `ten times as many conditions on the id cost at most twelve times as much`() throws {
    let records = Store.current.table(Leaf.self).records
    func bytes(_ count: Int) -> Int {
      let finder = records.where((1...count).map { \Leaf.id == $0 }.reduce(.all) { $0 && $1 })
      return Allocations.total { precondition(finder.ids.isEmpty) }
    }
    let (few, many) = (bytes(200), bytes(2_000))
    #expect(many <= few * 12, "\(few) and \(many) bytes")
  }

  @Test func `8,000 negations become one or none`() async {
    await check([7]) { (1...8_000).reduce(\Leaf.id == 7) { predicate, _ in !predicate } }
    await check((1...300).filter { $0 != 7 }) { (1...8_001).reduce(\Leaf.id == 7) { predicate, _ in !predicate } }
    #expect("\(!(!(\Leaf.rank == 7)))" == "rank == 7")
  }

  @Test func `predicates of the documented depth that alternate and with or are used on a small stack`() async {
    for depth in [98, 99] {
      await check([1, 3, 5, 7]) { Leaf.alternating(depth, \.rank) }
      await check([1, 3, 5, 7]) { Leaf.alternating(depth, \.id) }
      await check((1...300).filter { ![1, 3, 5, 7].contains($0) }) { !Leaf.alternating(depth, \.rank) }
    }
    let store = Store.current
    #expect(
      await onSmallStack { store.table(Leaf.self).records.where(Leaf.alternating(100, \.rank)).ids } == [1, 3, 5, 7])
  }

  @Test func `predicates with a negation at each step are used on a small stack`() async {
    let expected = Leaf.matching(Leaf.negating(50))
    #expect((1..<300).contains(expected.count))
    await check(expected) { Leaf.negating(50) }
  }

  @Test func `the condition of an index alternates as deep as is documented`() async throws {
    let store = Store.current
    let ids = await onSmallStack {
      let condition = Leaf.alternating(98, \.rank)
      guard (try? store.addIndex(Index<Leaf>(\.rank, where: condition))) != nil,
        (try? store.table(Leaf.self).records.where(condition).updateAll { $0.rank += 0 }) != nil
      else { return [Int]() }
      return store.table(Leaf.self).records.where(condition && \.rank == 3).ids
    }
    #expect(ids == [3])
  }

  @Test(arguments: [2, 49, 50, 51, 100, 101, 250])
  func `conditions of Foundation that are deeper are evaluated`(depth: Int) {
    let predicate = Leaf.foundation(depth)
    #expect(Leaf.where(predicate).ids == (depth == 2 ? [1, 3] : [1, 3, 5, 7]))
    #expect(Leaf.where(!RecordPredicate(predicate)).count == 300 - Leaf.where(predicate).count)
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `a predicate that is one step deeper traps with a message`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        print(Leaf.alternating(101, \.rank))
      }
      expectSentence("A predicate is nested more than 100 deep", result)
      await #expect(processExitsWith: .failure) { print(!Leaf.alternating(100, \.rank)) }
    }
  #endif

  @Test(arguments: 0..<20) func `random predicates find what a plain closure finds`(part: Int) {
    var random = TestSeed.generator(1_300 + part)
    for _ in 0..<20 {
      let (predicate, test) = Leaf.random(&random, depth: 12)
      let expected = (1...300).filter { test(Leaf(id: $0)) }
      #expect(Leaf.where(predicate).ids == expected, "\(predicate), seed \(TestSeed.current)")
      #expect(Leaf.matching(predicate) == expected, "\(predicate), seed \(TestSeed.current)")
    }
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `relations that lead through one another in a circle trap with a message`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var person = Circular()
        try Store().table(Circular.self).insert(&person)
        Store.with(Store()) { print(person.friends.count) }
      }
      expectSentence("A relation of Circular to Circular goes through others in a circle", result)
    }

    @Test func `a relation whose condition refers to itself traps with a message`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var person = Circular()
        try Store().table(Circular.self).insert(&person)
        Store.with(Store()) { print(person.parents.count) }
      }
      expectSentence("what a relation chooses must not ask for the relation", result)
    }
  #endif
}

private struct Leaf: Model {
  var id = 0
  var rank = 0

  static let schema = Schema<Leaf> { Column(\.rank) }

  init() {}

  init(id: Int) { (self.id, rank) = (id, id) }

  /// Returns the ids of the records that match a predicate, tested one by one.
  static func matching(_ predicate: RecordPredicate<Leaf>) -> [Int] {
    (1...300).filter { predicate.matches(Leaf(id: $0)) }
  }

  /// Returns `7 || (!9 && (5 || (!9 && …)))`, with the given number of nested groups.
  static func alternating(_ depth: Int, _ key: any KeyPath<Leaf, Int> & Sendable) -> RecordPredicate<Leaf> {
    var predicate: RecordPredicate<Leaf> = key == 1
    for level in 1...depth {
      predicate = level % 2 == 1 ? (key == [3, 5, 7][level / 2 % 3]) || predicate : (key != 9) && predicate
    }
    return predicate
  }

  /// Returns the same for `rank`, as a predicate of Foundation.
  static func foundation(_ depth: Int) -> Predicate<Leaf> {
    typealias Expressions = PredicateExpressions
    return Predicate { leaf in
      func rank(_ value: Int) -> some StandardPredicateExpression<Bool> {
        Expressions.build_Equal(
          lhs: Expressions.build_KeyPath(root: leaf, keyPath: \Leaf.rank), rhs: Expressions.build_Arg(value))
      }
      func grown(_ inner: some StandardPredicateExpression<Bool>, _ level: Int) -> any StandardPredicateExpression<Bool>
      {
        if level % 2 == 1 { return Expressions.build_Disjunction(lhs: rank([3, 5, 7][level / 2 % 3]), rhs: inner) }
        return Expressions.build_Conjunction(lhs: Expressions.build_Negation(rank(9)), rhs: inner)
      }
      var expression: any StandardPredicateExpression<Bool> = rank(1)
      for level in 1...depth { expression = grown(expression, level) }
      return expression
    }
  }

  static func negating(_ depth: Int) -> RecordPredicate<Leaf> {
    var predicate: RecordPredicate<Leaf> = \.rank == 1
    for level in 1...depth {
      predicate = level % 2 == 1 ? !((\.rank == level) || predicate) : !((\.rank != 200 + level) && predicate)
    }
    return predicate
  }

  static func random(
    _ random: inout SplitMix64, depth: Int
  ) -> (RecordPredicate<Leaf>, @Sendable (Leaf) -> Bool) {
    let number = random.number(1...300)
    switch random.number(depth == 0 ? 3...5 : 0...5) {
    case 0:
      let (first, second) = (Self.random(&random, depth: depth - 1), Self.random(&random, depth: depth - 1))
      return (first.0 && second.0, { first.1($0) && second.1($0) })
    case 1:
      let (first, second) = (Self.random(&random, depth: depth - 1), Self.random(&random, depth: depth - 1))
      return (first.0 || second.0, { first.1($0) || second.1($0) })
    case 2:
      let inner = Self.random(&random, depth: depth - 1)
      return (!inner.0, { !inner.1($0) })
    case 3: return (\.rank < number, { $0.rank < number })
    case 4: return (\.id >= number, { $0.id >= number })
    default: return (\.id == number, { $0.id == number })
    }
  }
}

/// A model whose relations lead only through one another.
private struct Circular: Model {
  var id = 0
  var parentID: Int?

  static let schema = Schema<Circular> { Column(\.parentID) }

  struct Relations: Sendable {
    let parent = BelongsTo<Circular>(\.parentID)
    let friends: Relation<Circular, ToMany<Circular>> = HasMany<Circular>(through: \.colleagues, \.parent)
    let colleagues: Relation<Circular, ToMany<Circular>> = HasMany<Circular>(through: \.friends, \.parent)
    let parents: Relation<Circular, ToMany<Circular>> = HasMany<Circular>(\.parentID) {
      $0.where { $0.parents.count > 0 }
    }
  }
  static let relations = Relations()
}
