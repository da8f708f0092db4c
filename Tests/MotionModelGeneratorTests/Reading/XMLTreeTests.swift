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

  @Test func `Another encoding than UTF-8 is refused`() throws {
    let utf16 = try #require("<a/>".data(using: .utf16))
    #expect(
      refusal(utf16) == "contents:1:1: error: The file is not XML in UTF-8: open it in Xcode and save it.")
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
