@testable import MotionModel
import MotionModelTestSupport
import Testing

/// An enum with an equality and an order of its own, which counts how often they are called.
private enum Shade: String, ColumnValue, CaseIterable {
  case black, grey, gray, white, red

  static let calls = Counter()

  private var name: String {
    switch self {
    case .gray: "grey"
    default: rawValue
    }
  }

  private var lightness: Int {
    switch self {
    case .black: 0
    case .grey, .gray, .red: 1
    case .white: 2
    }
  }

  static func == (first: Shade, second: Shade) -> Bool {
    calls.add()
    return first.name == second.name
  }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }

  static func precedes(_ first: Shade, _ second: Shade) -> Bool {
    calls.add()
    return first.lightness < second.lightness
  }

  /// Whether this shade comes before another, without counting.
  func isDarker(than other: Shade) -> Bool { lightness < other.lightness }
}

/// A type of one byte that is not an enum.
private struct Grade: ColumnValue {
  var value: Int8

  static let columnType = ColumnType.custom(name: "Grade")
  init(_ value: Int8) { self.value = value }
  init(attribute: AttributeValue) throws(CastError) { value = try Int8(attribute: attribute) }
  var attribute: AttributeValue { value.attribute }
}

private struct Paint: Model {
  var id = 0
  var shade = Shade.black
  var accent: Shade?
  var grade = Grade(0)

  static let schema = Schema<Paint> {
    Column(\.shade)
    Column(\.accent)
    Column(\.grade)
  }
}

/// Columns of one byte whose type has operators of its own. These are called once for each value, not for each record.
@Suite(.ownStore, .serialized) struct BytePropertyTests {
  private func insert(_ count: Int, _ random: inout SplitMix64) throws -> [Paint] {
    try Paint.insert(
      contentsOf: (0..<count).map { _ in
        var paint = Paint()
        (paint.shade, paint.grade) = (random.pick(Shade.allCases), Grade(Int8(random.number(-128...127))))
        paint.accent = random.chance(30) ? nil : random.pick(Shade.allCases)
        return paint
      })
  }

  /// Returns how often an answer calls the operators of ``Shade``.
  private func calls(_ answer: () -> Void) -> Int {
    let before = Shade.calls.value
    answer()
    return Shade.calls.value - before
  }

  @Test(arguments: 0..<4) func `conditions have the results of the type's own operators`(part: Int) throws {
    var random = TestSeed.generator(730 + part)
    let all = try insert(random.number(1...500), &random)
    func check(_ finder: Finder<Paint>, _ isIncluded: (Paint) -> Bool) {
      #expect(finder.ids == all.filter(isIncluded).map(\.id), "\(finder), seed \(TestSeed.current)")
    }
    let (accents, grades) = ([Shade.gray, .red], (0..<40).map { _ in Grade(Int8(random.number(-128...127))) })
    for shade in Shade.allCases {
      check(Paint.where(\.shade == shade)) { $0.shade == shade }
      check(Paint.where(\.shade != shade)) { $0.shade != shade }
      check(Paint.where(\.shade < shade)) { $0.shade.isDarker(than: shade) }
      check(Paint.where(\.shade >= shade)) { !$0.shade.isDarker(than: shade) }
      check(Paint.where(\.shade).between(.grey, shade)) {
        !$0.shade.isDarker(than: .grey) && !shade.isDarker(than: $0.shade)
      }
      check(Paint.where(\.accent == shade)) { $0.accent == shade }
      check(Paint.where(\.accent > shade)) { $0.accent.map { shade.isDarker(than: $0) } ?? false }
    }
    check(Paint.where(\.accent).isNil) { $0.accent == nil }
    check(Paint.where(\.accent).in(accents)) { $0.accent.map(accents.contains) ?? false }
    check(Paint.where(\.accent).in([nil, .white])) { $0.accent.map { $0 == .white } ?? true }
    check(Paint.where(\.grade).in(grades)) { grades.contains($0.grade) }
    check(Paint.where(\.grade).notIn(grades)) { !grades.contains($0.grade) }
  }

