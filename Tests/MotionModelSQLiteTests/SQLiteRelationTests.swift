#if SQLite
  import Foundation
  import MotionModel
  import MotionModelSQL
  import MotionModelSQLite
  import MotionModelTestSupport
  import MotionModelTransactions
  import Testing

  /// A person with a chief, in memory or in SQLite.
  private struct Person<Adapter: StorageAdapter>: Model {
    var id = ""
    var rank = 0
    var chiefID: String?

    static var schema: Schema<Self> {
      Schemas.once {
        Schema {
          Column(\.rank)
          Column(\.chiefID)
        }
      }
    }
    struct Relations: Sendable {
      let staff = HasMany<Person<Adapter>>(\.chiefID)
      let chief = BelongsTo<Person<Adapter>>(\.chiefID)
      let letters = HasMany<Letter<Adapter>>(\.senderID)
    }
    static var relations: Relations { Schemas.once { Relations() } }
  }

  /// What a person has sent.
  private struct Letter<Adapter: StorageAdapter>: Model {
    var id = 0
    var pages: Int?
    var senderID = ""

    static var schema: Schema<Self> {
      Schemas.once {
        Schema {
          Column(\.pages)
          Column(\.senderID)
        }
      }
    }
    struct Relations: Sendable {
      let sender = BelongsTo<Person<Adapter>>(\.senderID, required: false)
    }
    static var relations: Relations { Schemas.once { Relations() } }
  }

  extension Person {
    fileprivate static func condition(_ random: inout SplitMix64, depth: Int = 0) -> RecordPredicate<Person> {
      let (rank, columns) = (Int.random(in: 0..<4, using: &random), Columns<Person>())
      let inner = depth < 3 ? condition(&random, depth: depth + 1) : ColumnExpression(\Person.rank).eq(rank)
      let letters = Letter<Adapter>.condition(&random, depth: depth + 1)
      return switch Int.random(in: 0..<9, using: &random) {
      case 0: columns.staff.any { _ in inner }
      case 1: !columns.staff.any { _ in inner }
      case 2: columns.staff.isEmpty
      case 3: columns.chief.rank.lt(rank)
      case 4: columns.letters.any { _ in letters }
      case 5: inner && columns.letters.any { _ in letters }
      case 6: inner || columns.chief.rank.eq(rank)
      case 7: columns.letters.count > rank
      default: ColumnExpression(\Person.rank).gte(rank)
      }
    }
  }

  extension Letter {
    fileprivate static func condition(_ random: inout SplitMix64, depth: Int = 0) -> RecordPredicate<Letter> {
      let (pages, columns) = (Int.random(in: 0..<4, using: &random), Columns<Letter>())
      return switch Int.random(in: 0..<3, using: &random) {
      case 0: columns.sender.rank.gt(pages)
      case 1: columns.sender.chief.rank.eq(pages)
      default: ColumnExpression(\Letter.pages).lte(pages)
      }
    }
  }

  /// Conditions on related records have the same answers in SQLite and in memory.
  @Suite struct SQLiteRelationTests {
    private func fill<Adapter: StorageAdapter>(
      _ store: Store, _ adapter: Adapter.Type, _ random: inout SplitMix64
    ) throws {
      let names = ["", "a", "é", "e\u{301}x", "K"] + (0..<25).map { "p\($0)" }
      // Two strings that are canonically equal are one id.
      let people = names.dropFirst().map { name in
        var person = Person<Adapter>()
        (person.id, person.rank) = (name, Int.random(in: 0..<4, using: &random))
        person.chiefID = random.maybe(names + ["e\u{301}", "nobody"])
        return person
      }
      let letters = (0..<60).map { _ in
        var letter = Letter<Adapter>()
        (letter.pages, letter.senderID) = (random.maybe([0, 1, 2, 3]), random.pick(names + ["\u{212A}"]))
        return letter
      }
      try store.table(Person<Adapter>.self).insert(contentsOf: people)
      try store.table(Letter<Adapter>.self).insert(contentsOf: letters)
    }

    @Test(arguments: 0..<4) func `random conditions on related records have the answers of memory`(part: Int) throws {
      let (kept, memory) = (Store(adapters: [try SQLiteAdapter()]), Store())
      var random = TestSeed.generator(part)
      var copy = random
      try fill(kept, SQLiteAdapter.self, &random)
      try fill(memory, ArrayAdapter.self, &copy)
      var exact = 0
      for _ in 0..<100 {
        let finder = kept.table(Person<SQLiteAdapter>.self).records.where(Person.condition(&random))
        let expected = memory.table(Person<ArrayAdapter>.self).records.where(Person.condition(&copy))
        let sql = finder.sql(.sqlite)
        if sql.isExact { exact += 1 }
        #expect(try finder.ids == expected.ids, "\(expected)\n\(sql.statement)\nseed \(TestSeed.current)")
        #expect(try finder.count == expected.count, "\(expected)")
        let letters = kept.table(Letter<SQLiteAdapter>.self).records.where(Letter.condition(&random))
        let expectedLetters = memory.table(Letter<ArrayAdapter>.self).records.where(Letter.condition(&copy))
        #expect(try letters.ids == expectedLetters.ids, "\(expectedLetters)")
      }
      #expect(exact > 30)
    }

    @Test func `a transaction sees the related records that it has written`() throws {
      let store = Store(adapters: [try SQLiteAdapter()])
      try store.transaction { _ in
        var person = Person<SQLiteAdapter>()
        person.id = "a"
        try store.table(Person<SQLiteAdapter>.self).insert(&person)
        try store.table(Letter<SQLiteAdapter>.self).create { $0.senderID = "a" }
        let senders = store.table(Person<SQLiteAdapter>.self).records.where { !$0.letters.isEmpty }
        #expect(try senders.ids == ["a"] && senders.count == 1)
      }
      let senders = store.table(Person<SQLiteAdapter>.self).records.where { !$0.letters.isEmpty }
      #expect(try senders.ids == ["a"] && senders.count == 1)
    }
  }
#endif
