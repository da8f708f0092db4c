import Foundation
@testable import MotionModel
import MotionModelTestSupport
import Testing

/// A rank of one byte, which is equal to those of the same parity.
private struct Parity: ColumnValue {
  var number: UInt8 = 0

  static var columnType: ColumnType { UInt8.columnType }
  var attribute: AttributeValue { number.attribute }
  init(_ number: UInt8) { self.number = number }
  init(attribute: AttributeValue) throws(CastError) { number = try UInt8(attribute: attribute) }
  static func == (a: Parity, b: Parity) -> Bool { a.number % 2 == b.number % 2 }
  func hash(into hasher: inout Hasher) { hasher.combine(number % 2) }
  static func precedes(_ first: Parity, _ second: Parity) -> Bool { first.number % 2 < second.number % 2 }
}

/// A record of optionals whose pages have masks.
private struct Sample: Model, Equatable {
  var id = 0
  var int: Int?
  var byte: Int8?
  var double: Double?
  var date: Date?
  var uuid: UUID?
  var decimal: Decimal?
  var parity: Parity?
  private var rest: (Int, Int, Int, Int) = (0, 0, 0, 0)

  static let schema = Schema<Sample> {
    Column(\.int, .packed)
    Column(\.byte, .packed)
    Column(\.double, .packed)
    Column(\.date, .packed)
    Column(\.uuid, .packed)
    Column(\.decimal, .packed)
    Column(\.parity, .packed)
    Transient(\.rest)
  }

  static func == (a: Sample, b: Sample) -> Bool { a.id == b.id }

  static func random(_ id: Int, _ isFull: Bool, using random: inout SplitMix64) -> Sample {
    var item = Sample()
    item.id = id
    func value<Value>(_ value: Value) -> Value? { isFull || random.number(0...3) > 0 ? value : nil }
    let number = random.number(0...19)
    item.int = value(number - 10)
    item.byte = value(Int8(number))
    item.double = value(number == 7 ? .nan : number == 8 ? -0.0 : Double(number) / 4)
    item.date = value(Date(timeIntervalSinceReferenceDate: Double(number)))
    item.uuid = value(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number))))
    item.decimal = value(Decimal(number) / 10)
    item.parity = value(Parity(UInt8(number)))
    return item
  }
}

/// A value that has the bytes of its only property.
private struct Rating: ColumnValue {
  var stars: Int?

  static var columnType: ColumnType { .custom(name: "Rating") }
  var attribute: AttributeValue { (stars ?? -1).attribute }
  init(_ stars: Int?) { self.stars = stars }
  init(attribute: AttributeValue) throws(CastError) {
    let number = try Int(attribute: attribute)
    stars = number < 0 ? nil : number
  }
}

private struct Film: Model {
  var id = 0
  var rating = Rating(nil)

  static let schema = Schema<Film> { Column(\.rating, .packed) }
}

private struct Play: Model {
  var id = 0
  var rating = Rating(nil)

  static let schema = Schema<Play> { Column(\.rating.stars, .packed) }
}

@Suite struct PresentColumnTests {
  private static let chunk = RowPosition.perChunk

  /// Records of which some chunks have all values, some none and the others some, in a store that packs them.
  private static func store(_ random: inout SplitMix64) throws -> (store: Store, items: [Sample]) {
    let store = Store(notificationCenter: nil)
    (store.pageRule, store.scanWidth, store.leastWideScan) = (.always, random.number(1...2), 0)
    var items: [Sample] = []
    for number in 0..<20 * chunk {
      var item = Sample.random(number + 1, number / chunk % 3 == 1, using: &random)
      if number / chunk % 5 == 2 { item = with(Sample()) { $0.id = number + 1 } }
      items.append(item)
    }
    try store.table(Sample.self).insert(contentsOf: items)
    return (store, items)
  }

