import MotionModelValues
import Testing

@Suite struct EnglishTests {
  private let english = Inflector.english

  @Test func `there are pairs enough, each of them once`() {
    #expect(EnglishPairs.all.count >= 320)
    #expect(Set(EnglishPairs.all.map(\.singular)).count == EnglishPairs.all.count)
  }

  @Test func `singulars become plurals`() {
    for (singular, plural) in EnglishPairs.all { #expect(english.pluralize(singular) == plural) }
  }

  @Test func `plurals become singulars`() {
    for (singular, plural) in EnglishPairs.all { #expect(english.singularize(plural) == singular) }
  }

  @Test func `plurals are their own plurals`() {
    for (_, plural) in EnglishPairs.all { #expect(english.pluralize(plural) == plural) }
  }

  @Test func `singulars are their own singulars`() {
    for (singular, _) in EnglishPairs.all { #expect(english.singularize(singular) == singular) }
  }

  @Test func `words with a capital, in capitals and in compounds change as they do alone`() {
    let words = EnglishPairs.all.filter { $0.singular.allSatisfy(\.isLowercase) }
    for (singular, plural) in words {
      #expect(english.pluralize(singular.capitalized) == plural.capitalized)
      #expect(english.singularize(plural.capitalized) == singular.capitalized)
      #expect(english.pluralize("old_\(singular)") == "old_\(plural)")
      #expect(english.singularize("old_\(plural)") == "old_\(singular)")
      #expect(english.pluralize("old\(singular.capitalized)") == "old\(plural.capitalized)")
      #expect(english.singularize("old\(plural.capitalized)") == "old\(singular.capitalized)")
      #expect(english.pluralize("OLD_\(singular.uppercased())") == "OLD_\(plural.uppercased())")
      #expect(english.singularize("OLD_\(plural.uppercased())") == "OLD_\(singular.uppercased())")
    }
  }

  @Test func `other plurals are understood and left alone`() {
    for (singular, plural) in EnglishPairs.others {
      #expect(english.singularize(plural) == singular)
      #expect(english.pluralize(plural) == plural)
    }
  }

  @Test func `of two words with one plural, both have it`() {
    for (singular, plural) in EnglishPairs.shared {
      #expect(english.pluralize(singular) == plural)
      #expect(english.singularize(singular) == singular)
    }
  }

  @Test(arguments: ["sheep", "Sheep", "NEWS", "raw_fish", "metadata"])
  func `some words are uncountable`(word: String) { #expect(english.isUncountable(word)) }

  @Test(arguments: ["todo", "todos", "person", "people", "", "42", "status"])
  func `others are not`(word: String) { #expect(!english.isUncountable(word)) }
}

extension String {
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
