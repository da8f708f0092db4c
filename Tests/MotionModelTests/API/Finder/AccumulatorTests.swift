import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// Aggregates read a column chunk by chunk. Their results must be those of a plain array.
@Suite struct AccumulatorTests {
  private typealias Record = AllTypesRecord<Unindexed>

  private struct Case {
    let finder: Finder<Record>
    let rows: [Record]
    /// The rows in the order of insertion.
    let unsorted: [Record]
    let comment: Comment

    /// Returns whether a finder may answer a sum or a mean. Where additions are rounded, their order shows in the sum, and
    /// a finder that takes all rows adds them without sorting them first.
    func allows<Value>(_ answer: Value, _ expected: ([Record]) -> Value) -> Bool {
      [rows, unsorted].contains { exactText(expected($0) as Any) == exactText(answer as Any) }
    }
  }

  private func forEachCase(_ part: Int, _ body: (Case) -> Void) throws {
    var world = try FinderWorld<Unindexed>(part: part, size: 400)
    for number in 0..<12 {
      let question = Question.random(Record.probes, depth: 2, using: &world.random)
      let shape = number % 2 == 0 ? FinderShape() : FinderShape.random(Record.probes, using: &world.random)
      let met = world.rows.filter(question.isMet)
      let rows = shape.arrange(met)
      body(
        Case(
          finder: shape.apply(to: world.records.where(question.predicate)),
          rows: rows,
          unsorted: rows.count == met.count ? met : rows,
          comment: Comment(rawValue: "\(question.text), \(shape.text), seed \(TestSeed.current)")))
    }
  }

  // MARK: - Every type

  @Test(arguments: 600..<603) func `minimum and maximum of columns of every type are those of a plain array`(part: Int)
    throws
  {
    try forEachCase(part) { one in
      extremes(one, \.int)
      extremes(one, \.int8)
      extremes(one, \.uint64)
      extremes(one, \.double)
      extremes(one, \.float)
      extremes(one, \.decimal)
      extremes(one, \.date)
      extremes(one, \.string)
      extremes(one, \.bool)
      extremes(one, \.uuid)
      extremes(one, \.word)
      extremes(one, \.strings)
      presentExtremes(one, \.maybeInt)
      presentExtremes(one, \.maybeUInt8)
      presentExtremes(one, \.maybeDouble)
      presentExtremes(one, \.maybeFloat)
      presentExtremes(one, \.maybeDecimal)
      presentExtremes(one, \.maybeDate)
      presentExtremes(one, \.maybeString)
      presentExtremes(one, \.maybeUUID)
      presentExtremes(one, \.maybeLevel)
    }
  }

  private func extremes<Value: ColumnValue & PlainOrder & Equatable>(
    _ one: Case, _ property: any KeyPath<Record, Value> & Sendable
  ) where Value.Unwrapped == Value {
    let values = one.rows.map { $0[keyPath: property] }.filter(isNumber)
    #expect(one.finder.minimum(property) == values.min(by: Value.isBefore), one.comment)
    #expect(one.finder.maximum(property) == values.max(by: Value.isBefore), one.comment)
  }

  private func presentExtremes<Value: ColumnValue & PlainOrder & Equatable>(
    _ one: Case, _ property: any KeyPath<Record, Value?> & Sendable
  ) where Value.Unwrapped == Value {
    let values = one.rows.compactMap { $0[keyPath: property] }.filter(isNumber)
    #expect(one.finder.minimum(property) == values.min(by: Value.isBefore), one.comment)
    #expect(one.finder.maximum(property) == values.max(by: Value.isBefore), one.comment)
  }

  private func isNumber<Value: Equatable>(_ value: Value) -> Bool {
    value == value && (value as? Decimal)?.isNaN != true
  }

  @Test(arguments: 610..<613) func `means and sums of columns of every type are those of a plain array`(part: Int)
    throws
  {
    try forEachCase(part) { one in
      mean(one, \.int)
      mean(one, \.int16)
      mean(one, \.uint32)
      mean(one, \.float)
      mean(one, \.double)
      presentMean(one, \.maybeInt)
      presentMean(one, \.maybeUInt64)
      presentMean(one, \.maybeFloat)
      presentMean(one, \.maybeDouble)
      #expect(one.allows(one.finder.sum(\.float)) { $0.map(\.float).reduce(0, +) }, one.comment)
      #expect(one.allows(one.finder.sum(\.maybeDouble)) { $0.compactMap(\.maybeDouble).reduce(0, +) }, one.comment)
      #expect(one.allows(one.finder.sum(\.decimal)) { $0.map(\.decimal).reduce(0, +) }, one.comment)
    }
  }

