import Foundation
import MotionModelTestSupport
import Testing

@testable import MotionModelValues

/// Nested values of any depth must not overflow a stack of 512 KB, also without optimisation.
@Suite struct NestingTests {
  private struct Node: Codable, Sendable, Equatable {
    var name = "node"
    var children: [Node] = []
    static func nested(_ depth: Int) -> Node {
      (1..<depth).reduce(Node()) { node, _ in Node(children: [node]) }
    }
  }

  private static func nested(_ depth: Int, around inner: AttributeValue = 1) -> AttributeValue {
    (0..<depth).reduce(inner) { value, level in level.isMultiple(of: 2) ? .array([value]) : .dictionary(["a": value]) }
  }

  private static func text(_ depth: Int) -> String {
    (0..<depth).reduce("1") { text, level in level.isMultiple(of: 2) ? "[\(text)]" : "{\"a\": \(text)}" }
  }

  @Test func `values nested 500 deep are read, written, printed, compared and hashed on a small stack`() throws {
    try onSmallStack { () throws in
      let (text, value) = (Self.text(500), Self.nested(500))
      #expect(try JSONFormat.read(text).get() == value)
      #expect(JSONFormat.written(value) == text)
      #expect(value.description.count == 500 * 2 + 250 * 5 + 1)
      #expect(value.hashValue == Self.nested(500).hashValue)
      #expect(Self.nested(500, around: 1) != Self.nested(500, around: 2))
      #expect(Self.nested(500, around: 1) < Self.nested(500, around: 2))
      #expect(value.isExactly(Self.nested(500)) && value.isExactlyInAnyOrder(Self.nested(500)))
      #expect(!value.isNested(deeperThan: 500) && value.isNested(deeperThan: 499))
      guard case .failure(.tooDeep) = JSONFormat.read(Self.text(501)) else { throw CancellationError() }
    }
  }

  @Test func `values nested deeper than 500 are compared, hashed and printed, too`() throws {
    // NB: Swift frees such values recursively, which takes a little of the stack for each level.
    let (value, other) = (Self.nested(5_000), Self.nested(5_000, around: 2))
    #expect(value == Self.nested(5_000) && value != other && value < other)
    #expect(value.isExactlyInAnyOrder(Self.nested(5_000)) && !value.isExactlyInAnyOrder(other))
    #expect(Set([value, other]).count == 2)
    #expect(value.description.utf8.count == 5_000 * 2 + 2_500 * 5 + 1)
  }

  @Test(arguments: [10, 60, 250]) func `a document is encoded and decoded, or refused, on a small stack`(depth: Int)
    throws
  {
    let attribute = try documentAttribute(Node.nested(depth))
    try onSmallStack { () throws in
      do throws(CastError) {
        #expect(try document(Node.self, from: documentAttribute(Node.nested(depth))) == .nested(depth))
        #expect(depth < 250 || !Self.isDebug)
      } catch {
        #expect(
          depth == 250 && "\(error)".contains("nested deeper than the stack of this thread allows at `children[0]."))
      }
      #expect(attribute.isNested(deeperThan: depth))
    }
  }

  private static var isDebug: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }

  @Test(arguments: [501, 20_000]) func `encoding a document that is nested too deep is refused`(depth: Int) {
    let error = #expect(throws: CastError.self) { try documentAttribute(Node.nested(depth)) }
    #expect(
      error?.found == """
        one nested more than 500 deep at `children[0].children[0].children[0].children[0].children[0].children[0].….\
        children[0].children[0].children[0].children[0]`
        """)
  }

  @Test func `decoding a document that is nested too deep is refused`() {
    let value = (1..<300).reduce(["name": "node", "children": []] as AttributeValue) { value, _ in
      ["name": "node", "children": .array([value])]
    }
    let error = #expect(throws: CastError.self) { try document(Node.self, from: value) }
    #expect(error?.found.hasPrefix("a dictionary nested more than 500 deep at `children[0].") == true)
  }

  /// A type that creates nested containers in a loop, without a call of `encode` that could refuse them.
  private struct Tower: Codable {
    let height: Int
    init(height: Int) { self.height = height }
    init(from decoder: any Decoder) throws {
      var (height, container) = (1, try decoder.unkeyedContainer())
      while !container.isAtEnd { (height, container) = (height + 1, try container.nestedUnkeyedContainer()) }
      self.height = height
    }
    func encode(to encoder: any Encoder) {
      var container = encoder.unkeyedContainer()
      for _ in 1..<height { container = container.nestedUnkeyedContainer() }
    }
  }

  @Test func `nested containers are counted, also without calls of encode between them`() throws {
    try onSmallStack { () throws in
      #expect(try document(Tower.self, from: documentAttribute(Tower(height: 500))).height == 500)
    }
    for height in [501, 50_000] {
      #expect { try documentAttribute(Tower(height: height)) } throws: { "\($0)".contains("nested more than 500 deep") }
    }
  }

  /// A type that ignores the error of a member.
  private struct Careless: Codable {
    var part: Node?
    init(_ part: Node) { self.part = part }
    init(from decoder: any Decoder) throws {
      part = try? decoder.container(keyedBy: Key.self).decode(Node.self, forKey: .part)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try? container.encode(part, forKey: .part)
    }
    private enum Key: CodingKey { case part }
  }

  @Test func `a type that ignores the error of a member is refused completely`() throws {
    #expect(throws: CastError.self) { try documentAttribute(Careless(.nested(400))) }
    let deep = (1..<300).reduce(["name": "", "children": []] as AttributeValue) { inner, _ in
      ["name": "", "children": .array([inner])]
    }
    #expect(throws: CastError.self) { try document(Careless.self, from: ["part": deep]) }
  }

  @Test func `values are encoded and decoded by other coders, or refused, on a small stack`() throws {
    try onSmallStack { () throws in
      for depth in [20, 400, 2_000] {
        do {
          let data = try JSONEncoder().encode(Self.nested(depth))
          #expect(try JSONDecoder().decode(AttributeValue.self, from: data) == Self.nested(depth))
        } catch {
          #expect(depth > 20 && (error is EncodingError || error is DecodingError))
        }
      }
      for depth in [200, 300, 400, 450, 481, 490, 500, 510] {
        let text = Data(Self.text(depth).utf8)
        do {
          #expect(try JSONDecoder().decode(AttributeValue.self, from: text) == Self.nested(depth))
        } catch {
          #expect("\(error)".contains("nested "), "depth \(depth)")
        }
      }
    }
  }

  @Test func `deeply nested untyped values are converted or refused on a small stack`() throws {
    try onSmallStack { () throws in
      for depth in [20, 500, 501] {
        let value = (0..<depth).reduce(1 as Any) { value, _ in [value] }
        do throws(CastError) {
          #expect(try AttributeValue(any: value).isNested(deeperThan: depth - 1))
          #expect(depth < 501)
        } catch {
          #expect(depth > 20 && error.found.contains("nested "))
        }
      }
    }
  }
}
