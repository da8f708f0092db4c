import Foundation
import Testing

@testable import MotionModelTool

/// Text of other encodings than UTF-8.
struct TextCodingTests {
  private static let texts: [(text: String, bytes: [UInt8], encoding: TextEncoding?)] = [
    ("ä", [0xC3, 0xA4], nil), ("", [], nil), ("ä", [0xEF, 0xBB, 0xBF, 0xC3, 0xA4], nil),
    ("ä€ÿ\u{81}", [0xE4, 0x80, 0xFF, 0x81], .latin1), ("", [], .latin1),
    ("ä犬👍", [0xFF, 0xFE, 0xE4, 0, 0xAC, 0x72, 0x3D, 0xD8, 0x4D, 0xDC], nil),
    ("ä犬👍", [0xFE, 0xFF, 0, 0xE4, 0x72, 0xAC, 0xD8, 0x3D, 0xDC, 0x4D], nil),
    ("a", [0x61, 0], .utf16), ("a", [0, 0x61], .utf16), ("", [0xFF, 0xFE], .utf16),
  ]

  @Test(arguments: texts) func `a text is read, and written with the same bytes`(
    text: String, bytes: [UInt8], encoding: TextEncoding?
  ) throws {
    let coding = TextCoding(of: Data(bytes), encoding)
    #expect(try #require(coding.decoded(Data(bytes))) == Data(text.utf8))
    #expect(try coding.encoded(Array(text.utf8)).get() == bytes)
  }

  @Test func `all bytes of Latin-1 are characters`() throws {
    let bytes = (0...0xFF).map { UInt8($0) }
    let coding = TextCoding(of: Data(bytes), .latin1)
    let text = String(decoding: try #require(coding.decoded(Data(bytes))), as: UTF8.self)
    #expect(Set(text.unicodeScalars).count == 256)
    #expect(try coding.encoded(Array(text.utf8)).get() == bytes)
  }

  @Test(arguments: [[0xFF, 0xFE, 0x61], [0xFF, 0xFE, 0x3D, 0xD8]]) func `what is not UTF-16 is refused`(bytes: [UInt8])
  {
    #expect(TextCoding(of: Data(bytes), nil).decoded(Data(bytes)) == nil)
  }

  @Test func `a character that Latin-1 does not have is refused`() {
    let error = #expect(throws: TextCoding.MissingCharacter.self) {
      try TextCoding(of: Data(), .latin1).encoded(Array("aä犬".utf8)).get()
    }
    #expect(error?.scalar == "犬")
  }
}
