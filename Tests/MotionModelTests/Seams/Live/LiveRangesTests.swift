@testable import MotionModel

import MotionModelTestSupport
import Testing

/// The ranges of views, and what is found among them.
struct LiveRangesTests {
  private func ticket() -> LiveTicket { LiveTicket(route: LiveRoute(), number: 0) }

  private func found(_ key: UInt64, or other: UInt64? = nil, in ranges: LiveRanges)
    -> (tickets: Set<LiveTicket>, compared: Int)
  {
    var found: Set<LiveTicket> = []
    let other = other ?? key
    let compared = ranges.forEach(with: min(key, other), or: max(key, other)) { found.insert($0) }
    return (found, compared)
  }

  @Test(arguments: 0..<20) func `those ranges are found that contain a key`(part: Int) {
    var random = TestSeed.generator(part)
    var (ranges, entries) = (LiveRanges(), [(ticket: LiveTicket, keys: ClosedRange<UInt64>)]())
    let span = random.pick([5, 100, 100_000])
    func key(_ random: inout SplitMix64) -> UInt64 {
      random.chance(5) ? .max : UInt64(random.number(0...span))
    }
    for step in 0..<1000 {
      if random.chance(45), let index = entries.indices.randomElement(using: &random) {
        let entry = entries.remove(at: index)
        ranges.remove(entry.ticket, entry.keys)
      } else {
        let (first, second) = (key(&random), key(&random))
        // Some tickets have several ranges, as those of conditions of which any has to be met.
        let ticket = random.chance(20) ? random.pickAny(entries)?.ticket ?? ticket() : ticket()
        let keys = min(first, second)...max(first, second)
        if entries.contains(where: { $0.ticket == ticket && $0.keys == keys }) { continue }
        entries.append((ticket, keys))
        ranges.insert(ticket, keys)
      }
      let (first, second) = (key(&random), key(&random))
      let other = random.chance(50) ? second : first
      let expected = entries.filter { $0.keys.contains(first) || $0.keys.contains(other) }
      #expect(
        found(first, or: other, in: ranges).tickets == Set(expected.map(\.ticket)),
        "seed \(TestSeed.current), part \(part), step \(step), keys \(first) and \(other)")
      #expect(ranges.count == Set(entries.map(\.keys)).count)
    }
    for entry in entries { ranges.remove(entry.ticket, entry.keys) }
    #expect(ranges.isEmpty && ranges.count == 0)
  }

  @Test(arguments: [false, true]) func `few of many ranges are compared, in whatever order they came`(isShuffled: Bool)
  {
    var random = TestSeed.generator(1)
    for count in [100, 10_000] {
      var ranges = LiveRanges()
      let starts = (0..<count).map { UInt64($0) * 10 }
      for start in isShuffled ? starts.shuffled(using: &random) : starts {
        ranges.insert(ticket(), start...(start + 9))
      }
      // The depth of a treap of n nodes is seldom above three times the logarithm of n to the base 2.
      let limit = 6 * (Int.bitWidth - count.leadingZeroBitCount)
      for _ in 0..<100 {
        let (found, compared) = found(UInt64(random.number(0...(count * 10 - 1))), in: ranges)
        #expect(found.count == 1)
        #expect(compared <= limit, "seed \(TestSeed.current), \(count) ranges")
      }
      let (both, compared) = found(5, or: UInt64(count * 10 - 5), in: ranges)
      #expect(both.count == 2 && compared <= 2 * limit, "what is between two keys is not compared")
      #expect(found(UInt64(count * 10), in: ranges).compared == 0, "it ends behind the greatest end")
    }
  }

  @Test func `a range within others is found, and costs them only`() {
    var ranges = LiveRanges()
    let wide = (0..<3).map { _ in ticket() }
    for (index, ticket) in wide.enumerated() { ranges.insert(ticket, UInt64(index)...1_000_000) }
    let narrow = (10..<5_000).map { start in
      let ticket = ticket()
      ranges.insert(ticket, UInt64(start)...UInt64(start))
      return ticket
    }
    let (found, compared) = found(2_000, in: ranges)
    #expect(found == Set(wide + [narrow[1_990]]))
    #expect(compared < 200)
  }
}
