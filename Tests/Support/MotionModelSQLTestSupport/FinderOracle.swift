package import MotionModel
package import MotionModelSQL
import MotionModelTestSupport
import Testing

/// Random finders have the same answers in a database and in memory.
package struct FinderOracle<Adapter: StorageAdapter> {
  private typealias Kept = Sample<Adapter>
  private typealias Memory = Sample<ArrayAdapter>

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
    let samples = (0..<120).map { _ in Kept.random(&random) }
    let copies = (0..<120).map { _ in Memory.random(&copy) }
    try kept.table(Kept.self).insert(contentsOf: samples)
    try memory.table(Memory.self).insert(contentsOf: copies)
    try change()
  }

  /// Deletes some records and puts one of them back, so that the order of insertion is not that of the ids.
  private func change() throws {
    let (kept, memory) = (kept.table(Kept.self), memory.table(Memory.self))
    try kept.records.where(\.id > 100).deleteAll()
    try memory.records.where(\.id > 100).deleteAll()
    var first = try #require(try kept.records.find(3))
    var second = try #require(memory.records.find(3))
    try kept.records.where(\.id == 3).deleteAll()
    try memory.records.where(\.id == 3).deleteAll()
    try kept.insert(&first)
    try memory.insert(&second)
  }

  /// Compares random finders.
  ///
  /// - Parameter leastExact: How many of them the database has to answer alone.
  package mutating func compareFinders(_ count: Int, leastExact: Int) throws {
    var exact = 0
    for _ in 0..<count {
      let finder = Kept.finder(in: kept, &random)
      let expected = Memory.finder(in: memory, &copy)
      let sql = finder.sql(dialect)
      if sql.isExact { exact += 1 }
      let text = "\(expected)\n\(sql.statement)\n\(sql.statement.bindings)\nseed \(TestSeed.current)"
      #expect(try finder.ids == expected.ids, "\(text)")
      #expect(try finder.count == expected.count, "\(text)")
    }
    #expect(exact > leastExact, "Most of what is asked has SQL.")
  }

  /// Compares pages of random finders, between which records are deleted.
  package mutating func comparePages(_ count: Int) throws {
    for _ in 0..<count {
      let finder = Kept.finder(in: kept, &random)
      let expected = Memory.finder(in: memory, &copy)
      let size = Int.random(in: 1...20, using: &random)
      _ = Int.random(in: 1...20, using: &copy)
      var page = try finder.page(size: size)
      var expectedPage = expected.page(size: size)
      for number in 0..<10 {
        let text = "page \(number) of \(size), \(expected), seed \(TestSeed.current)"
        #expect(page.records.map(\.id) == expectedPage.records.map(\.id), "\(text)")
        #expect((page.next == nil) == (expectedPage.next == nil), "\(text)")
        guard let next = page.next, let expectedNext = expectedPage.next else { break }
        if number == 2, let last = page.records.last?.id {
          try kept.table(Kept.self).delete(last)
          try memory.table(Memory.self).delete(last)
        }
        page = try finder.page(after: next, size: size)
        expectedPage = expected.page(after: expectedNext, size: size)
      }
    }
  }

  /// Compares aggregates and groups of random conditions.
  package mutating func compareAggregates(_ count: Int) throws {
    for _ in 0..<count {
      let finder = kept.table(Kept.self).records.where(Kept.condition(&random))
      let expected = memory.table(Memory.self).records.where(Memory.condition(&copy))
      let answers = try (Self.extremes(finder), Self.sums(finder), Self.groups(finder))
      let expectedAnswers = (Self.extremes(expected), Self.sums(expected), Self.groups(expected))
      #expect(answers.0 == expectedAnswers.0, "\(expected) seed \(TestSeed.current)")
      #expect(answers.1 == expectedAnswers.1, "\(expected) seed \(TestSeed.current)")
      #expect(answers.2 == expectedAnswers.2, "\(expected) seed \(TestSeed.current)")
      try compareSeveral()
    }
  }

  /// Compares several aggregates at once, of windows, distinct values and groups.
  private mutating func compareSeveral() throws {
    let finder = Kept.finder(in: kept, &random)
    let expected = Memory.finder(in: memory, &copy)
    let (answers, expectedAnswers) = (try Self.several(finder), Self.several(expected))
    #expect(answers == expectedAnswers, "\(expected) seed \(TestSeed.current)")
  }

  private static func several<Some>(_ finder: Finder<Sample<Some>>) throws(Some.Failure) -> [String] {
    // Greater numbers make sums overflow.
    let finder = finder.where(\.number).in([-1, 0, 1, 2, 7])
    let all = try finder.aggregate(.count, .sum(\.number), .average(\.number), .minimum(\.name), .maximum(\.due))
    let others = try finder.aggregate(.exists, .maximum(\.note), .minimum(\.uuid), .sum(\.weight))
    let groups = try finder.group(by: \.flag, \.grade)
      .aggregate(.count, .minimum(\.number), .maximum(\.count), .maximum(\.large), .average(\.number))
    let extremes = try (finder.group(by: \.flag).minimum(\.number), finder.group(by: \.flag).maximum(\.count))
    let texts = [all.3, others.1].map { $0.map { Array($0.utf8) } }
    return [
      "\(all) \(texts) \(others.0) \(String(describing: others.2)) \(others.3)",
      groups.map { "\($0)" }.sorted().joined(separator: "; "),
      "\(extremes.0.sorted { "\($0)" < "\($1)" }) \(extremes.1.sorted { "\($0)" < "\($1)" })",
      try "\(finder.sum(\.number)) \(String(describing: finder.limit(5).average(\.number))) \(finder.count)",
      try "\(finder.order(by: \.uuid).limit(7).group(by: \.flag).count().sorted { "\($0)" < "\($1)" })",
    ]
  }

  private static func extremes<Some>(_ finder: Finder<Sample<Some>>) throws(Some.Failure) -> [String] {
    let numbers = try [finder.minimum(\.number), finder.maximum(\.number), finder.minimum(\.count)]
    let strings = try [finder.minimum(\.name), finder.maximum(\.name), finder.minimum(\.note), finder.maximum(\.note)]
    let decimals = try [finder.minimum(\.amount), finder.maximum(\.amount), finder.maximum(\.price)]
    let fractions = try [finder.minimum(\.fraction), finder.maximum(\.fraction)]
    let dates = try [finder.minimum(\.date), finder.maximum(\.due)]
    let others = try (finder.minimum(\.large), finder.maximum(\.weight), finder.minimum(\.uuid), finder.maximum(\.flag))
    let cases = try (finder.minimum(\.grade), finder.maximum(\.level))
    // Which of several equal strings it is.
    let bytes = strings.map { $0.map { Array($0.utf8) } }
    return ["\(numbers)", "\(bytes)", "\(decimals)", "\(fractions)", "\(dates)", "\(others)", "\(cases)"]
  }

  private static func sums<Some>(_ finder: Finder<Sample<Some>>) throws(Some.Failure) -> [String] {
    // Greater numbers make sums overflow.
    let finder = finder.where(\.number).in([-1, 0, 1, 2, 7])
    let few = finder.where { $0.count == nil || $0.count.in([-1, 0, 1, 2, 7]) }
    return [
      try "\(finder.sum(\.number)) \(String(describing: finder.average(\.number)))",
      try "\(few.sum(\.count)) \(String(describing: few.average(\.count)))",
      try "\(finder.sum(\.amount)) \(finder.group(by: \.flag).sum(\.number).sorted { "\($0)" < "\($1)" })",
      try "\(few.group(by: \.grade).average(\.count).sorted { "\($0)" < "\($1)" })",
    ]
  }

  private static func groups<Some>(_ finder: Finder<Sample<Some>>) throws(Some.Failure) -> [String] {
    func text(_ groups: [some Hashable: Int]) -> String { groups.map { "\($0)" }.sorted().joined(separator: "; ") }
    let few = finder.where { $0.count == nil || $0.count.in([-1, 0, 1, 2, 7]) }
    return [
      try text(finder.group(by: \.number).count()), try text(finder.group(by: \.count, \.flag).count()),
      try text(finder.group(by: \.uuid).count()), try text(finder.group(by: \.amount).count()),
      try text(finder.group(by: \.data).count()), try text(finder.group(by: \.level).count()),
      try text(finder.group(by: \.large).having(.count) { $0 > 2 }.count()),
      try text(finder.group(by: \.large).having(.exists) { $0 }.having(.minimum(\.price)) { $0 != nil }.count()),
      try text(few.group(by: \.flag, \.level).having(.sum(\.count)) { $0 > 9 }.count()),
      try text(few.group(by: \.uuid).having(.average(\.count)) { $0.map { $0 < 2 } ?? true }.sum(\.count)),
      try "\(finder.group(by: \.name).count().values.sorted()) \(finder.group(by: \.note, \.flag).count().count)",
    ]
  }

  /// Compares the values of all columns with those that were saved.
  package mutating func compareValues(_ count: Int) throws {
    let samples = (0..<count).map { _ in Kept.random(&random) }
    let saved = try kept.table(Kept.self).insert(contentsOf: samples)
    let read = try Array(kept.table(Kept.self).records.all.suffix(count))
    #expect(read.count == saved.count)
    for (first, second) in zip(saved, read) {
      // NaN equals nothing, and zero equals negative zero.
      for column in Kept.schema.columns { #expect("\(column[first])" == "\(column[second])", "\(column)") }
      #expect(first.fraction.sign == second.fraction.sign || first.fraction.isNaN)
      #expect(first.name.utf8.elementsEqual(second.name.utf8))
    }
  }
}
