import MotionModelTestSupport
import Testing

@testable import MotionModelForms
@testable import MotionModelFormsTerminal

struct KeyReaderTests {
  private func keys(_ text: String) -> [TerminalKey] {
    var reader = KeyReader()
    return reader.keys(from: Array(text.utf8))
  }

  @Test(
    arguments: [
      ("a\u{E9}日🎉", [.text("a\u{E9}日🎉")]),
      ("\r\n\t\u{7F}\u{8}", [.enter, .enter, .control("i"), .backspace, .backspace]),
      ("\u{3}\u{13}\u{0}", [.control("c"), .control("s"), .control("@")]),
      ("\u{1B}[A\u{1B}OB\u{1B}[C\u{1B}[D", [.right, .left]),
      ("\u{1B}[1;5A\u{1B}[1;3B\u{1B}[1;5C\u{1B}[1;2D", [.wordRight, .left]),
      ("\u{1B}[H\u{1B}[4~\u{1B}[3~\u{1B}[5~\u{1B}[6~\u{1B}[Z", [.home, .end, .delete]),
      ("\u{1B}b\u{1B}f\u{1B}\u{7F}", [.wordLeft, .wordRight, .control("w")]),
      ("\u{1B}[99;1Xa\u{1B}[>1;2ca\u{1B}xa", [.text("a"), .text("a"), .text("a")]),
      ("\u{1B}\u{1B}[D", [.left]),
      ("\u{1B}[200~a\r\nb\u{1B}[A\rc\u{1B}[201~d", [.paste("a\nb"), .paste("\u{1B}[A\nc"), .text("d")]),
    ] as [(String, [TerminalKey])])
  func `bytes are keys`(text: String, expected: [TerminalKey]) { #expect(keys(text) == expected) }

  @Test func `an escape that nothing follows, and the beginning of a sequence, are no keys`() {
    var reader = KeyReader()
    #expect(reader.keys(from: [0x1B]) == [])
    #expect(reader.isUndecided)
    reader.dropRest()
    #expect(!reader.isUndecided)
    #expect(reader.keys(from: Array("\u{1B}[1;".utf8)) == [])
    reader.dropRest()
    #expect(reader.keys(from: Array("a".utf8)) == [.text("a")])
  }

  @Test func `bytes that are no text are replaced`() {
    var reader = KeyReader()
    #expect(reader.keys(from: [0x61, 0xFF, 0x62, 0x0D]) == [.text("a\u{FFFD}b"), .enter])
    #expect(reader.keys(from: [0xC3, 0x0D]) == [.text("\u{FFFD}"), .enter])
    #expect(reader.keys(from: Array("\u{1B}[".utf8) + Array(repeating: 0x31, count: 200)) == [])
    #expect(!reader.isUndecided, "a sequence without an end is dropped")
  }

  @Test(arguments: 0..<200)
  func `any split into pieces gives the same keys`(run: Int) {
    var random = TestSeed.generator(run)
    let parts = [
      "a", "e\u{301}", "日", "👩‍👩‍👧", "\r", "\t", "\u{1B}[A", "\u{1B}[1;5B", "\u{1B}OC", "\u{1B}[200~x\r\ny\u{1B}[201~",
      "\u{1B}b",
      "\u{1B}[3~", "\u{7F}", "\u{1}",
    ]
    let text = (0..<12).map { _ in random.pick(parts) }.joined()
    var (reader, rest, found) = (KeyReader(), Array(text.utf8)[...], [TerminalKey]())
    while !rest.isEmpty {
      let count = Int.random(in: 1...min(5, rest.count), using: &random)
      found += reader.keys(from: Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    #expect(Self.merged(found) == Self.merged(keys(text)), "\(text.debugDescription)")
  }

  /// Puts texts together that follow each other.
  private static func merged(_ keys: [TerminalKey]) -> [TerminalKey] {
    keys.reduce(into: []) { merged, key in
      switch (merged.last, key) {
      case (.text(let first)?, .text(let second)): merged[merged.count - 1] = .text(first + second)
      case (.paste(let first)?, .paste(let second)): merged[merged.count - 1] = .paste(first + second)
      default: merged.append(key)
      }
    }
  }
}
