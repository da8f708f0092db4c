import Foundation
import Testing

@testable import MotionModelGenerator

struct XMLTreeTests {
  /// Reads a file that has to be refused, and returns what is said.
  private func refusal(_ content: Data, _ limits: XMLTree.Limits = XMLTree.Limits()) -> String? {
    #expect(throws: Diagnostic.self) { try XMLTree.read(content, file: "contents", limits: limits) }?.description
  }

  private func refusal(_ text: String, _ limits: XMLTree.Limits = XMLTree.Limits()) -> String? {
    refusal(Data(text.utf8), limits)
  }

  @Test func `Elements are read with attributes and places`() throws {
    let root = try XMLTree.read(Data("<a>\n  <b x='1' y=''/>\n  <c><d/></c></a>".utf8), file: "f")
    #expect(root.name == "a")
    #expect(root.children.map(\.name) == ["b", "c"])
    #expect(root.children[0].attributes == ["x": "1", "y": ""])
    #expect(root.children[0]["y"] == nil)
    #expect(root.children[1].children("d").map(\.place.line) == [3])
  }

  @Test(arguments: [
    "<!DOCTYPE a [<!ENTITY x 'y'>]><a/>", "<?xml version='1.0'?>\n<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>",
  ])
  func `A document type is refused before it is parsed`(text: String) {
    #expect(
      refusal(text)
        == "contents:1:1: error: The file declares a document type (<!DOCTYPE), which no data model has: remove it.")
  }

  @Test(arguments: ["", "<a>", "<a></b>", "words", "<a/><b/>", "<a x=1/>", "<a>&nothing;</a>"])
  func `What is not well formed is refused`(text: String) {
    #expect(refusal(text)?.hasSuffix("error: The file is not well-formed XML.") == true)
  }

  /// XML in other encodings, or with bytes that are no UTF-8. FoundationXML traps at such a name.
  private static let encodings: [[UInt8]] = [
    [0x3C, 0, 0x61, 0, 0x2F, 0, 0x3E, 0], [0xFE, 0xFF] + Array("<a/>".utf8), Array("<a/>".utf8) + [0],
    Array("<a".utf8) + [0xE9] + Array("/>".utf8),
    Array("<a ".utf8) + [0xFF] + Array("='1'/>".utf8),
    Array("<a b='".utf8) + [0xC3] + Array("'/>".utf8),
    Array("<a/>".utf8) + [0xED, 0xA0, 0x80],
    [0xC0, 0xAF],
    Array("<?xml version='1.0' encoding='UTF-7'?>+ADwAIQ-DOCTYPE a+AD4-<a/>".utf8),
    Array("<?xml version=\"1.0\" encoding = \"ISO-8859-1\"?><a/>".utf8),
  ]

  @Test(arguments: encodings)
  func `Another encoding than UTF-8 is refused`(bytes: [UInt8]) {
    #expect(
      refusal(Data(bytes)) == "contents:1:1: error: The file is not XML in UTF-8: open it in Xcode and save it.")
  }

  @Test(arguments: ["<?xml version='1.0' encoding='utf-8'?><a/>", "\u{FEFF}<?xml version='1.0'?><a/>", "<\u{E4}/>"])
  func `UTF-8 is read, with and without saying so`(text: String) throws {
    #expect(try XMLTree.read(Data(text.utf8), file: "contents").children.isEmpty)
  }

  @Test func `A damaged byte anywhere is refused or read`() {
    let bytes = Array("<a><b:c d:e='1&#65;' xmlns:d=\"x\"><!-- \u{E4} --><![CDATA[ ]]></b:c></a>".utf8)
    for place in bytes.indices {
      for byte in "<>&'\":;!?/= \u{1}".utf8.map({ $0 }) + [0x80, 0xFF, 0xC3, 0xE2] {
        var damaged = bytes
        damaged[place] = byte
        _ = try? XMLTree.read(Data(damaged), file: "contents")
      }
    }
  }

  @Test func `Depth, size and the number of elements have limits`() {
    let deep = String(repeating: "<a>", count: 33) + String(repeating: "</a>", count: 33)
    #expect(refusal(deep)?.contains("The elements nest deeper than 32") == true)
    #expect(
      refusal("<a><b/></a>", .init(byteCount: 10))?.contains("has 11 bytes, more than the 10 that are read") == true)
    #expect(refusal("<a><b/><b/></a>", .init(elementCount: 2))?.contains("more than 2 elements") == true)
  }

  @Test func `A hundred thousand levels do no harm`() {
    let deep = String(repeating: "<a>", count: 100_000)
    #expect(refusal(deep)?.contains("The elements nest deeper than 32") == true)
  }
}
