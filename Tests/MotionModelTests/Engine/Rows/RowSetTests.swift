@testable import MotionModel
import MotionModelTestSupport
import Testing

/// A row set and each copy of it must hold the same as a set of positions, in ascending order.
@Suite struct RowSetTests {
  private func positions(_ set: RowSet) -> [Int] {
    var positions: [Int] = []
    for element in set.elements {
      let first = RowPosition.first(inChunk: element.chunk)
      element.rows.forEach { positions.append(first + $0) }
    }
    return positions
  }

  @Test(arguments: 0..<4) func `random changes have the same effect as on a set, also in copies`(part: Int) {
    var random = TestSeed.generator(800 + part)
    let size = [10, 300, 5_000, 1_000_000][part]
    let comment = Comment(rawValue: "seed \(TestSeed.current), part \(part)")
    var (set, model) = (RowSet(), Set<Int>())
    var kept: [(RowSet, Set<Int>)] = []
    for step in 0..<2_000 {
      let position = random.number(0...size)
      switch random.number(0...9) {
      case 0...4:
        set.insert(position)
        model.insert(position)
      case 5...7:
        let position = random.chance(70) ? model.randomElement(using: &random) ?? position : position
        set.remove(position)
        model.remove(position)
      case 8 where kept.count > 3:
        let (other, otherModel) = random.pick(kept)
        set.formUnion(other)
        model.formUnion(otherModel)
      default: #expect(set.contains(position) == model.contains(position), comment)
      }
      if set.count != model.count { Issue.record("\(set.count) instead of \(model.count), \(comment)") }
      if let least = model.min(), set.first != least { Issue.record("\(set.first) is not the first, \(comment)") }
      if step % 200 == 0 { kept.append((set, model)) }
    }
    kept.append((set, model))
    for (set, model) in kept {
      #expect(positions(set) == model.sorted(), comment)
      #expect(set.isEmpty == model.isEmpty, comment)
      if let least = model.min() { #expect(set.first == least, comment) }
    }
  }

  @Test func `removing many rows in any order leaves the others, and gaps can be filled`() {
    for order in [Array(0..<2_000), (0..<2_000).reversed(), (0..<2_000).filter { $0 % 3 > 0 }] {
      var set = RowSet(positions: (0..<2_000).map { $0 * 128 })
      for number in order.dropLast(5) { set.remove(number * 128) }
      let rest = Set(0..<2_000).subtracting(order.dropLast(5)).sorted()
      #expect(positions(set) == rest.map { $0 * 128 } && set.count == rest.count && set.first == rest[0] * 128)
      for number in order { set.insert(number * 128 + 1) }
      #expect(positions(set) == (rest.map { $0 * 128 } + order.map { $0 * 128 + 1 }).sorted())
      #expect(set.first == positions(set)[0])
    }
  }

  @Test func `the union with an empty set is the other set`() {
    var (empty, some) = (RowSet(), RowSet(300))
    some.insert(5)
    some.formUnion(empty)
    empty.formUnion(some)
    #expect(positions(some) == [5, 300])
    #expect(positions(empty) == [5, 300])
    #expect([some.count, empty.count] == [2, 2])
  }

  @Test(arguments: [0, 1, 63, 64, 127, 128, 129, 1 << 38]) func `a set of one position contains it`(position: Int) {
    var set = RowSet(position)
    #expect([set.first, set.count] == [position, 1])
    #expect(set.contains(position))
    #expect(!set.contains(position + 1))
    #expect(!set.contains(position + 128))
    set.remove(position)
    #expect(set.isEmpty)
    #expect(positions(set) == [])
  }
}
