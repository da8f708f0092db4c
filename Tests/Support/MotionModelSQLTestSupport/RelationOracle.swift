package import MotionModel
package import MotionModelSQL
import MotionModelTestSupport
import MotionModelTransactions
import MotionModelValues
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

  /// Compares conditions on, and orders by, the record that a relation to one chooses.
  package func compareChosen() throws {
    let (people, expected) = (kept.table(KeptPerson.self).records, memory.table(Person<ArrayAdapter>.self).records)
    for rank in 0..<4 {
      for (finder, wanted) in zip(Self.chosen(people, rank), Self.chosen(expected, rank)) {
        let note: Comment = "\(wanted)\n\(finder.sql(dialect).statement)\nseed \(TestSeed.current)"
        #expect(try finder.ids == wanted.ids, note)
        #expect(finder.sql(dialect).isExact, note)
      }
      let (through, wanted) = (
        people.where { $0.best.letters.count > rank }, expected.where { $0.best.letters.count > rank }
      )
      #expect(try through.ids == wanted.ids, "\(wanted)")
    }
    let included = try people.including(\.best).including(\.longest).including(\.second).all
    let wanted = expected.including(\.best).including(\.longest).including(\.second).all
    #expect(
      included.map { [$1?.id, $2.map { "\($0.id)" }, $3.map { "\($0.id)" }] }
        == wanted.map { [$1?.id, $2.map { "\($0.id)" }, $3.map { "\($0.id)" }] })
  }

  private static func chosen<Some>(_ people: Finder<Person<Some>>, _ rank: Int) -> [Finder<Person<Some>>] {
    [
      people.where { $0.best.rank == rank }, people.where { $0.best.rank != rank },
      people.where { $0.longest.pages > rank }, people.where { $0.second.isMissing && $0.rank != rank },
      people.where { $0.second.pages == rank }, people.where { $0.best.chief.rank == rank },
      people.where { $0.best.longest.pages == rank }, people.order(by: { $0.best.rank }, .descending),
      people.order(by: { $0.longest.pages }, nils: .first).limit(9),
    ]
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
      let found = try finder.including(\.staff) { $0.where { $0.rank != rank && !$0.letters.isEmpty } }.all
      let wanted = expected.including(\.staff) { $0.where { $0.rank != rank && !$0.letters.isEmpty } }.all
      #expect(found.map { "\($0.id) \($1.map(\.id))" } == wanted.map { "\($0.id) \($1.map(\.id))" }, "\(note)")
      let few = try finder.including(\.letters) { $0.order(by: { $0.answers.count }, .descending).limit(2) }.all
      let fewWanted = expected.including(\.letters) { $0.order(by: { $0.answers.count }, .descending).limit(2) }.all
      #expect(few.map { "\($0.id) \($1.map(\.id))" } == fewWanted.map { "\($0.id) \($1.map(\.id))" }, "\(note)")
      let all = try finder.including(\.chief).including(\.parcels).including(\.sorted).including(\.ranked).all
      let allWanted = expected.including(\.chief).including(\.parcels).including(\.sorted).including(\.ranked).all
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

  /// Compares records with what is included with them, to any depth.
  package mutating func compareIncluding(_ count: Int) throws {
    for _ in 0..<count {
      let rank = Int.random(in: 0..<4, using: &random)
      let limit = Int.random(in: 0..<4, using: &random)
      let finder = kept.table(KeptPerson.self).records.where(KeptPerson.condition(&random)).order(by: \.rank)
      _ = (Int.random(in: 0..<4, using: &copy), Int.random(in: 0..<4, using: &copy))
      let expected = memory.table(Person<ArrayAdapter>.self).records.where(Person.condition(&copy)).order(by: \.rank)
      let note: Comment = "\(expected) \(rank) \(limit) seed \(TestSeed.current)"
      let (found, wanted) = (Self.family(of: finder, rank, limit), Self.family(of: expected, rank, limit))
      #expect(try found.all.map(Self.words) == wanted.all.map(Self.words), note)
      #expect(try found.first.map(Self.words) == wanted.first.map(Self.words), note)
      let letters = kept.table(KeptLetter.self).records.where(KeptLetter.condition(&random))
      let lettersWanted = memory.table(Letter<ArrayAdapter>.self).records.where(Letter.condition(&copy))
      #expect(
        try Self.senders(of: letters, limit).all.map(Self.words)
          == Self.senders(of: lettersWanted, limit).all.map(Self.words), "\(lettersWanted) \(limit)")
    }
  }

  /// The staff, theirs and what they sent; the chief with the chief's chief; and what the staff sent, through it.
  private typealias Family<Some: StorageAdapter> = (
    Person<Some>, [(Person<Some>, [(Person<Some>, [Letter<Some>])], [Letter<Some>])],
    (Person<Some>, Person<Some>?, [Person<Some>])?, [(Letter<Some>, [Letter<Some>])]
  )

  private static func family<Some>(
    of finder: Finder<Person<Some>>, _ rank: Int, _ limit: Int
  ) -> RelatedFinder<Person<Some>, Family<Some>> {
    finder
      .including(\.staff) {
        $0.where { $0.rank != rank }.order(by: \.rank, .descending).limit(limit + 1)
          .including(\.staff) { $0.order(by: { $0.letters.count }).including(\.letters) }
          .including(\.letters) { $0.where { $0.pages >= rank || $0.pages == nil }.limit(limit) }
      }
      .including(\.chief) { $0.including(\.chief).including(\.ranked) { $0.limit(limit) } }
      .including(\.sorted) { $0.limit(limit).including(\.answers) }
  }

  private static func words<Some>(_ family: Family<Some>) -> String {
    let staff = family.1.map { "\($0.id)\($1.map { "\($0.id)\($1.map(\.id))" })\($2.map(\.id))" }
    let chief = family.2.map { "\($0.id) \($1?.id ?? "-") \($2.map(\.id))" }
    return "\(family.0.id) \(staff) \(chief ?? "-") \(family.3.map { "\($0.id)\($1.map(\.id))" })"
  }

  private typealias Sent<Some: StorageAdapter> = (Letter<Some>, (Person<Some>, [(Letter<Some>, [Letter<Some>])])?)

  private static func senders<Some>(
    of finder: Finder<Letter<Some>>, _ limit: Int
  ) -> RelatedFinder<Letter<Some>, Sent<Some>> {
    finder.including(\.sender) { $0.including(\.letters) { $0.offset(1).limit(limit).including(\.answers) } }
  }

  private static func words<Some>(_ sent: Sent<Some>) -> String {
    "\(sent.0.id) \(sent.1.map { "\($0.id) \($1.map { "\($0.id)\($1.map(\.id))" })" } ?? "-")"
  }

  /// Expects one query for each level, also of thousands of parents, and none below a level where nothing is.
  package func checkPasses() throws {
    let people = kept.table(KeptPerson.self)
    try people.insert(
      contentsOf: (0..<4000).map { number in
        var person = KeptPerson()
        (person.id, person.rank) = ("many \(number)", 9)
        person.chiefID = number == 0 ? nil : "many \(number / 10)"
        return person
      })
    try kept.table(KeptLetter.self).insert(
      contentsOf: (0..<8000).map { number in
        var letter = KeptLetter()
        (letter.senderID, letter.pages) = ("many \(number / 2)", number)
        return letter
      })
    let log = kept.logFinders()
    defer { log.cancel() }
    let found = try people.records.where(\.rank == 9).including(\.letters) { $0.order(by: \.pages, .descending) }
      .including(\.staff) { $0.including(\.letters).including(\.chief) }.all
    #expect(log.entries.count == 5)
    #expect(found.count == 4000 && found.allSatisfy { $0.1.count == 2 })
    #expect(found.allSatisfy { person, _, staff in staff.allSatisfy { $0.2?.id == person.id && $0.1.count == 2 } })
    #expect(found.reduce(0) { $0 + $1.2.count } == 3999)
    let none = try people.records.where(\.rank == 10).including(\.staff) { $0.including(\.letters) }.all
    #expect(none.isEmpty && log.entries.count == 6)
    let top = try people.records.where(\.id == "many 0").including(\.chief) { $0.including(\.letters) }.first
    #expect(top?.0.id == "many 0" && top?.1 == nil && log.entries.count == 7)
    // Below a limit, only what belongs to the records within it is read.
    let few = try people.records.where(\.id == "many 1").including(\.staff) { $0.limit(1).including(\.letters) }.all
    #expect(few[0].1.count == 1 && log.entries.suffix(3).map(\.count) == [1, 10, 2])
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
      #expect(try new.including(\.letters).all.map { $1.map(\.pages) } == [[nil, 9]])
      let included = try new.including(\.letters) { $0.including(\.sender) }.all
      #expect(included.map { $1.map(\.0.pages) } == [[nil, 9]])
      #expect(included.allSatisfy { $1.allSatisfy { $1?.id == "new" } })
    }
  }

  /// Checks that records come with related records of one state, whatever another program writes in between.
  ///
  /// - Parameter other: Another adapter of the same database.
  package func checkOneState(beside other: Adapter) throws {
    let (people, others) = (kept.table(KeptPerson.self), Store(adapters: [other]))
    func ids(_ pairs: [(KeptPerson, [KeptLetter])]) -> [[Int]] { pairs.map { $1.map(\.id) } }
    let before = ids(try people.records.including(\.letters).all)
    #expect(before.contains { !$0.isEmpty })
    let failure = Locked<(any Error)?>(nil)
    let meanwhile = try people.records.including(\.letters) { (finder: Finder<KeptLetter>) -> Finder<KeptLetter> in
      do { try others.table(KeptLetter.self).records.deleteAll() } catch { failure.withLock { $0 = error } }
      return finder
    }.all
    #expect(failure.withLock { $0 } == nil && ids(meanwhile) == before)
    // What is read next is what there is now.
    #expect(try ids(people.records.including(\.letters).all).allSatisfy(\.isEmpty))
    #expect(try kept.table(KeptLetter.self).records.count == 0)
    // The connection is not in a transaction any more.
    try kept.table(KeptLetter.self).create { $0.senderID = "a" }
    #expect(try people.records.where(\.id == "a").including(\.letters).all.map { $1.count } == [1])
  }

  private func checkSender() throws {
    let senders = kept.table(KeptPerson.self).records.where { $0.id == "new" && !$0.letters.isEmpty }
    #expect(try senders.ids == ["new"] && senders.count == 1)
  }
}
