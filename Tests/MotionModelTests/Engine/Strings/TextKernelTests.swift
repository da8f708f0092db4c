import Foundation
@testable import MotionModel
import MotionModelTestSupport
import Testing

/// Strings are compared by their bits and bytes where that is sufficient. The results must be those of Swift's
/// comparison.
@Suite(.ownStore) struct TextKernelTests {
  struct Line: Model {
    var id = 0
    var text = ""
    var maybe: String?
    static let schema = Schema<Line> {
      Column(\.text)
      Column(\.maybe)
    }
  }

  /// Strings around the limits of the fast paths: of 14 to 16 bytes, ASCII and not, with common parts, some of them
  /// canonically equivalent to others.
  static let texts: [String] = {
    let ends = [
      "", "a", "A", "z", "K", "\u{212A}", "k", ";", "\u{37E}", "`", "\u{1FEF}", "é", "e\u{301}", "e", "\r", "\n",
      "\r\n",
    ]
    let starts = [
      "", "a", "seattle", "0123456789012", "01234567890123", "012345678901234", "a text that is not short at all",
    ]
    return starts.flatMap { start in ends.flatMap { [start + $0, $0 + start, start.uppercased() + $0 + start] } }
  }()

  private func insertAll() throws -> [Line] {
    let texts = Self.texts.map(Self.representations)
    return try Line.insert(
      contentsOf: texts.joined().enumerated().map { number, text in
        var line = Line()
        (line.text, line.maybe) = (text, number % 7 == 0 ? nil : text)
        return line
      })
  }

  /// Returns a string in several representations: as given, with spare capacity, as the rest of a longer string, and
  /// bridged from `NSString`.
  private static func representations(_ text: String) -> [String] {
    var roomy = text
    roomy.reserveCapacity(100)
    return [text, roomy, String((text + "x").dropLast()), NSString(string: text) as String]
  }

  @Test func `short ASCII strings are stored inline`() { #expect(StringBits.shortTag != nil) }

  @Test func `equality is that of Swift, in all representations of strings`() throws {
    let lines = try insertAll()
    for text in Set(Self.texts.map { Array($0.unicodeScalars) }).map({ String(String.UnicodeScalarView($0)) }) {
      let comment = Comment(rawValue: text.debugDescription)
      #expect(Line.where(\.text == text).count == lines.count { $0.text == text }, comment)
      #expect(Line.where(\.text != text).count == lines.count { $0.text != text }, comment)
      #expect(Line.where(\.maybe == text).count == lines.count { $0.maybe == text }, comment)
    }
    #expect(Line.where(\.maybe == nil).ids == lines.filter { $0.maybe == nil }.map(\.id))
    #expect(Line.where(\.maybe).isNil.ids == lines.filter { $0.maybe == nil }.map(\.id))
  }

  @Test func `short and long lists of strings find the same as Swift`() throws {
    let lines = try insertAll()
    var random = TestSeed.generator(41)
    for size in [0, 1, 2, 8, 9, 30] {
      let list = (0..<size).map { _ in random.pick(Self.texts) }
      #expect(Line.where(\.text).in(list).ids == lines.filter { list.contains($0.text) }.map(\.id), "\(list)")
      #expect(Line.where(\.text).notIn(list).count == lines.count { !list.contains($0.text) }, "\(list)")
    }
  }

  @Test(arguments: [true, false]) func `substrings are found as in Swift, case-sensitive and case-insensitive`(
    isExact: Bool
  )
    throws
  {
    let lines = try insertAll()
    func same(_ text: String) -> String { isExact ? text : text.lowercased() }
    for part in [
      "", "a", "A", "K", "k", "\u{212A}", "é", "e", "\n", "\r\n", "\r", "seattle", "SEATTLEz", "text that", "234a",
      "\na",
      "a text that is not short at all", "short at all", "0123456789012345", "90123",
    ] {
      let comment = Comment(rawValue: part.debugDescription)
      let tests = Line.where(\.text)
      #expect(
        tests.contains(part, caseSensitive: isExact).count
          == lines.count { PlainText.contains(same($0.text), same(part)) }, comment)
      #expect(
        tests.startsWith(part, caseSensitive: isExact).count == lines.count { same($0.text).hasPrefix(same(part)) },
        comment)
      #expect(
        tests.endsWith(part, caseSensitive: isExact).count == lines.count { same($0.text).hasSuffix(same(part)) },
        comment)
      #expect(
        tests.eq(part, caseSensitive: isExact).count == lines.count { same($0.text) == same(part) }, comment)
    }
  }

  @Test(arguments: [true, false]) func `parts of random strings are found as in Swift`(isExact: Bool) throws {
    // Bytes beside the letters, where a case that is wrong would show; few, so that parts are often found in part.
    let bytes = Array("aAbBzZ@`[{0 \u{7F}\0".utf8)
    var random = TestSeed.generator(43)
    func text(_ length: Int) -> String { String(decoding: (0..<length).map { _ in random.pick(bytes) }, as: UTF8.self) }
    let lines = try Line.insert(contentsOf: (0..<400).map { Line(text: text($0 / 10)) })
    func same(_ text: String) -> String { isExact ? text : text.lowercased() }
    for _ in 0..<shortened(150) {
      let source = same(random.pick(lines).text)
      let start = random.number(0...source.count)
      let part =
        random.chance(80) ? String(source.dropFirst(start).prefix(random.number(0...20))) : text(random.number(1...4))
      #expect(
        Line.where(\.text).contains(part, caseSensitive: isExact).ids
          == lines.filter { PlainText.contains(same($0.text), same(part)) }.map(\.id),
        "\(part.debugDescription), seed \(TestSeed.current)")
    }
  }

  @Test(arguments: [true, false]) func `patterns match as character by character, case-sensitive and case-insensitive`(
    isExact: Bool
  ) throws {
    let lines = try insertAll()
    func same(_ text: String) -> String { isExact ? text : text.lowercased() }
    for pattern in [
      "", "%", "_", "%_", "a%", "%a", "%A%", "K%", "%\u{212A}", "%é%", "%\n", "\r\n%", "seattle_", "SEA%z",
      "%text%not%",
      "\\%", "0%_4%", "%short at all",
    ] {
      #expect(
        Line.where(\.text).like(pattern, caseSensitive: isExact).ids
          == lines.filter { PlainText.like(same($0.text), same(pattern)) }.map(\.id),
        Comment(rawValue: pattern.debugDescription))
    }
  }

  @Test func `cheap conditions are tested before expensive ones`() throws {
    try Todo.insert(contentsOf: (0..<300).map { Todo("todo \($0)") })
    let tested = Collector<Int>()
    let code = RecordPredicate<Todo> { todo in
      tested.add(todo.id)
      return true
    }
    #expect(Todo.where(code && \.done == false && \.name == "todo 7").ids == [8])
    #expect(tested.values == [8])
  }
}
