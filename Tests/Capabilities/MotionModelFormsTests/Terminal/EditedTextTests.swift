import MotionModelTestSupport
import MotionModelValues
import Testing

@testable import MotionModelForms
@testable import MotionModelFormsTerminal

struct EditedTextTests {
  /// Returns the text after some keys, with | for the cursor.
  private func edit(_ text: String, _ keys: [TerminalKey], lines: Bool = false) -> String {
    var edited = EditedText(text)
    for key in keys { _ = edited.press(key, hasLines: lines) }
    return "\(edited.before)|\(edited.after)"
  }

  @Test(
    arguments: [
      ("", [.text("ab"), .left, .text("c")], "ac|b"),
      ("ab", [.home, .delete], "|b"), ("ab", [.home, .backspace, .left], "|ab"), ("ab", [.right, .delete], "ab|"),
      ("e", [.text("\u{301}"), .backspace], "|"), ("日👩‍👩‍👧", [.left, .left], "|日👩‍👩‍👧"),
      ("walk the dog", [.wordLeft, .wordLeft], "walk |the dog"), ("walk the", [.home, .wordRight], "walk| the"),
      ("walk the dog", [.control("w")], "walk the |"), ("walk the", [.wordLeft, .control("k")], "walk |"),
      ("walk the", [.wordLeft, .control("u")], "|the"), ("ab", [.control("a"), .control("f"), .control("d")], "a|"),
      ("", [.paste("a\nb\n")], "a b|"),
    ] as [(String, [TerminalKey], String)])
  func `keys edit a line`(text: String, keys: [TerminalKey], expected: String) { #expect(edit(text, keys) == expected) }

  @Test(
    arguments: [
      ("ab\ncd", [.up], "ab|\ncd"), ("abc\nd", [.up, .end], "abc|\nd"), ("a\nbcd", [.up, .text("x")], "ax|\nbcd"),
      ("日本\nabc", [.left, .up], "日|本\nabc"), ("a\nb", [.home, .backspace], "a|b"),
      ("a", [.enter, .paste("b\nc")], "a\nb\nc|"),
      ("ab\ncd", [.home, .up, .control("k"), .control("k")], "|cd"), ("ab\ncd", [.up, .down], "ab\ncd|"),
    ] as [(String, [TerminalKey], String)])
  func `keys edit several lines`(text: String, keys: [TerminalKey], expected: String) {
    #expect(edit(text, keys, lines: true) == expected)
  }

  @Test func `at the first and the last line, up and down are for others`() {
    var edited = EditedText("a\nb")
    let taken = [TerminalKey.down, .up, .up, .enter].map { edited.press($0, hasLines: $0 != .enter) }
    #expect(taken == [false, true, false, false])
  }

  @Test(arguments: 0..<100)
  func `the cursor is in sight, whatever the width`(run: Int) {
    var random = TestSeed.generator(run)
    let parts = ["a", "b", "日", "e\u{301}", "🎉", " "]
    let line = (0..<random.number(0...30)).map { _ in random.pick(parts) }.joined()
    let width = random.number(1...24)
    var edited = EditedText(line)
    for _ in 0..<random.number(0...30) { _ = edited.press(.left) }
    let window = EditedText.window(line, cursor: edited.lines.column, width: width)
    #expect(window.text.displayWidth <= width, "\(window)")
    #expect((0..<width).contains(window.cursor), "\(window)")
    let behind = window.text.prefix(fitting: window.cursor)
    #expect(width < 4 || edited.before.hasSuffix(behind.replacing("…", with: "")), "\(line) \(window)")
  }
}

extension String {
  fileprivate func prefix(fitting width: Int) -> String {
    var (text, used) = ("", 0)
    for character in self where used < width {
      text.append(character)
      used += String(character).displayWidth
    }
    return text
  }
}