  @Test(arguments: 0..<4) func `orders have the result of the type's own order`(part: Int) throws {
    var random = TestSeed.generator(740 + part)
    let all = try insert(random.number(1...500), &random)
    func check(_ finder: Finder<Paint>, _ precedes: (Paint, Paint) -> Bool) {
      // Swift's sort keeps the order of equal elements.
      let (expected, limit) = (all.sorted(by: precedes).map(\.id), random.number(0...30))
      #expect(finder.ids == expected, "\(finder), seed \(TestSeed.current)")
      #expect(finder.limit(limit).ids == Array(expected.prefix(limit)), "\(finder), seed \(TestSeed.current)")
      #expect(finder.reversed().ids == expected.reversed(), "\(finder), seed \(TestSeed.current)")
      let last = Array(expected.reversed().prefix(limit))
      #expect(finder.reversed().limit(limit).ids == last, "\(finder), seed \(TestSeed.current)")
    }
    func isAccentDarker(_ first: Shade?, _ second: Shade?, nilFirst: Bool) -> Bool {
      guard let first, let second else { return (first == nil) != (second == nil) && (first == nil) == nilFirst }
      return first.isDarker(than: second)
    }
    check(Paint.order(by: \.shade)) { $0.shade.isDarker(than: $1.shade) }
    check(Paint.order(by: \.shade, .descending)) { $1.shade.isDarker(than: $0.shade) }
    check(Paint.order(by: \.accent)) { isAccentDarker($0.accent, $1.accent, nilFirst: false) }
    check(Paint.order(by: \.accent, nils: .first)) { isAccentDarker($0.accent, $1.accent, nilFirst: true) }
    check(Paint.order(by: \.accent, .descending)) {
      isAccentDarker($1.accent, $0.accent, nilFirst: true)
    }
    check(Paint.order(by: \.grade)) { $0.grade.value < $1.grade.value }
    check(Paint.order(by: \.shade).order(by: \.grade, .descending)) {
      $0.shade.isDarker(than: $1.shade) || !$1.shade.isDarker(than: $0.shade) && $0.grade.value > $1.grade.value
    }
  }

  @Test(arguments: PageRule.allCases) func `the first of an order are those of the whole order`(rule: PageRule) throws {
    var random = TestSeed.generator(760)
    let store = Store(notificationCenter: nil)
    store.pageRule = rule
    try store.asCurrent {
      _ = try insert(2_000, &random)
      try Paint.where(\.grade < Grade(-100)).deleteAll()
      let gray = Paint.where(\.shade == .gray)
      for finder in [
        Paint.order(by: \.shade), gray.order(by: \.grade), Paint.order(by: \.accent, .descending, nils: .last),
      ] {
        for finder in [finder, finder.reversed()] {
          let (all, offset, limit) = (finder.ids, random.number(0...20), random.number(1...50))
          let wanted = Array(all.dropFirst(offset).prefix(limit))
          for _ in 0..<3 {
            #expect(finder.offset(offset).limit(limit).ids == wanted, "\(finder), seed \(TestSeed.current)")
          }
        }
      }
    }
  }

  /// A table in which each value occurs in each chunk.
  @Test func `when enough have the first value, no further record is tested`() throws {
    try Paint.insert(
      contentsOf: (0..<6_000).map { number in
        var paint = Paint()
        (paint.shade, paint.accent) = (Shade.allCases[number % 5], number % 7 == 0 ? nil : .white)
        return paint
      })
    for _ in 0..<4 {
      let tested = Counter()
      let found = Paint.find { _ in
        tested.add()
        return true
      }
      #expect(found.order(by: \.shade).limit(3).ids == [1, 6, 11])
      #expect(tested.value <= RowPosition.perChunk)
      #expect(found.order(by: \.accent, nils: .first).reversed().limit(2).ids == [5_999, 5_998])
    }
    #expect(Paint.order(by: \.shade).limit(2).plan.packedColumns == ["shade"])
    #expect(
      Paint.order(by: \.shade).order(by: \.grade).limit(2).plan.packedColumns == [], "the further key decides, too")
  }

  @Test func `a condition calls the type's equality for each value, not for each record`() throws {
    var random = TestSeed.generator(750)
    _ = try insert(1_280, &random)
    #expect(calls { _ = Paint.where(\.shade == .white).count } == 5)
    #expect(calls { _ = Paint.where(\.accent != .white).count } == 5, "a missing value needs no call")
    // Besides the order, a comparison asks whether the value equals itself, as NaN does not.
    #expect(calls { _ = Paint.where(\.shade > .black).count } <= 16)
  }

  @Test func `a few records are tested one by one, with the same result`() throws {
    var random = TestSeed.generator(752)
    let all = try insert(5, &random)
    for shade in Shade.allCases {
      #expect(Paint.where(\.shade == shade).ids == all.filter { $0.shade == shade }.map(\.id))
    }
  }

  @Test func `an order calls the type's order for each pair of values, not for each record`() throws {
    var random = TestSeed.generator(751)
    _ = try insert(1_280, &random)
    #expect(calls { _ = Paint.order(by: \.shade).limit(20).all } <= 30)
    #expect(calls { _ = Paint.order(by: \.shade, .descending).all } <= 30)
    #expect(calls { _ = Paint.order(by: \.accent, nils: .first).all } <= 40)
  }
}
