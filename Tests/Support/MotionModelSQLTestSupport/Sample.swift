package import Foundation
package import MotionModel
package import MotionModelTestSupport
import MotionModelValues

package enum Grade: String, ColumnValue, CaseIterable { case low, high }
package enum Level: Int, ColumnValue, Comparable {
  case one = 1, two

  package static func < (first: Level, second: Level) -> Bool { first.rawValue > second.rawValue }
}

/// A record with a column of each kind, in memory or in a database.
package struct Sample<Adapter: StorageAdapter>: Model, Equatable {
  package var id = 0
  package var flag = false
  package var number = 0
  package var count: Int?
  package var large: UInt64 = 0
  package var fraction = 0.0
  package var weight: Float?
  package var amount = Decimal(0)
  package var price: Decimal?
  package var name = ""
  package var note: String?
  package var date = Date(timeIntervalSinceReferenceDate: 0)
  package var due: Date?
  package var uuid = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  package var url: URL?
  package var data = Data()
  package var grade: Grade?
  package var level = Level.one
  package var words: [String] = []
  package var numbers: [String: Double]?

  package init() {}

  package static var schema: Schema<Self> {
    .once {
      Schema {
        Column(\.flag)
        Column(\.number, .indexed)
        Column(\.count, .ordered)
        Column(\.large)
        Column(\.fraction, .ordered)
        Column(\.weight)
        Column(\.amount)
        Column(\.price)
        Column(\.name, .ordered)
        Column(\.note)
        Column(\.date)
        Column(\.due)
        Column(\.uuid)
        Column(\.url)
        Column(\.data)
        Column(\.grade)
        Column(\.level)
        Column(\.words)
        Column(\.numbers)
      }
    }
  }
}

/// The schemas of generic models, which have no static properties of their own.
package enum Schemas {
  private static let made = Locked<[ObjectIdentifier: any Sendable]>([:])

  package static func once<Value: Sendable>(_ make: () -> Value) -> Value {
    let key = ObjectIdentifier(Value.self)
    if let value = made.withLock({ $0[key] }) as? Value { return value }
    let value = make()
    made.withLock { $0[key] = value }
    return value
  }
}

// MARK: - Random

/// The values that columns have, and that conditions ask for: few, so that they meet, and the difficult ones.
package enum SampleValues {
  package static let integers = [Int.min, -1, 0, 1, 2, 7, Int.max]
  package static let large: [UInt64] = [0, 1, UInt64(Int64.max), 1 << 63, UInt64.max]
  package static let fractions: [Double] = [
    -.infinity, -1.5, -0.0, 0.0, 0.1, 1, .leastNonzeroMagnitude, .infinity, .nan,
  ]
  package static let decimals = ["-1", "0", "0.10", "0.1", "2", "10", "12345678901234567890.5", "NaN"].map {
    $0 == "NaN" ? Decimal.nan : Decimal(string: $0) ?? 0
  }
  package static let strings = [
    "", "a", "A", "ab", "é", "e\u{301}", "É", "ß", "SS", "K", "\u{212A}", "%", "a_b", "\u{0}", "🦁", "z", "'\"; --",
  ]
  package static let dates = [-1e9, 0.0, 0.1, 0.125, 5].map { Date(timeIntervalSinceReferenceDate: $0) }
  package static let uuids = (0..<4).map {
    UUID(uuid: (UInt8($0 * 80), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8($0)))
  }
}

extension SplitMix64 {
  package mutating func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: values.indices, using: &self)] }
  package mutating func chance(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &self) == 0 }
  package mutating func maybe<Value>(_ values: [Value]) -> Value? { chance(4) ? nil : pick(values) }
}

extension Sample {
  package static func random(_ random: inout SplitMix64) -> Sample {
    var sample = Sample()
    (sample.flag, sample.number) = (random.chance(2), random.pick(SampleValues.integers))
    (sample.count, sample.large) = (random.maybe(SampleValues.integers), random.pick(SampleValues.large))
    sample.fraction = random.pick(SampleValues.fractions)
    sample.weight = random.maybe(SampleValues.fractions).map { Float($0) }
    (sample.amount, sample.price) = (random.pick(SampleValues.decimals), random.maybe(SampleValues.decimals))
    (sample.name, sample.note) = (random.pick(SampleValues.strings), random.maybe(SampleValues.strings))
    (sample.date, sample.due) = (random.pick(SampleValues.dates), random.maybe(SampleValues.dates))
    sample.uuid = random.pick(SampleValues.uuids)
    sample.url = random.maybe(["https://example.com/a?b=c#d", "x:y"]).flatMap { URL(string: $0) }
    sample.data = random.pick([Data(), Data([0]), Data([1, 255])])
    (sample.grade, sample.level) = (random.maybe([Grade.low, .high]), random.pick([Level.one, .two]))
    sample.words = random.pick([[], ["a"], ["", "b\u{0}"]])
    sample.numbers = random.maybe([[:], ["a": 0.5], ["b": -0.0]])
    return sample
  }

  /// A random condition.
  package static func condition(_ random: inout SplitMix64, depth: Int = 0) -> RecordPredicate<Sample> {
    if depth < 3, random.chance(2) {
      let (first, second) = (condition(&random, depth: depth + 1), condition(&random, depth: depth + 1))
      return switch Int.random(in: 0..<4, using: &random) {
      case 0, 1: first && second
      case 2: first || second
      default: !first
      }
    }
    return simple(&random)
  }

