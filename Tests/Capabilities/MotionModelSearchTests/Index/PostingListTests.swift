import MotionModelTestSupport
import Testing

@testable import MotionModelSearch

/// The rows of a word beside a dictionary.
@Suite struct PostingListTests {
  private typealias Rows = [Int: [UInt32]]

  private static func form(_ blockSize: Int) -> PostingForm {
    PostingForm(blockSize: blockSize, places: PlaceForm(columns: 2))
  }

  private static func rows(of list: PostingList) -> (order: [Int], rows: Rows) {
    var (order, rows) = ([Int](), Rows())
    for block in list.blocks {
      block.read { view in
        view.forEach { _, position, places in
          order.append(position)
          places.forEach { rows[position, default: []].append($0) }
        }
      }
    }
    return (order, rows)
  }

  private static func places(_ random: inout SplitMix64) -> [UInt32] {
    let count = random.chance(5) ? random.number(200...400) : random.number(1...4)
    let most = random.pick([100, 40_000, Int(UInt32.max)])
    return (0..<count).map { _ in UInt32(random.number(0...most)) }.sorted()
  }

  /// Positions are so far apart that offsets of one, two, four and eight bytes occur.
  @Test(arguments: [2, 3, 8, 128, 255], [300, 70_000, 5_000_000, 1 << 39])
  func `a list has the rows that were put in and not removed`(blockSize: Int, span: Int) {
    var random = TestSeed.generator(1_900 + blockSize)
    let (form, lengths) = (Self.form(blockSize), RowLengths(columns: 2))
    var (list, expected) = (PostingList.empty, Rows())
    for step in 0..<300 {
      let isRemoval = random.chance(step < 190 ? 25 : 70)
      if isRemoval, let position = expected.keys.sorted().randomElement(using: &random) {
        let places = expected.removeValue(forKey: position) ?? []
        let removals = [places + [7], places].map { list.hasRemoved(position, $0, form, lengths) }
        #expect(removals == [false, true], "seed \(TestSeed.current)")
      } else {
        let (position, places) = (random.number(0...span), Self.places(&random))
        expected[position] = places
        list.insert(position, PostingBlock(position, places), form, lengths)
      }
      if step % 25 == 0 || step > 290 { Self.expect(list, expected, form) }
    }
    let isGone = list.hasRemoved(span + 1, [1], form, lengths)
    #expect(!isGone)
  }

  @Test(arguments: [2, 5, 128]) func `rows are appended in one go`(blockSize: Int) {
    var random = TestSeed.generator(1_950)
    let (form, lengths) = (Self.form(blockSize), RowLengths(columns: 2))
    var (list, expected, last) = (PostingList.empty, Rows(), 0)
    for count in [1, 1, 3, 200, 1, 700] {
      var run = PostingRun()
      for _ in 0..<count {
        last += random.number(1...500)
        expected[last] = Self.places(&random)
        run.append(last, expected[last] ?? [])
      }
      list.append(run, form, lengths)
      Self.expect(list, expected, form)
    }
  }

  @Test func `a copy keeps what it had`() {
    let (form, lengths) = (Self.form(2), RowLengths(columns: 2))
    var list = PostingList.empty
    for position in 0..<20 { list.insert(position, PostingBlock(position, [1]), form, lengths) }
    let copy = list
    for position in 5..<20 { _ = list.hasRemoved(position, [1], form, lengths) }
    #expect(Self.rows(of: copy).order == Array(0..<20))
    #expect(Self.rows(of: list).order == Array(0..<5))
  }

  private static func expect(_ list: PostingList, _ expected: Rows, _ form: PostingForm) {
    let (order, rows) = rows(of: list)
    #expect(order == expected.keys.sorted() && rows == expected, "seed \(TestSeed.current)")
    #expect(list.count == expected.count && list.blocks.allSatisfy { $0.count <= form.blockSize })
    for (position, places) in expected.prefix(5) {
      #expect(list.find(position) { $0.count } == places.count)
      #expect(list.contains(position) && list.contains(position + 1) == (expected[position + 1] != nil))
    }
  }
}

extension PostingList {
  fileprivate mutating func hasRemoved(
    _ position: Int, _ places: [UInt32], _ form: PostingForm, _ lengths: RowLengths
  ) -> Bool {
    remove(position, PostingBlock(position, places), form, lengths)
  }
}
