import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

@Suite struct TextComparisonTests {
  /// Returns the lines that show the difference of two texts.
  private func difference(_ expected: String, _ found: String) -> String {
    TextComparison(expected: expected, found: found).difference
  }

  @Test func `lines of one text are marked`() {
    #expect(
      difference("a\nb\nc", "a\nB\nc\nd") == """
                  a
        expected: b
        found:    B
                  c
        found:    d
        """)
  }

  @Test func `lines that moved are missing in one place and found in another`() {
    #expect(
      difference("a\nb\nc", "c\na\nb") == """
        found:    c
                  a
                  b
        expected: c
        """)
  }

  @Test func `a text may be empty`() {
    #expect(difference("", "a") == "found:    a")
    #expect(difference("a", "") == "expected: a")
    #expect(difference("", "") == "")
  }

  @Test func `empty lines at the ends do not count, those between do`() {
    #expect(TextComparison(expected: "\n\na\n", found: "a").isEqual)
    #expect(!TextComparison(expected: "a\n\nb", found: "a\nb").isEqual)
    #expect(!TextComparison(expected: "a ", found: "a").isEqual)
  }

  @Test func `lines far from a difference are left out`() {
    let lines = (1...20).map(String.init)
    var other = lines
    other[9] = "x"
    #expect(
      difference(lines.joined(separator: "\n"), other.joined(separator: "\n")) == """
                  …
                  7
                  8
                  9
        expected: 10
        found:    x
                  11
                  12
                  13
                  …
        """)
  }

  @Test func `long texts that differ everywhere are shown one after the other`() {
    let (expected, found) = ((1...900).map { "a\($0)" }, (1...900).map { "b\($0)" })
    let lines = difference(expected.joined(separator: "\n"), found.joined(separator: "\n")).split(separator: "\n")
    #expect(lines.count == 1_800)
    #expect(lines.first == "expected: a1")
    #expect(lines.last == "found:    b900")
  }

  @Test(arguments: 0..<50) func `the marked lines make each of the texts`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    // So few lines that none is far enough from a difference to be left out.
    func text() -> [String] {
      (0..<Int.random(in: 0...4, using: &random)).map { _ in "\(Int.random(in: 0...2, using: &random))" }
    }
    let (expected, found) = (text(), text())
    let lines = difference(expected.joined(separator: "\n"), found.joined(separator: "\n")).split(separator: "\n")
    if expected == found { return }
    func text(without mark: String) -> [String] {
      lines.filter { !$0.hasPrefix(mark) }.map { String($0.dropFirst(10)) }
    }
    #expect(text(without: "found:") == expected)
    #expect(text(without: "expected:") == found)
  }
}
