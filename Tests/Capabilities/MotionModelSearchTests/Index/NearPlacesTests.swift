import MotionModelTestSupport
import Testing

@testable import MotionModelSearch

/// Places of a chain beside all pairs of them.
@Suite struct NearPlacesTests {
  private static func isNear(_ place: Int, _ length: Int, _ other: Int, _ otherLength: Int, _ distance: Int) -> Bool {
    guard NearPlaces.column(of: place) == NearPlaces.column(of: other) else { return false }
    let (end, otherEnd) = (place + length, other + otherLength)
    return end != otherEnd && (end < otherEnd ? other - end : place - otherEnd) <= distance
  }

  @Test func `each place has one near it, along the whole chain`() {
    var (random, found) = (TestSeed.generator(2_550), 0)
    for _ in 0..<600 {
      let lengths = (0..<random.number(2...3)).map { _ in random.number(1...3) }
      let distances = lengths.dropFirst().map { _ in random.pick([0, 1, 3, 1_000_000, .max]) }
      func place() -> Int { random.number(0...random.pick([0, 1])) << 28 + random.number(0...20) }
      let all = lengths.map { _ in Set((0..<random.number(1...6)).map { _ in place() }) }
      var expected = all
      for link in distances.indices {
        expected[link + 1] = expected[link + 1].filter { place in
          expected[link].contains { Self.isNear($0, lengths[link], place, lengths[link + 1], distances[link]) }
        }
      }
      for link in distances.indices.reversed() {
        expected[link] = expected[link].filter { place in
          expected[link + 1].contains { Self.isNear(place, lengths[link], $0, lengths[link + 1], distances[link]) }
        }
      }
      let form = PlaceForm(columns: 2)
      var chain = NearPlaces(lengths, distances, form)
      let isFound = chain.find { operand in
        ArraySlice(all[operand].map { form.place($0 & 0xFF_FFFF, in: NearPlaces.column(of: $0)) }.sorted())
      }
      #expect(isFound == !expected.contains { $0.isEmpty }, "seed \(TestSeed.current)")
      guard isFound else { continue }
      found += 1
      chain.keepChains()
      #expect(chain.places.map(Array.init) == expected.map { $0.sorted() }, "seed \(TestSeed.current)")
    }
    #expect(found > 100)
  }
}