  private static func conditions(_ item: Sample, _ other: Sample) -> [(RecordPredicate<Sample>, (Sample) -> Bool)] {
    func less<Value: Comparable>(_ first: Value?, _ second: Value?) -> Bool {
      guard let first, let second else { return false }
      return first < second
    }
    let (date, uuid) = (ColumnTerm(\Sample.date), ColumnTerm(\Sample.uuid))
    return [
      (\.int == item.int, { $0.int == item.int }),
      (\.int != item.int, { $0.int != item.int }),
      (\.int == nil, { $0.int == nil }),
      (\.int != nil, { $0.int != nil }),
      (!(\.int == 3), { $0.int != 3 }),
      (\.int < 3, { less($0.int, 3) }),
      (\.int >= 3, { $0.int.map { $0 >= 3 } ?? false }),
      (!(\.int < 3), { !less($0.int, 3) }),
      (\.int < 100, { $0.int != nil }),
      (\.int > -5 && \.int <= 5, { less(-5, $0.int) && less($0.int, 6) }),
      (\.byte != item.byte, { $0.byte != item.byte }),
      (\.double == item.double, { $0.double == item.double }),
      (\.double != item.double, { $0.double != item.double }),
      (\.double < 1, { less($0.double, 1) }),
      (\.double == 0, { $0.double == 0 }),
      (date.lt(item.date), { less($0.date, item.date) }),
      (
        date.gte(item.date) || \.byte == nil,
        { less(item.date, $0.date) || $0.byte == nil || item.date != nil && $0.date == item.date }
      ),
      (uuid.in([item.uuid, other.uuid]), { [item.uuid, other.uuid].contains($0.uuid) }),
      (!uuid.in([item.uuid, nil]), { ![item.uuid, nil].contains($0.uuid) }),
      (uuid.in([]), { _ in false }),
      (\.decimal < 1, { less($0.decimal, 1) }),
      (\.decimal == item.decimal, { $0.decimal == item.decimal }),
      (\.parity == Parity(5), { $0.parity.map { $0.number % 2 == 1 } ?? false }),
      (\.parity != Parity(5), { $0.parity.map { $0.number % 2 == 0 } ?? true }),
      (\.parity == nil, { $0.parity == nil }),
    ]
  }

  @Test(arguments: 0..<shortened(8)) func `conditions find what a loop over the records finds`(part: Int) throws {
    var random = TestSeed.generator(9_400 + part)
    let (store, items) = try Self.store(&random)
    let records = store.table(Sample.self).records
    let (item, other) = (random.pick(items), random.pick(items))
    for (condition, isMet) in Self.conditions(item, other) {
      let expected = items.filter(isMet).map(\.id)
      #expect(records.where(condition).ids == expected, "\(condition), seed \(TestSeed.current), part \(part)")
      #expect(records.where(condition).count == expected.count, "\(condition), seed \(TestSeed.current), part \(part)")
    }
    #expect(records.where(\.int == 1 && \.uuid == nil).plan.packedColumns == ["int", "uuid"])
  }

