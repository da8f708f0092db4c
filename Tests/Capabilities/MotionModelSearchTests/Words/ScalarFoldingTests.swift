import Foundation
import MotionModelSearch
import MotionModelTestSupport
import Testing

/// Properties of folding that hold for every scalar of Unicode.
struct ScalarFoldingTests {
  /// All of Unicode; without optimisation those of most scripts, and some of the others.
  private static let scalars = (UInt32(0)...0x10FFFF)
    .filter { Allocations.areOptimised || $0 < 0x3000 || $0 % 16 == TestSeed.current % 16 }
    .compactMap(Unicode.Scalar.init)

  /// All words of a text, as one string.
  private func folded(_ text: String, _ foldsAccents: Bool) -> String {
    TextAnalysis(foldsAccents: foldsAccents).tokens(in: text).map(\.word).joined(separator: " ")
  }

  @Test(arguments: [true, false])
  func `the cases of a letter are folded to one`(foldsAccents: Bool) {
    let wrong = Self.scalars.filter { scalar in
      let properties = scalar.properties
      guard properties.changesWhenCaseMapped else { return false }
      // NB: A mark has to follow a letter, as U+0345, which is a letter in upper case.
      let start = properties.generalCategory == .nonspacingMark ? "x" : ""
      let form = folded(start + String(scalar), foldsAccents)
      return [properties.lowercaseMapping, properties.uppercaseMapping, properties.titlecaseMapping]
        .contains { folded(start + $0, foldsAccents) != form }
    }
    #expect(wrong.map { String($0.value, radix: 16) } == [])
  }

  @Test(arguments: [true, false])
  func `composed and decomposed letters are folded to one`(foldsAccents: Bool) {
    let wrong = Self.scalars.filter { scalar in
      guard scalar.value >= 0xC0, !(0xAC00...0xD7A3).contains(scalar.value) else { return false }
      let text = String(scalar)
      let decomposed = text.decomposedStringWithCanonicalMapping
      guard !decomposed.unicodeScalars.elementsEqual(text.unicodeScalars) else { return false }
      return folded("x" + text, foldsAccents) != folded("x" + decomposed, foldsAccents)
    }
    #expect(wrong.map { String($0.value, radix: 16) } == [])
  }

  @Test func `each syllable of Hangul is one letter, however it is written`() {
    let wrong = (UInt32(0xAC00)...0xD7A3).filter { value in
      let text = String(Unicode.Scalar(value) ?? " ")
      return folded(text, true) != text || folded(text.decomposedStringWithCanonicalMapping, true) != text
    }
    #expect(wrong == [])
  }

  @Test(arguments: [true, false])
  func `what is folded stays as it is when it is folded again`(foldsAccents: Bool) {
    let wrong = Self.scalars.filter { scalar in
      let form = folded("x" + String(scalar), foldsAccents)
      return folded(form, foldsAccents) != form
    }
    #expect(wrong.map { String($0.value, radix: 16) } == [])
  }
}
