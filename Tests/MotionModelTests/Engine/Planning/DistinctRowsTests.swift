import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// Values that are hashed and compared where they are must be as distinct as untyped values are.
@Suite struct DistinctRowsTests {
  /// A column: how a finder keeps the first of its values, also together with a second column, and its untyped value.
  private struct Column: Sendable {
    let name: String
    let distinct: @Sendable (Finder<AllTypes>) -> Finder<AllTypes>
    let distinctWithLevel: @Sendable (Finder<AllTypes>) -> Finder<AllTypes>
    let value: @Sendable (AllTypes) -> AttributeValue

    init<Value: ColumnValue>(_ name: String, _ column: any KeyPath<AllTypes, Value> & Sendable) {
      self.name = name
      distinct = { $0.distinct(by: column) }
      distinctWithLevel = { $0.distinct(by: column, \.level) }
      value = { $0[keyPath: column].attribute }
    }
  }

  private static let columns = [
    Column("serial", \.serial), Column("int", \.int), Column("int8", \.int8), Column("uint64", \.uint64),
    Column("bool", \.bool), Column("double", \.double), Column("float", \.float), Column("date", \.date),
    Column("level", \.level), Column("string", \.string), Column("maybeInt", \.maybeInt),
    Column("maybeDouble", \.maybeDouble), Column("maybeDate", \.maybeDate), Column("maybeBool", \.maybeBool),
    Column("decimal", \.decimal), Column("uuid", \.uuid),
  ]

  private func firstIDs(of records: [AllTypes], by values: (AllTypes) -> [AttributeValue]) -> [Int] {
    var seen: Set<[AttributeValue]> = []
    return records.filter { seen.insert(values($0)).inserted }.map(\.id)
  }

  @Test(arguments: 0..<shortened(4)) func `the first of each value is that of untyped values`(part: Int) throws {
    var random = TestSeed.generator(4_100 + part)
    let comment = Comment(rawValue: "seed \(TestSeed.current), part \(part)")
    let table = Store(notificationCenter: nil).table(AllTypes.self)
    try table.insert(contentsOf: (0..<600).map { AllTypes.random($0, using: &random) })
    let all = table.records.all
    for column in Self.columns {
      #expect(
        column.distinct(table.records).all.map(\.id) == firstIDs(of: all) { [column.value($0)] },
        "\(column.name), \(comment)")
      #expect(
        column.distinctWithLevel(table.records.reversed()).all.map(\.id)
          == firstIDs(of: all.reversed()) { [column.value($0), $0.level.attribute] },
        "\(column.name) and level, \(comment)")
    }
  }

  @Test func `a number that is none is distinct from each other one, and zero has no sign`() throws {
    let table = Store().table(Gauge.self)
    try table.insert(contentsOf: [.nan, 0, .nan, -0.0, 1, 1].map { Gauge(reading: $0) })
    #expect(table.records.distinct(by: \.reading).pluck(\.id) == [1, 2, 3, 5])
  }

  @Test func `texts that are encoded differently are equal`() throws {
    let table = Store().table(Sign.self)
    try table.insert(contentsOf: ["é", "e\u{301}", "e", nil, nil].map { Sign(text: $0) })
    #expect(table.records.distinct(by: \.text).pluck(\.id) == [1, 3, 4])
  }
}

private struct Gauge: Model {
  static let schema = Schema<Gauge> { Column(\.reading) }

  var id = 0
  var reading = 0.0
}

private struct Sign: Model {
  static let schema = Schema<Sign> { Column(\.text) }

  var id = 0
  var text: String?
}
