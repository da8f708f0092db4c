import Foundation
@testable import MotionModel
import MotionModelTestSupport
import Testing

/// Stores get the same changes: one that makes pages always, one by use, one never, each with one thread and with three, which share a
/// table of more than 128 chunks. All must find the same.
@Suite struct PageOracleTests {
  private static func conditions(_ item: AllTypes, _ other: AllTypes) -> [RecordPredicate<AllTypes>] {
    var all: [RecordPredicate<AllTypes>] = []
    func add(_ condition: RecordPredicate<AllTypes>) { all.append(condition) }
    add(\.int < item.int)
    add(\.int >= item.int)
    add(\.int == item.int)
    add(\.int != item.int)
    add(\.int > item.int && \.int < other.int)
    add(\.int8 <= item.int8)
    add(\.int16 > item.int16)
    add(\.int32 == item.int32)
    add(\.int64 < item.int64)
    add(\.uint >= item.uint)
    add(\.uint8 != item.uint8)
    add(\.uint16 < item.uint16)
    add(\.uint32 > item.uint32)
    add(\.uint64 <= item.uint64)
    add(\.double < item.double)
    add(\.double == item.double)
    add(\.double != item.double)
    add(\.float >= item.float)
    add(\.float == item.float)
    add(\.decimal < item.decimal)
    add(\.decimal == item.decimal)
    add(\.date < item.date)
    add(\.date == item.date)
    add(\.uuid == item.uuid)
    add(\.bool == item.bool)
    add(\.bool != item.bool)
    add(\.level == item.level)
    add(\.maybeLevel == item.maybeLevel)
    add(\.maybeInt == item.maybeInt)
    add(\.maybeInt != item.maybeInt)
    add(\.maybeInt == nil)
    add(\.maybeInt != nil)
    add(ColumnTerm(\.maybeInt).lt(item.int))
    add(ColumnTerm(\.maybeInt).gte(other.int))
    add(ColumnTerm(\.maybeInt).gt(item.int) && ColumnTerm(\.maybeInt).lte(other.int))
    add(ColumnTerm(\.maybeInt8).lte(item.int8))
    add(\.maybeInt16 != item.maybeInt16)
    add(\.maybeInt32 == nil || \.maybeUInt8 == item.maybeUInt8)
    add(ColumnTerm(\.maybeInt64).gt(item.int64))
    add(ColumnTerm(\.maybeDouble).lt(item.double))
    add(ColumnTerm(\.maybeFloat).gte(item.float))
    add(ColumnTerm(\.maybeDate).gt(item.date) && ColumnTerm(\.maybeDate).lt(other.date))
    add(!ColumnTerm(\.maybeDate).lte(item.date))
    add(ColumnTerm(\.maybeDecimal).lt(item.decimal))
    add(ColumnTerm(\.maybeUUID).in([item.maybeUUID, other.maybeUUID]))
    add(!ColumnTerm(\.maybeUInt16).in([item.maybeUInt16, other.maybeUInt16]))
    add(\.maybeUInt64 == item.maybeUInt64)
    add(\.maybeDouble == item.maybeDouble)
    add(\.maybeDouble == nil)
    add(\.maybeDate != item.maybeDate)
    add(\.maybeBool == item.maybeBool)
    add(\.maybeUUID == item.maybeUUID)
    add(\.maybeDecimal == item.maybeDecimal)
    add(\.string == item.string)
    add(\.string != item.string)
    add(\.string < item.string)
    add(\.maybeString == item.maybeString)
    add(\.maybeString == nil)
    add(ColumnTerm(\.string).in([item.string, other.string]))
    add(ColumnTerm(\.string).contains(String(item.string.prefix(1))))
    add(ColumnTerm(\.maybeString).startsWith("a", caseSensitive: false))
    add(ColumnTerm(\.string).contains("E", caseSensitive: false, accentSensitive: false))
    add(\.word == item.word)
    add(\.serial == item.serial)
    add(ColumnTerm(\.int).in([item.int, other.int]))
    add(ColumnTerm(\.maybeInt8).in([item.maybeInt8, nil]))
    add(ColumnTerm(\.double).in([item.double, other.double, .nan]))
    add(\.int >= item.int && \.double < item.double && \.bool == true)
    add(\.int < item.int || \.maybeDate == nil)
    add(!(\.double < item.double))
    add(!(\.maybeInt == nil && \.int16 != item.int16))
    return all
  }

