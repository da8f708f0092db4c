import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// Foundation's predicates must find the records for which they are true, whether they can be translated or not.
@Suite struct FoundationPredicateTests {
  @Test(arguments: 0..<2) func `a predicate finds without an index what plain Swift finds`(part: Int) throws {
    try predicates(Unindexed.self, 200 + part)
  }

  @Test(arguments: 0..<2) func `a predicate finds with indexes what plain Swift finds`(part: Int) throws {
    try predicates(Indexed.self, 200 + part)
  }

  private func predicates<Indexing: AllTypesIndexing>(_ indexing: Indexing.Type, _ part: Int) throws {
    var world = try FinderWorld<Indexing>(part: part, size: 200)
    for _ in 0..<5 {
      computed(&world)
      numbers(&world)
      lists(&world)
      mixed(&world)
      optionals(&world)
      throwing(&world)
      ranges(&world)
    }
  }

  private func check<Indexing: AllTypesIndexing>(
    _ world: FinderWorld<Indexing>, _ predicate: Predicate<AllTypesRecord<Indexing>>,
    location: SourceLocation = #_sourceLocation, _ isMet: (AllTypesRecord<Indexing>) -> Bool
  ) {
    let comment = Comment(rawValue: "seed \(TestSeed.current)")
    #expect(world.records.where(predicate).ids == world.rows.filter(isMet).map(\.id), comment, sourceLocation: location)
    for row in world.rows.prefix(5) {
      #expect(world.records.where(predicate).matches(row) == isMet(row), comment, sourceLocation: location)
    }
  }

