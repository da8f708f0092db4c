import MotionModelTestSupport
import MotionModelValues
import Testing

@Suite struct JoinedListTests {
  /// Joins lists of random lengths in a random order, and reads some of them on the way.
  @Test(arguments: 0..<20) func `joined lists have the elements of both`(part: Int) {
    var random = TestSeed.generator(4_600 + part)
    var lists = (0..<40).map { start in
      let elements = Array(start * 100..<start * 100 + random.number(0...20))
      return (list: JoinedList.array(elements), elements: elements)
    }
    while lists.count > 1 {
      let first = lists.remove(at: random.number(0...lists.count - 1))
      let place = random.number(0...lists.count - 1)
      if random.chance(30) { #expect(first.list.elements == first.elements) }
      lists[place] = (first.list + lists[place].list, first.elements + lists[place].elements)
      #expect(lists[place].list.count == lists[place].elements.count)
      if random.chance(30) { lists[place].list.append(-1); lists[place].elements.append(-1) }
    }
    #expect(Array(lists[0].list) == lists[0].elements)
    #expect(lists[0].list == .array(lists[0].elements))
  }

  @Test func `a list stays as it was when others are made of it`() {
    let base = JoinedList.array(Array(0..<30))
    let (first, second) = (base + [1], base + [2])
    var third = second
    third.append(3)
    #expect(first.elements == Array(0..<30) + [1])
    #expect(third.elements == Array(0..<30) + [2, 3])
    #expect(second.elements == Array(0..<30) + [2])
    #expect(base.elements == Array(0..<30))
  }

  @Test func `a list is changed in its middle`() {
    var list = JoinedList.array(Array(0..<20)) + [20, 21]
    list.replaceSubrange(1..<21, with: [7])
    #expect(list.elements == [0, 7, 21])
    list.removeAll { $0 == 7 }
    #expect(list == [0, 21])
  }

  @Test func `chains of 20,000 steps are read and freed on a small stack`() async {
    #expect(
      await onSmallStack {
        let steps = 0..<20_000
        let left = steps.reduce([]) { $0 + [$1] } as JoinedList<Int>
        let right = steps.reduce([]) { .array([$1]) + $0 } as JoinedList<Int>
        let unread = steps.reduce([]) { $0 + [$1] } as JoinedList<Int>
        return left.elements == Array(steps) && right.elements == steps.reversed() && unread.count == steps.count
      })
  }

  @Test(.enabled(if: Allocations.areCounted)) func `ten times as many steps cost at most twelve times as much`() {
    func bytes(_ count: Int) -> Int {
      Allocations.total {
        let list = (0..<count).reduce([]) { $0 + [$1] } as JoinedList<Int>
        precondition(list.elements.count == count)
      }
    }
    _ = bytes(100)
    let (few, many) = (bytes(1_000), bytes(10_000))
    #expect(many <= few * 12, "\(few) and \(many) bytes")
  }

  @Test func `several threads read a list that was joined`() async {
    let list = (0..<5_000).reduce([]) { $0 + [$1] } as JoinedList<Int>
    let sums = await withTaskGroup { group in
      for _ in 0..<8 { group.addTask { list.reduce(0, +) } }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(sums == [(0..<5_000).reduce(0, +)])
  }
}
