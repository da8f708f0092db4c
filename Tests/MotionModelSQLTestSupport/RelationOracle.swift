package import MotionModel
package import MotionModelSQL
import MotionModelTestSupport
import MotionModelTransactions
import Testing

/// Conditions on related records have the same answers in a database and in memory.
package struct RelationOracle<Adapter: StorageAdapter> {
  private typealias KeptPerson = Person<Adapter>
  private typealias KeptLetter = Letter<Adapter>
  private typealias KeptStamp = Stamp<Adapter>

  private let kept: Store
  private let memory = Store()
  private let dialect: SQLDialect
  private var random: SplitMix64
  private var copy: SplitMix64

  /// Fills an adapter that has no records, and memory, with the same random records.
  package init(_ adapter: Adapter, _ dialect: SQLDialect, part: Int) throws {
    (kept, self.dialect) = (Store(adapters: [adapter]), dialect)
    random = TestSeed.generator(part)
    copy = random
    try Self.fill(kept, Adapter.self, &random)
    try Self.fill(memory, ArrayAdapter.self, &copy)
  }

  private static func fill<Some: StorageAdapter>(
    _ store: Store, _ adapter: Some.Type, _ random: inout SplitMix64
  ) throws {
    let names = ["", "a", "é", "e\u{301}x", "K"] + (0..<25).map { "p\($0)" }
    // Two strings that are canonically equal are one id.
    let people = names.dropFirst().map { name in
      var person = Person<Some>()
      (person.id, person.rank) = (name, Int.random(in: 0..<4, using: &random))
      person.chiefID = random.maybe(names + ["e\u{301}", "nobody"])
      return person
    }
    let letters = (0..<60).map { _ in
      var letter = Letter<Some>()
      (letter.pages, letter.senderID) = (random.maybe([0, 1, 2, 3]), random.pick(names + ["\u{212A}"]))
      letter.aboutType = random.maybe(["\(Letter<Some>.self)", "\(Stamp<Some>.self)", "\(Person<Some>.self)"])
      letter.aboutID = random.maybe(Array(1...12))
      return letter
    }
    let stamps = (0..<10).map { _ in
      var stamp = Stamp<Some>()
      stamp.price = random.maybe([0, 1, 2, 3])
      return stamp
    }
    try store.table(Person<Some>.self).insert(contentsOf: people)
    try store.table(Letter<Some>.self).insert(contentsOf: letters)
    try store.table(Stamp<Some>.self).insert(contentsOf: stamps)
  }

  /// Compares random conditions.
  package mutating func compareConditions(_ count: Int, leastExact: Int) throws {
    var exact = 0
    for _ in 0..<count {
      let finder = kept.table(KeptPerson.self).records.where(KeptPerson.condition(&random))
      let expected = memory.table(Person<ArrayAdapter>.self).records.where(Person.condition(&copy))
      let sql = finder.sql(dialect)
      if sql.isExact { exact += 1 }
      #expect(try finder.ids == expected.ids, "\(expected)\n\(sql.statement)\nseed \(TestSeed.current)")
      #expect(try finder.count == expected.count, "\(expected)")
      let letters = kept.table(KeptLetter.self).records.where(KeptLetter.condition(&random))
      let expectedLetters = memory.table(Letter<ArrayAdapter>.self).records.where(Letter.condition(&copy))
      #expect(try letters.ids == expectedLetters.ids, "\(expectedLetters)")
      let stamps = kept.table(KeptStamp.self).records.where(KeptStamp.condition(&random))
      let expectedStamps = memory.table(Stamp<ArrayAdapter>.self).records.where(Stamp.condition(&copy))
      #expect(stamps.sql(dialect).isExact, "\(expectedStamps)")
      #expect(try stamps.ids == expectedStamps.ids, "\(expectedStamps)")
      #expect(try stamps.count == expectedStamps.count, "\(expectedStamps)")
    }
    #expect(exact > leastExact)
  }

  /// Compares orders by numbers of related records, and windows of them.
  package mutating func compareOrders(_ count: Int) throws {
    for _ in 0..<count {
      let finder = Self.ordered(kept.table(KeptPerson.self).records, &random)
      let expected = Self.ordered(memory.table(Person<ArrayAdapter>.self).records, &copy)
      #expect(finder.sql(dialect).isExact, "\(expected)")
      #expect(try finder.ids == expected.ids, "\(expected)\n\(finder.sql(dialect).statement)\nseed \(TestSeed.current)")
      #expect(
        try finder.aggregate(.count, .sum(\.rank), .minimum(\.id))
          == expected.aggregate(.count, .sum(\.rank), .minimum(\.id)))
    }
  }

  private static func ordered<Some>(_ finder: Finder<Person<Some>>, _ random: inout SplitMix64) -> Finder<Person<Some>>
  {
    let rank = Int.random(in: 0..<4, using: &random)
    var finder = finder.where { $0.rank != rank }
    let direction = random.pick(OrderDirection.allCases)
    switch Int.random(in: 0..<5, using: &random) {
    case 3: finder = finder.order(by: { $0.chief.rank }, direction, nils: random.pick(NilOrder.allCases))
    case 4: finder = finder.distinct(by: \.rank).order(by: { $0.chief.id }, direction).order(by: \.rank, .descending)
    case 0: finder = finder.order(by: { $0.letters.count }, direction)
    case 1: finder = finder.order(by: \.rank).order(by: { $0.staff.where { $0.rank > rank }.count }, direction)
    default: finder = finder.distinct(by: \.rank).order(by: { $0.letters.where { $0.pages == nil }.count }, direction)
    }
    if random.chance(2) { finder = finder.reversed() }
    return random.chance(2) ? finder : finder.offset(rank).limit(9)
  }

  /// Compares records with their related records.
  package mutating func compareEager(_ count: Int) throws {
    for _ in 0..<count {
      let rank = Int.random(in: 0..<4, using: &random)
      let finder = kept.table(KeptPerson.self).records.where(KeptPerson.condition(&random)).order(by: \.rank)
      _ = Int.random(in: 0..<4, using: &copy)
      let expected = memory.table(Person<ArrayAdapter>.self).records.where(Person.condition(&copy)).order(by: \.rank)
      let note = "\(expected) \(rank) seed \(TestSeed.current)"
      let found = try finder.with(\.staff) { $0.where { $0.rank != rank && !$0.letters.isEmpty } }
      let wanted = expected.with(\.staff) { $0.where { $0.rank != rank && !$0.letters.isEmpty } }
      #expect(found.map { "\($0.id) \($1.map(\.id))" } == wanted.map { "\($0.id) \($1.map(\.id))" }, "\(note)")
      let few = try finder.with(\.letters) { $0.order(by: { $0.answers.count }, .descending).limit(2) }
      let fewWanted = expected.with(\.letters) { $0.order(by: { $0.answers.count }, .descending).limit(2) }
      #expect(few.map { "\($0.id) \($1.map(\.id))" } == fewWanted.map { "\($0.id) \($1.map(\.id))" }, "\(note)")
      let all = try finder.with(\.chief, \.parcels, \.sorted, \.ranked)
      let allWanted = expected.with(\.chief, \.parcels, \.sorted, \.ranked)
      #expect(
        all.map { "\($0.id) \($1?.id ?? "") \($2.map(\.id)) \($3.map(\.id)) \($4.map(\.id))" }
          == allWanted.map { "\($0.id) \($1?.id ?? "") \($2.map(\.id)) \($3.map(\.id)) \($4.map(\.id))" }, "\(note)")
      let letters = kept.table(KeptLetter.self).records.where(KeptLetter.condition(&random))
      let lettersWanted = memory.table(Letter<ArrayAdapter>.self).records.where(Letter.condition(&copy))
      let pairs = try letters.join(\.answers) { $0.order(by: \.pages) }
      let pairsWanted = lettersWanted.join(\.answers) { $0.order(by: \.pages) }
      #expect(pairs.map { "\($0.id) \($1.id)" } == pairsWanted.map { "\($0.id) \($1.id)" }, "\(lettersWanted)")
    }
  }

  /// Expects that a transaction sees the related records that it has written.
  package func checkTransaction() throws {
    try kept.transaction { _ in
      var person = KeptPerson()
      person.id = "new"
      try kept.table(KeptPerson.self).insert(&person)
      try kept.table(KeptLetter.self).create { $0.senderID = "new" }
      try checkSender()
    }
    try checkSender()
    try kept.transaction { _ in
      let new = kept.table(KeptPerson.self).records.where(\.id == "new")
      try kept.table(KeptLetter.self).create { ($0.senderID, $0.pages) = ("new", 9) }
      #expect(try new.with(\.letters).map { $1.map(\.pages) } == [[nil, 9]])
    }
  }

  /// Checks that records come with related records of one state, whatever another program writes in between.
  ///
  /// - Parameter other: Another adapter of the same database.
  package func checkOneState(beside other: Adapter) throws {
    let (people, others) = (kept.table(KeptPerson.self), Store(adapters: [other]))
    func ids(_ pairs: [(KeptPerson, [KeptLetter])]) -> [[Int]] { pairs.map { $1.map(\.id) } }
    let before = ids(try people.records.with(\.letters))
    #expect(before.contains { !$0.isEmpty })
    var failure: (any Error)?
    let meanwhile = try people.records.with(\.letters) { finder in
      do { try others.table(KeptLetter.self).records.deleteAll() } catch { failure = error }
      return finder
    }
    #expect(failure == nil && ids(meanwhile) == before)
    // What is read next is what there is now.
    #expect(try ids(people.records.with(\.letters)).allSatisfy(\.isEmpty))
    #expect(try kept.table(KeptLetter.self).records.count == 0)
    // The connection is not in a transaction any more.
    try kept.table(KeptLetter.self).create { $0.senderID = "a" }
    #expect(try people.records.where(\.id == "a").with(\.letters).map { $1.count } == [1])
  }

  private func checkSender() throws {
    let senders = kept.table(KeptPerson.self).records.where { $0.id == "new" && !$0.letters.isEmpty }
    #expect(try senders.ids == ["new"] && senders.count == 1)
  }
}
