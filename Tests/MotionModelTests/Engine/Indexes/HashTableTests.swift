@testable import MotionModel
import MotionModelTestSupport
import Testing

/// A hash table and each copy of it must hold the same as a dictionary of sets.
@Suite struct HashTableTests {
  /// The expected content of a table.
  private typealias Model = [UInt64: Set<Int>]

  /// Returns the numbers with a hash. A table keeps only a part of the hash, so there may be others among them.
  private func numbers(_ hash: UInt64, _ table: HashTable) -> Set<Int> {
    var numbers: Set<Int> = []
    _ = table.first(hash: hash) { number in
      numbers.insert(number)
      return false
    }
    return numbers
  }

  private func expectSame(_ table: HashTable, _ model: Model, _ comment: Comment) {
    #expect(table.count == model.values.reduce(0) { $0 + $1.count }, comment)
    let hashes = Dictionary(grouping: model.keys) { $0 >> 40 }
    for (_, alike) in hashes {
      let expected = alike.reduce(into: Set<Int>()) { $0.formUnion(model[$1] ?? []) }
      guard let hash = alike.first, numbers(hash, table) != expected else { continue }
      Issue.record("\(numbers(hash, table)) instead of \(expected) under \(hash), \(comment)")
      return
    }
  }

  @Test(arguments: 0..<6) func `random changes have the same effect as on a dictionary, also in copies`(part: Int) {
    var random = TestSeed.generator(700 + part)
    // The hashes range from nearly all colliding to none colliding.
    let mask: UInt64 = [0x3 << 40, 0xFF << 40, 0xFFFF << 44, .max, .max << 60, 0xFFF << 40 | 0xFF][part]
    let comment = Comment(rawValue: "seed \(TestSeed.current), part \(part)")
    var table = HashTable()
    var model: Model = [:]
    var kept: [(HashTable, Model)] = []
    var next = 0
    for step in 0..<shortened(4_000) {
      switch random.number(0...10) {
      case 10:
        let hashes = (0..<random.pick([0, 1, 5, 300])).map { _ in random.next() & mask }
        table.insert(Array(next..<next + hashes.count), hashes: hashes)
        for hash in hashes {
          model[hash, default: []].insert(next)
          next += 1
        }
      case 0...5:
        let hash = random.next() & mask
        table.insert(next, hash: hash)
        model[hash, default: []].insert(next)
        next += 1
      case 6, 7:
        guard let (hash, numbers) = model.randomElement(using: &random), let number = numbers.first else { continue }
        table.remove(number, hash: hash)
        model[hash]?.remove(number)
        if model[hash]?.isEmpty == true { model[hash] = nil }
      case 8:
        guard let (hash, numbers) = model.randomElement(using: &random), let number = numbers.first else { continue }
        table.replace(number, with: next, hash: hash)
        model[hash]?.remove(number)
        model[hash]?.insert(next)
        next += 1
      default:
        // Removing an absent entry changes nothing.
        table.remove(next + 1, hash: random.next() & mask)
      }
      if step % 800 == 0 { kept.append((table, model)) }
    }
    kept.append((table, model))
    for (table, model) in kept { expectSame(table, model, comment) }
  }

  @Test func `the largest numbers can be stored`() {
    var table = HashTable()
    for number in [0, 1, HashTable.maximum - 1, HashTable.maximum] { table.insert(number, hash: .max) }
    #expect(numbers(.max, table) == [0, 1, HashTable.maximum - 1, HashTable.maximum])
    table.remove(HashTable.maximum, hash: .max)
    #expect(numbers(.max, table) == [0, 1, HashTable.maximum - 1])
  }

  @Test func `entries with the same hash are distinguished by number`() {
    var table = HashTable()
    for number in 0..<1_000 { table.insert(number, hash: 42) }
    for number in 0..<1_000 where !number.isMultiple(of: 3) { table.remove(number, hash: 42) }
    #expect(numbers(42, table) == Set(stride(from: 0, to: 1_000, by: 3)))
    #expect(table.count == 334)
    for number in stride(from: 0, to: 1_000, by: 3) { table.remove(number, hash: 42) }
    #expect(table.count == 0)
    #expect(numbers(42, table) == [])
  }

  @Test func `200,000 entries are found, and copies made during the insertions do not change`() {
    var table = HashTable()
    var copies: [HashTable] = []
    for number in 0..<200_000 {
      if number % 50_000 == 0 { copies.append(table) }
      table.insert(number, hash: tableHash(number))
    }
    func holds(_ table: HashTable, _ numbers: Range<Int>) -> Bool {
      numbers.allSatisfy { number in table.first(hash: tableHash(number)) { $0 == number } == number }
    }
    #expect(table.count == 200_000)
    #expect(holds(table, 0..<200_000))
    for (index, copy) in copies.enumerated() {
      let size = index * 50_000
      #expect(copy.count == size)
      #expect(holds(copy, max(0, size - 1_000)..<size))
      #expect(copy.first(hash: tableHash(size)) { $0 == size } == nil)
    }
    for number in 0..<200_000 where number % 20 != 0 { table.remove(number, hash: tableHash(number)) }
    #expect(table.count == 10_000)
    for number in stride(from: 0, to: 200_000, by: 997) {
      let found = table.first(hash: tableHash(number)) { $0 == number }
      #expect(found == (number % 20 == 0 ? number : nil))
    }
  }
}
