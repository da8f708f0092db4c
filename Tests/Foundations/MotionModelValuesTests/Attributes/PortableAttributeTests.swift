import Foundation
import MotionModelTestSupport
import Testing

@testable import MotionModelValues

struct PortableAttributeTests {
  private func random(_ size: Int, using random: inout SplitMix64) -> AttributeValue {
    switch random.number(0...(size > 0 ? 13 : 11)) {
    case 0: .null
    case 1: .bool(.nasty(using: &random))
    case 2: .int(.nasty(using: &random))
    case 3: .uint(.nasty(using: &random))
    case 4: .double(.nasty(using: &random))
    case 5: .decimal(.nasty(using: &random))
    case 6: .string(.nasty(using: &random))
    case 7: .date(.nasty(using: &random))
    case 8: .uuid(.nasty(using: &random))
    case 9: .url(.nasty(using: &random))
    case 10: .data(.nasty(using: &random))
    case 11: .double(Double(bitPattern: random.next()))
    case 12: .array((0..<random.number(0...3)).map { _ in self.random(size - 1, using: &random) })
    default:
      .dictionary(
        Dictionary(
          (0..<random.number(0...3)).map { _ in (.nasty(using: &random), self.random(size - 1, using: &random)) }
        ) { first, _ in first })
    }
  }

  @Test func `a portable value is what is read from the JSON of a value, and stays the same`() throws {
    var generator = TestSeed.generator(15_720)
    for _ in 0..<2_000 {
      let value = random(4, using: &generator)
      let portable = try value.portable()
      let read = try JSONFormat.read(JSONFormat.written(value), depthLimit: AttributeValue.depthLimit).get()
      #expect(
        try portable.isExactly(read.portable(isRead: true)),
        "seed \(TestSeed.current): \(value) is \(portable), not \(read)")
      #expect(try portable.portable().isExactly(portable), "seed \(TestSeed.current)")
      #expect(try portable.portable(isRead: true).isExactly(portable), "seed \(TestSeed.current)")
    }
  }

  @Test func `a large number is a Double again, and more digits than one has are kept`() throws {
    let number = -3.243428835744066e+17
    let read = try JSONFormat.read(JSONFormat.written(.double(number)), depthLimit: 5).get()
    #expect(read.kind == "a decimal number")
    #expect(try read.portable(isRead: true) == .double(number))
    let digits = try JSONFormat.read("0.1234567890123456789", depthLimit: 5).get()
    #expect(try digits.portable(isRead: true) == "0.1234567890123456789")
  }

  @Test func `a value that is nested too deep has no portable form, and takes no more of the stack`() throws {
    func nested(_ depth: Int) -> AttributeValue { (0..<depth).reduce(1) { value, _ in .array([value]) } }
    let deepest = nested(AttributeValue.depthLimit)
    #expect(try deepest.portable() == deepest)
    let error = CastError(
      expected: "a value that can be read again from a file", found: "an array nested more than 500 deep")
    #expect(throws: error) { try nested(AttributeValue.depthLimit + 1).portable() }
    #expect(throws: error) { try nested(5_000).portable() }
  }
}
