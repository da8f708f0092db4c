import MotionModelValues
import Testing

@testable import MotionModelForms
@testable import MotionModelFormsTerminal

struct TerminalTextTests {
  @Test(
    arguments: [
      ("plain", "plain"), ("日本 é 👩‍👩‍👧", "日本 é 👩‍👩‍👧"), ("a\u{1B}[31mb", "a␛[31mb"), ("\r\n\t\u{0}\u{7F}", "␍␊␉␀␡"),
      ("\u{9B}2J", "\u{FFFD}2J"), ("\u{202E}abc\u{2028}", "\u{FFFD}abc\u{FFFD}"), ("\u{301}x", "\u{25CC}\u{301}x"),
      ("a\u{200B}b", "a\u{FFFD}b"),
    ])
  func `nothing commands the terminal`(text: String, shown: String) { #expect(text.shown == shown) }

  @Test(
    arguments: [
      ("walk", 4, "walk"), ("walk", 3, "wa…"), ("walk", 1, "…"), ("walk", 0, ""), ("日本語", 6, "日本語"), ("日本語", 5, "日本…"),
      ("日本語", 4, "日…"), ("日本語", 2, "…"), ("e\u{301}e\u{301}", 1, "…"), ("e\u{301}", 1, "e\u{301}"),
    ])
  func `a text is cut to a width`(text: String, width: Int, cut: String) {
    #expect(text.cut(to: width) == cut)
  }

  @Test(
    arguments: [
      ("walk the dog", 8, ["walk the", "dog"]), ("walk the dog", 4, ["walk", "the", "dog"]),
      ("walking", 3, ["wal", "kin", "g"]),
      ("", 5, [""]), ("日本語 a", 5, ["日本", "語 a"]),
    ])
  func `a text is broken between words`(text: String, width: Int, lines: [String]) {
    #expect(text.wrapped(to: width) == lines)
  }
}
