import MotionModelTestSupport
import MotionModelValidation
import Testing

@Suite(.ownStore) struct LengthTests {
  @Test(arguments: [
    (4, ["name: tooShort(count: 5)"]), (5, []), (8, []), (9, ["name: tooLong(count: 8)"]),
  ])
  func `a range is a minimum and a maximum length`(length: Int, broken: [String]) {
    let text = String(repeating: "x", count: length)
    let ranges: [Validations<Sample>] = [
      Validations { Length(\.name, 5...8) }, Validations { Length(\.name, 5..<9) },
      Validations { Length(\.name, min: 5, max: 8) },
    ]
    for rules in ranges { #expect(rules.broken { $0.name = text } == broken) }
  }

  @Test func `one end may be open`() {
    #expect(Validations<Sample> { Length(\.name, 2...) }.broken { $0.name = "a" } == ["name: tooShort(count: 2)"])
    #expect(Validations<Sample> { Length(\.name, min: 2) }.broken { $0.name = "ab" } == [])
    #expect(Validations<Sample> { Length(\.name, ...2) }.broken { $0.name = "abc" } == ["name: tooLong(count: 2)"])
    #expect(Validations<Sample> { Length(\.name, ..<2) }.broken { $0.name = "ab" } == ["name: tooLong(count: 1)"])
    #expect(Validations<Sample> { Length(\.name, max: 2) }.broken { $0.name = "" } == [])
    #expect(
      Validations<Sample> { Length(\.name, exactly: 2) }.broken { $0.name = "a" } == ["name: wrongLength(count: 2)"])
  }

  @Test func `characters are counted as a reader counts them`() {
    let rules = Validations<Sample> { Length(\.name, exactly: 3) }
    for text in ["abc", "äöü", "a\u{308}bc", "👨‍👩‍👧‍👦🇩🇪x", "a\r\nb", "日本語"] { #expect(rules.broken { $0.name = text } == []) }
    for text in ["ab", "äö", "a\r\n", "👨‍👩‍👧‍👦🇩🇪", "abcd"] { #expect(rules.broken { $0.name = text }.count == 1) }
  }

  @Test func `the fast count agrees with Swift's`() {
    var random = TestSeed.generator()
    let pieces = ["a", "\r", "\n", "\r\n", "ä", "\u{301}", "👍🏽", "日", " ", "\u{0}"]
    for _ in 0..<2000 {
      let text = (0..<random.number(0...12)).map { _ in random.pick(pieces) }.joined()
      let (min, max) = (random.number(0...6), random.number(6...12))
      let rules = Validations<Sample> {
        Length(\.name, min...max)
        Length(\.note, min...max)
      }
      let broken = rules.broken { ($0.name, $0.note) = (text, text) }
      #expect(broken.isEmpty == (min...max).contains(text.count), "\(text.debugDescription) in \(min)...\(max)")
    }
  }

  @Test func `limits may follow from the record`() {
    let rules = Validations<Sample> {
      Length(\.name, min: { $0.number }, max: { $0.limit ?? 5 })
      Length(\.note, max: { $0.number })
      Length(\.tags, min: { $0.number - 1 })
      Length(\.labels, max: { _ in 1 })
    }
    #expect(rules.broken() == [])
    #expect(
      rules.broken { ($0.name, $0.number, $0.tags) = ("ab", 3, ["a"]) } == [
        "name: tooShort(count: 3)", "tags: tooFew(count: 2)",
      ])
    #expect(
      rules.broken { ($0.name, $0.limit, $0.note) = ("abc", 2, "a") } == [
        "name: tooLong(count: 2)", "note: wrongLength(count: 0)",
      ])
    #expect(rules.broken { $0.labels = ["a", "b"] } == ["labels: tooMany(count: 1)"])
    #expect(rules.broken { ($0.number, $0.limit, $0.name, $0.tags) = (3, 1, "ab", ["a", "b"]) }.count == 1)
    #expect(rules.broken { ($0.number, $0.limit) = (-3, -1) }.isEmpty == false)
  }

  @Test func `a missing value counts as an empty string`() {
    #expect(Validations<Sample> { Length(\.note, 1...) }.broken() == ["note: tooShort(count: 1)"])
    #expect(Validations<Sample> { Length(\.note, ...9) }.broken() == [])
    #expect(Validations<Sample> { Length(\.labels, exactly: 2) }.broken() == ["labels: wrongCount(count: 2)"])
  }

  @Test func `the length of a collection is its number of elements`() {
    let rules = Validations<Sample> { Length(\.tags, 1...2) }
    #expect(rules.broken() == ["tags: tooFew(count: 1)"])
    #expect(rules.broken { $0.tags = ["a", "b"] } == [])
    #expect(rules.broken { $0.tags = ["a", "b", "c"] } == ["tags: tooMany(count: 2)"])
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `an empty range traps`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Validations<Sample> { Length(\.name, 5..<5) }
      }
      expectSentence("A rule Length of Sample can never be met, because its range is empty", result)
      await #expect(processExitsWith: .failure) { _ = Validations<Sample> { Length(\.name, min: 5, max: 4) } }
      await #expect(processExitsWith: .failure) { _ = Validations<Sample> { Length(\.name, ...(-1)) } }
    }
  #endif
}