  private func computed<Indexing: AllTypesIndexing>(_ world: inout FinderWorld<Indexing>) {
    let number = world.random.number(0...5)
    check(world, #Predicate { $0.bool }) { $0.bool }
    check(world, #Predicate { !$0.bool }) { !$0.bool }
    check(world, #Predicate { $0.string.isEmpty }) { $0.string.isEmpty }
    check(world, #Predicate { !$0.string.isEmpty }) { !$0.string.isEmpty }
    check(world, #Predicate { $0.string.count > number }) { $0.string.count > number }
    check(world, #Predicate { $0.string == $0.code }) { $0.string == $0.code }
    check(world, #Predicate { $0.string < $0.code || $0.int8 == $0.int8 }) { $0.string < $0.code || $0.int8 == $0.int8 }
    check(world, #Predicate { $0.document.title == "a" }) { $0.document.title == "a" }
    check(world, #Predicate { $0.bool ? $0.int8 > 0 : $0.uint8 > 0 }) { $0.bool ? $0.int8 > 0 : $0.uint8 > 0 }
    check(world, #Predicate { _ in true }) { _ in true }
  }

  private func numbers<Indexing: AllTypesIndexing>(_ world: inout FinderWorld<Indexing>) {
    let (number, divisor) = (Int16.nasty(using: &world.random), Int16(world.random.pick([-1, 1, 2, 7])))
    check(world, #Predicate { $0.int16 / 2 == 3 }) { $0.int16 / 2 == 3 }
    check(world, #Predicate { $0.double == $0.double }) { $0.double == $0.double }
    check(world, #Predicate { $0.double * 2 - 1 < $0.double / 3 }) { $0.double * 2 - 1 < $0.double / 3 }
    check(world, #Predicate { !($0.double < -$0.double) }) { !($0.double < -$0.double) }
    check(world, #Predicate { $0.float + $0.float >= 1 }) { $0.float + $0.float >= 1 }
    // Foundation would trap where a number does not fit. Here the result is missing: it equals no number, and differs
    // from all of them.
    check(world, #Predicate { $0.int16 + 1 == number }) { $0.int16 < .max && $0.int16 + 1 == number }
    check(world, #Predicate { $0.int16 - number > 3 }) {
      let (result, overflow) = $0.int16.subtractingReportingOverflow(number)
      return !overflow && result > 3
    }
    check(world, #Predicate { !($0.int16 * number <= 0) }) {
      let (result, overflow) = $0.int16.multipliedReportingOverflow(by: number)
      return overflow || result > 0
    }
    check(world, #Predicate { -$0.int16 > number }) { $0.int16 > .min && -$0.int16 > number }
    check(world, #Predicate { $0.int16 / divisor != number }) {
      let (result, overflow) = $0.int16.dividedReportingOverflow(by: divisor)
      return overflow || result != number
    }
    check(world, #Predicate { number % $0.int16 == 1 }) {
      if $0.int16 == 0 { return false }
      let (result, overflow) = number.remainderReportingOverflow(dividingBy: $0.int16)
      return !overflow && result == 1
    }
  }

  private func lists<Indexing: AllTypesIndexing>(_ world: inout FinderWorld<Indexing>) {
    let number = Int.nasty(using: &world.random)
    check(world, #Predicate { $0.strings.contains("bob") }) { $0.strings.contains("bob") }
    check(world, #Predicate { $0.strings.isEmpty || $0.ints.count == 2 }) { $0.strings.isEmpty || $0.ints.count == 2 }
    check(world, #Predicate { $0.ints.contains { $0 > number } }) { $0.ints.contains { $0 > number } }
    check(world, #Predicate { !$0.ints.allSatisfy { $0 > number } }) { !$0.ints.allSatisfy { $0 > number } }
    check(world, #Predicate { $0.ints.filter { $0 > number }.count == 1 }) {
      $0.ints.filter { $0 > number }.count == 1
    }
    check(world, #Predicate { row in row.ints.contains { $0 == row.int } }) { row in
      row.ints.contains { $0 == row.int }
    }
    check(world, #Predicate { $0.ints.first == number || $0.strings.last == nil }) {
      $0.ints.first == number || $0.strings.last == nil
    }
    check(world, #Predicate { $0.counts["a"] == nil }) { $0.counts["a"] == nil }
    check(world, #Predicate { ($0.counts["a"] ?? 7) == 7 && !$0.counts.isEmpty }) {
      ($0.counts["a"] ?? 7) == 7 && !$0.counts.isEmpty
    }
    check(world, #Predicate { ($0.maybeInts?.count ?? 0) > 1 }) { ($0.maybeInts?.count ?? 0) > 1 }
  }

  private func mixed<Indexing: AllTypesIndexing>(_ world: inout FinderWorld<Indexing>) {
    let (flag, number) = (Bool.nasty(using: &world.random), UInt8.nasty(using: &world.random))
    let text = String.nasty(using: &world.random)
    check(world, #Predicate { $0.bool == flag && $0.string.isEmpty }) { $0.bool == flag && $0.string.isEmpty }
    check(world, #Predicate { $0.uint8 == number || $0.string.count == 3 }) {
      $0.uint8 == number || $0.string.count == 3
    }
    check(world, #Predicate { !($0.uint8 == number || $0.ints.isEmpty) && $0.string != text }) {
      !($0.uint8 == number || $0.ints.isEmpty) && $0.string != text
    }
    check(world, #Predicate { !$0.bool && ($0.uint8 > number ? $0.int8 > 0 : $0.int8 < 0) }) {
      !$0.bool && ($0.uint8 > number ? $0.int8 > 0 : $0.int8 < 0)
    }
  }

  private func optionals<Indexing: AllTypesIndexing>(_ world: inout FinderWorld<Indexing>) {
    let text = String.nasty(using: &world.random)
    let number = Int.nasty(using: &world.random)
    check(world, #Predicate { ($0.maybeString ?? "") == text }) { ($0.maybeString ?? "") == text }
    check(world, #Predicate { $0.maybeString == text }) { $0.maybeString == text }
    check(world, #Predicate { $0.maybeString != text }) { $0.maybeString != text }
    check(world, #Predicate { $0.maybeString != nil }) { $0.maybeString != nil }
    check(world, #Predicate { $0.maybeString?.isEmpty == true }) { $0.maybeString?.isEmpty == true }
    check(world, #Predicate { $0.maybeString?.contains("o") ?? false }) { $0.maybeString?.contains("o") ?? false }
    check(world, #Predicate { ($0.maybeInt ?? 0) >= number }) { ($0.maybeInt ?? 0) >= number }
    check(world, #Predicate { $0.maybeBool ?? true }) { $0.maybeBool ?? true }
    check(world, #Predicate { ($0.maybeInt ?? $0.int) == $0.int }) { ($0.maybeInt ?? $0.int) == $0.int }
    check(world, #Predicate { if let value = $0.maybeInt { value > number } else { false } }) {
      if let value = $0.maybeInt { value > number } else { false }
    }
  }

  private func throwing<Indexing: AllTypesIndexing>(_ world: inout FinderWorld<Indexing>) {
    let number = Int.nasty(using: &world.random)
    // A record for which the predicate throws does not match, negated or not.
    // swift-format-ignore: NeverForceUnwrap
    check(world, #Predicate { $0.maybeInt! > number }) { $0.maybeInt.map { $0 > number } ?? false }
    // swift-format-ignore: NeverForceUnwrap
    check(world, #Predicate { !($0.maybeInt! > number) }) { $0.maybeInt.map { !($0 > number) } ?? false }
  }

  private func ranges<Indexing: AllTypesIndexing>(_ world: inout FinderWorld<Indexing>) {
    let (one, other) = (Int16.nasty(using: &world.random), Int16.nasty(using: &world.random))
    let (low, high) = (min(one, other), max(one, other))
    let range = low..<high
    check(world, #Predicate { (low...high).contains($0.int16) }) { (low...high).contains($0.int16) }
    check(world, #Predicate { (low..<high).contains($0.int16) }) { (low..<high).contains($0.int16) }
    check(world, #Predicate { range.contains($0.int16) }) { range.contains($0.int16) }
    let list = (0..<4).map { _ in UInt32.nasty(using: &world.random) }
    let set = Set(list)
    check(world, #Predicate { list.contains($0.uint32) }) { list.contains($0.uint32) }
    check(world, #Predicate { !list.contains($0.uint32) }) { !list.contains($0.uint32) }
    check(world, #Predicate { set.contains($0.uint32) }) { set.contains($0.uint32) }
    let date = Date.nasty(using: &world.random)
    check(world, #Predicate { $0.date < date }) { $0.date < date }
    // Unlike Swift's `>=` for dates, the library's never matches a date whose interval is NaN.
    check(world, #Predicate { date >= $0.date }) { date >= $0.date && date == date && $0.date == $0.date }
    let id = UUID.nasty(using: &world.random)
    check(world, #Predicate { $0.uuid == id }) { $0.uuid == id }
    let text = String.nasty(using: &world.random)
    check(world, #Predicate { $0.string.starts(with: text) }) { Array($0.string).starts(with: Array(text)) }
    check(world, #Predicate { $0.string < text }) { $0.string < text }
  }
}