  /// Returns all that can be asked of the records that meet a condition, as text.
  private static func answers(_ finder: Finder<AllTypes>) -> [String] {
    var all: [String] = []
    all.append("\(finder.ids)")
    all.append("\(finder.count) \(finder.limit(3).count) \(finder.isEmpty)")
    all.append("\(finder.limit(5).ids) \(finder.order(by: \.int).limit(4).ids)")
    all.append(
      "\(finder.sum(\.int8.widened)) \(finder.sum(\.double).bitPattern) \(finder.sum(\.maybeFloat).bitPattern)")
    all.append(
      "\(finder.minimum(\.int) as Int?) \(finder.maximum(\.int) as Int?) \(finder.minimum(\.maybeInt) as Int?)")
    all.append("\((finder.minimum(\.double) as Double?)?.bitPattern as UInt64?)")
    all.append("\((finder.maximum(\.maybeDouble) as Double?)?.bitPattern as UInt64?)")
    all.append("\((finder.maximum(\.date) as Date?)?.timeIntervalSinceReferenceDate as Double?)")
    all.append("\(finder.minimum(\.uint64) as UInt64?) \((finder.average(\.float) as Double?)?.bitPattern as UInt64?)")
    all.append("\(finder.pluck(\.string)) \(finder.pluck(\.maybeString)) \(finder.order(by: \.string).limit(2).ids)")
    all.append(
      "\(finder.pluck(\.maybeInt)) \(finder.pluck(\.maybeInt8)) \(finder.pluck(\.maybeFloat).map { $0?.bitPattern })")
    all.append("\(finder.pluck(\.maybeUUID)) \(finder.pluck(\.maybeDecimal)) \(finder.pluck(\.maybeBool))")
    all.append(
      "\(finder.sum(\.maybeDouble).bitPattern) \((finder.average(\.maybeDouble) as Double?)?.bitPattern as UInt64?)")
    all.append("\(finder.maximum(\.maybeUUID) as UUID?) \(finder.minimum(\.maybeDecimal) as Decimal?)")
    for direction in [OrderDirection.ascending, .descending] {
      all.append("\(finder.order(by: \.maybeInt, direction).limit(4).ids)")
      all.append("\(finder.order(by: \.maybeDate, direction, nils: .first).limit(4).ids)")
    }
    all.append("\(finder.minimum(\.uuid) as UUID?) \(finder.maximum(\.decimal) as Decimal?)")
    return all
  }

  @Test(arguments: 0..<shortened(6)) func `answers are the same with pages, without and by use`(part: Int) throws {
    var random = TestSeed.generator(2_200 + part)
    let comment = Comment(rawValue: "seed \(TestSeed.current), part \(part)")
    let stores = [1, 3].flatMap { width in
      PageRule.allCases.map { rule in
        let store = Store(notificationCenter: nil)
        (store.pageRule, store.scanWidth, store.leastWideScan) = (rule, width, 0)
        return store
      }
    }
    var number = 0
    for _ in 0..<4 {
      try change(stores, &number, &random)
      for _ in 0..<shortened(2) {
        let (item, other) = (AllTypes.random(-1, using: &random), AllTypes.random(-2, using: &random))
        for condition in Self.conditions(item, other) {
          let answers = stores.map { Self.answers($0.table(AllTypes.self).records.where(condition)) }
          #expect(answers.allSatisfy { $0 == answers[0] }, "\(condition), \(comment)")
        }
      }
    }
    // So few rows are in more than 16 chunks only where these have two rows.
    let isSmall = RowPosition.perChunk == 2
    #expect(stores.map { $0.packedColumnBytes > 0 } == [isSmall, true, false, isSmall, true, false])
  }

  /// Makes the same random change in all stores.
  private func change(_ stores: [Store], _ number: inout Int, _ random: inout SplitMix64) throws {
    let added = (0..<random.number(1...300)).map { AllTypes.random(number + $0, using: &random) }
    number += added.count
    let gone = random.number(0...number)
    for store in stores {
      let table = store.table(AllTypes.self)
      try table.insert(contentsOf: added)
      try table.records.where(\.serial < gone && \.bool == true).deleteAll()
      try table.records.where(\.level == Level.none).limit(20).updateAll { $0.int &+= 1 }
    }
  }
}

extension Int8 {
  /// This number as one of a wider type, so that sums do not overflow.
  fileprivate var widened: Int { Int(self) }
}