  private static func simple(_ random: inout SplitMix64) -> RecordPredicate<Sample> {
    let (columns, values) = (Columns<Sample>.self, SampleValues.self)
    _ = columns
    let cased = random.chance(2)
    return switch Int.random(in: 0..<26, using: &random) {
    case 0: compared(\.number, random.pick(values.integers), &random)
    case 1: compared(\.count, random.maybe(values.integers), &random)
    case 2: compared(\.large, random.pick(values.large), &random)
    case 3: compared(\.fraction, random.pick(values.fractions), &random)
    case 4: compared(\.weight, random.maybe(values.fractions).map { Float($0) }, &random)
    case 5: compared(\.amount, random.pick(values.decimals), &random)
    case 6: compared(\.price, random.maybe(values.decimals), &random)
    case 7: compared(\.name, random.pick(values.strings), &random)
    case 8: compared(\.note, random.maybe(values.strings), &random)
    case 9: compared(\.date, random.pick(values.dates), &random)
    case 10: compared(\.due, random.maybe(values.dates), &random)
    case 11: compared(\.uuid, random.pick(values.uuids), &random)
    case 12: compared(\.grade, random.maybe([Grade.low, .high]), &random)
    case 13: compared(\.level, random.pick([Level.one, .two]), &random)
    case 14: compared(\.flag, random.chance(2), &random)
    case 15: compared(\.data, random.pick([Data(), Data([0])]), &random)
    case 16: ColumnTerm(\Sample.name).contains(random.pick(values.strings), caseSensitive: cased)
    case 17: ColumnTerm(\Sample.note).startsWith(random.pick(values.strings), caseSensitive: cased)
    case 18: ColumnTerm(\Sample.note).eq(random.maybe(values.strings), caseSensitive: cased)
    case 19: ColumnTerm(\Sample.name).like(random.pick(["%", "_", "a%", "%\\%", "É%"]), caseSensitive: cased)
    case 20: ColumnTerm(\Sample.words).contains("a")
    case 21: ColumnTerm(\Sample.name).endsWith(random.pick(values.strings), caseSensitive: cased)
    case 22:
      ColumnTerm(\Sample.note).in(
        [random.maybe(values.strings), random.pick(values.strings)], caseSensitive: cased)
    case 23:
      ColumnTerm(\Sample.name).eq(
        random.pick(values.strings), caseSensitive: cased, accentSensitive: false)
    case 24:
      ColumnTerm(\Sample.note).contains(
        random.pick(values.strings), caseSensitive: cased, accentSensitive: false)
    default: RecordPredicate { $0.number > 0 }
    }
  }

  private static func compared<Value: ColumnValue>(
    _ keyPath: any KeyPath<Sample, Value> & Sendable, _ value: Value, _ random: inout SplitMix64
  ) -> RecordPredicate<Sample> {
    let column = ColumnTerm(keyPath)
    return switch Int.random(in: 0..<8, using: &random) {
    case 0: column.eq(value)
    case 1: column.ne(value)
    case 2: column.lt(value)
    case 3: column.lte(value)
    case 4: column.gt(value)
    case 5: column.gte(value)
    case 6: column.isNil
    default: random.chance(2) ? column.in([value, value]) : column.notIn([value])
    }
  }

  /// A random finder: conditions, orders, window, distinct values.
  package static func finder(in store: Store, _ random: inout SplitMix64) -> Finder<Sample> {
    var finder = store.table(Sample.self).records
    if !random.chance(5) { finder = finder.where(condition(&random)) }
    for _ in 0..<Int.random(in: 0...2, using: &random) { finder = ordered(finder, &random) }
    if random.chance(3) { finder = finder.reversed() }
    if random.chance(4) { finder = distinct(finder, &random) }
    if random.chance(3) { finder = finder.offset(Int.random(in: 0...20, using: &random)) }
    if random.chance(3) { finder = finder.limit(Int.random(in: 0...20, using: &random)) }
    return finder
  }

  private static func distinct(_ finder: Finder<Sample>, _ random: inout SplitMix64) -> Finder<Sample> {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: finder.distinct(by: \.number)
    case 1: finder.distinct(by: \.count, \.flag)
    case 2: finder.distinct(by: \.name)
    case 3: finder.distinct(by: \.note, \.uuid)
    case 4: finder.distinct(by: \.amount)
    case 5: finder.distinct(by: \.price)
    case 6: finder.distinct(by: \.fraction)
    default: finder.distinct(by: \.grade, \.data)
    }
  }

  private static func ordered(_ finder: Finder<Sample>, _ random: inout SplitMix64) -> Finder<Sample> {
    let direction = random.pick(OrderDirection.allCases)
    let nils = random.pick(NilOrder.allCases)
    return switch Int.random(in: 0..<14, using: &random) {
    case 0: finder.order(by: \.number, direction, nils: nils)
    case 1: finder.order(by: \.count, direction, nils: nils)
    case 2: finder.order(by: \.large, direction, nils: nils)
    case 3: finder.order(by: \.fraction, direction, nils: nils)
    case 4: finder.order(by: \.weight, direction, nils: nils)
    case 5: finder.order(by: \.amount, direction, nils: nils)
    case 6: finder.order(by: \.price, direction, nils: nils)
    case 7: finder.order(by: \.name, direction, nils: nils)
    case 8: finder.order(by: \.note, direction, nils: nils)
    case 9: finder.order(by: \.due, direction, nils: nils)
    case 10: finder.order(by: \.uuid, direction, nils: nils)
    case 11: finder.order(by: \.grade, direction, nils: nils)
    case 12: finder.order(by: \.level, direction, nils: nils)
    default: finder.order(by: \.flag, direction, nils: nils)
    }
  }
}
