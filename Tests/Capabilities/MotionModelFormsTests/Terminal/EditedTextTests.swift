import MotionModelTestSupport
import MotionModelValues
import Testing

@testable import MotionModelForms
@testable import MotionModelFormsTerminal

struct EditedTextTests {
  /// Returns the text after some keys, with | for the cursor.
  private func edit(_ text: String, _ keys: [TerminalKey]) -> String {
    var edited = EditedText()
    for key in [TerminalKey.text(text)] + keys { edited.press(key) }
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

  @Test(arguments: 0..<100)
  func `the cursor is in sight, whatever the width`(run: Int) {
    var random = TestSeed.generator(run)
    let parts = ["a", "b", "日", "e\u{301}", "🎉", " "]
    let line = (0..<random.number(0...30)).map { _ in random.pick(parts) }.joined()
    let width = random.number(1...24)
    var edited = EditedText()
    edited.press(.text(line))
    for _ in 0..<random.number(0...30) { edited.press(.left) }
    let window = edited.window(width: width)
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