  private func mean<Value: SummableValue<Double>>(_ one: Case, _ property: any KeyPath<Record, Value> & Sendable) {
    #expect(one.allows(one.finder.average(property)) { mean($0.map { $0[keyPath: property] }) }, one.comment)
  }

  private func presentMean<Value: SummableValue<Double>>(
    _ one: Case, _ property: any KeyPath<Record, Value?> & Sendable
  ) {
    #expect(one.allows(one.finder.average(property)) { mean($0.compactMap { $0[keyPath: property] }) }, one.comment)
  }

  private func mean(_ values: [some SummableValue<Double>]) -> Double? {
    values.isEmpty ? nil : values.reduce(0) { $0 + $1.asAverage } / Double(values.count)
  }

  @Test(arguments: 620..<623) func `plucked values of every type are those of a plain array`(part: Int) throws {
    try forEachCase(part) { one in
      pluck(one, \.int)
      pluck(one, \.int8)
      pluck(one, \.bool)
      pluck(one, \.double)
      pluck(one, \.string)
      pluck(one, \.decimal)
      pluck(one, \.strings)
      pluck(one, \.document)
      pluck(one, \.counts)
      pluck(one, \.self)
      pluck(one, \.maybeInt)
      pluck(one, \.maybeBool)
      pluck(one, \.maybeString)
      pluck(one, \.maybeStrings)
      pluck(one, \.string.count)
      let pairs = one.finder.pluck(\.maybeString, \.int, \.string.count)
      #expect(
        pairs.map { exactText([exactText($0 as Any), "\($1)", "\($2)"]) }
          == one.rows.map { exactText([exactText($0.maybeString as Any), "\($0.int)", "\($0.string.count)"]) },
        one.comment)
    }
  }

  private func pluck<Value>(_ one: Case, _ property: any KeyPath<Record, Value> & Sendable) {
    #expect(
      exactText(one.finder.pluck(property)) == exactText(one.rows.map { $0[keyPath: property] }), one.comment)
  }

  // MARK: - Sizes

  private struct Number: Model {
    var id = 0
    var value = 0
    var twice: Int { value * 2 }
    static let schema = Schema<Number> { Column(\.value) }

    init() {}
    init(_ value: Int) { self.value = value }
  }

  /// The sizes are around the number of rows in a mask word and in a chunk.
  @Test(.ownStore, arguments: [0, 1, 63, 64, 65, 127, 128, 129, 300]) func `every row is aggregated once`(size: Int)
    throws
  {
    var rows = try Number.insert(contentsOf: (0..<size).map { Number($0 * $0) })
    for _ in 0..<2 {
      let values = rows.map(\.value)
      #expect(Number.sum(\.value) == values.reduce(0, +))
      #expect(Number.sum(\.twice) == 2 * values.reduce(0, +))
      #expect(Number.maximum(\.value) == values.max() && Number.minimum(\.twice) == values.min().map { $0 * 2 })
      #expect(Number.pluck(\.value) == values && Number.pluck(\.twice) == values.map { $0 * 2 })
      #expect(Number.where(\.value > 100).sum(\.value) == values.filter { $0 > 100 }.reduce(0, +))
      #expect(Number.limit(5).sum(\.value) == values.prefix(5).reduce(0, +))
      #expect(Number.offset(5).pluck(\.value) == Array(values.dropFirst(5)))
      // The same with gaps between the rows.
      for row in rows where row.id % 3 == 0 { try row.delete() }
      rows.removeAll { $0.id % 3 == 0 }
    }
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `a sum that does not fit its type traps`() async {
      await #expect(processExitsWith: .failure) {
        for _ in 0..<2 { try Todo.create { $0.priority = .max } }
        _ = Todo.sum(\.priority)
      }
    }
  #endif
}