  @Test(arguments: 0..<shortened(8)) func `aggregates and plucked values are those of a loop`(part: Int) throws {
    var random = TestSeed.generator(9_500 + part)
    let (store, all) = try Self.store(&random)
    let bound = random.number(0...19)
    for isWhole in [true, false] {
      let records =
        isWhole ? store.table(Sample.self).records : store.table(Sample.self).records.where(\.byte < Int8(bound))
      let items = isWhole ? all : all.filter { $0.byte.map { $0 < bound } ?? false }
      let ints = items.compactMap(\.int), dates = items.compactMap(\.date)
      #expect(records.sum(\.int) == ints.reduce(0, +))
      #expect(records.average(\.int) == (ints.isEmpty ? nil : Double(ints.reduce(0, +)) / Double(ints.count)))
      #expect((records.minimum(\.int) as Int?) == ints.min() && (records.maximum(\.date) as Date?) == dates.max())
      #expect((records.minimum(\.uuid) as UUID?) == items.compactMap(\.uuid).min { $0.uuidString < $1.uuidString })
      #expect(records.sum(\.decimal) == items.compactMap(\.decimal).reduce(0, +))
      #expect(records.pluck(\.int) == items.map(\.int) && records.pluck(\.byte) == items.map(\.byte))
      #expect(records.pluck(\.uuid) == items.map(\.uuid) && records.pluck(\.decimal) == items.map(\.decimal))
      #expect(records.pluck(\.parity).map(\.?.number) == items.map(\.parity).map(\.?.number))
      #expect(records.pluck(\.double).map(\.?.bitPattern) == items.map(\.double).map(\.?.bitPattern))
      for limit in [1, 5, 40] {
        func ordered(_ precedes: (Int, Int) -> Bool, nilsFirst: Bool) -> [Int] {
          let present = items.filter { $0.int != nil }.sorted { precedes($0.int ?? 0, $1.int ?? 0) }
          let missing = items.filter { $0.int == nil }
          return (nilsFirst ? missing + present : present + missing).prefix(limit).map(\.id)
        }
        #expect(records.order(by: \.int).limit(limit).ids == ordered(<, nilsFirst: false))
        #expect(records.order(by: \.int, .descending).limit(limit).ids == ordered(>, nilsFirst: false))
        #expect(records.order(by: \.int, nils: .first).limit(limit).ids == ordered(<, nilsFirst: true))
        #expect(records.order(by: \.int, .descending, nils: .first).limit(limit).ids == ordered(>, nilsFirst: true))
      }
    }
  }

  @Test func `a value and its only property, which have the same bytes, have pages of their own`() throws {
    let store = Store(notificationCenter: nil)
    store.pageRule = .always
    let (films, plays) = (store.table(Film.self).records, store.table(Play.self).records)
    let stars = (0..<400).map { $0 % 5 == 0 ? nil : $0 % 7 }
    try store.table(Film.self).insert(contentsOf: stars.map { stars in with(Film()) { $0.rating.stars = stars } })
    try store.table(Play.self).insert(contentsOf: stars.map { stars in with(Play()) { $0.rating.stars = stars } })
    let four = stars.filter { $0 == 4 }.count
    for _ in 0..<2 {
      #expect(films.where(\.rating == Rating(4)).count == four && films.where(\.rating.stars == 4).count == four)
      #expect(plays.where(\.rating == Rating(4)).count == four && plays.where(\.rating.stars == 4).count == four)
      #expect(films.where(\.rating.stars == nil).count == 80 && plays.where(\.rating == Rating(nil)).count == 80)
      #expect(films.pluck(\.rating.stars) == stars && plays.pluck(\.rating).map(\.stars) == stars)
      #expect((films.maximum(\.rating.stars) as Int?) == 6 && plays.maximum(\.rating) == Rating(6))
      #expect(films.sum(\.rating.stars) == stars.compactMap(\.self).reduce(0, +))
    }
  }

  @Test func `a page of optionals takes the bytes of their values and a bit for each`() throws {
    let layout = try #require(PageLayout(StoredProperty<Int?>(offset: 8)))
    #expect(layout.isMasked && layout.bytes(of: 128) == 128 * 8 + 16)
    #expect(PageLayout(StoredProperty<UUID?>(offset: 3))?.bytes(of: 128) == 128 * 16 + 16)
    // These have room for nil among the bits of a value.
    #expect(PageLayout(StoredProperty<Bool?>(offset: 0))?.isMasked == false)
    #expect(PageLayout(StoredProperty<String?>(offset: 0))?.isMasked == false)
    // A value and the byte behind it would lie in the padding.
    #expect(PageLayout(StoredProperty<Padded?>(offset: 0))?.isMasked == false)
  }
}

/// A value of eight bytes, of which the last three are padding.
private struct Padded {
  var number: Int32 = 0
  var byte: Int8 = 0
}

/// Returns a value with changes.
private func with<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
  var value = value
  change(&value)
  return value
}
