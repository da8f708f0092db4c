import MotionModelValues
import Testing

@Suite struct EnglishTests {
  private let english = Inflector.english

  @Test func `there are enough pairs, and no duplicates`() {
    #expect(EnglishPairs.all.count >= 320)
    #expect(Set(EnglishPairs.all.map(\.singular)).count == EnglishPairs.all.count)
  }

  @Test func `singulars become plurals`() {
    for (singular, plural) in EnglishPairs.all { #expect(english.pluralize(singular) == plural) }
  }

  @Test func `plurals become singulars`() {
    for (singular, plural) in EnglishPairs.all { #expect(english.singularize(plural) == singular) }
  }

  @Test func `pluralizing a plural changes nothing`() {
    for (_, plural) in EnglishPairs.all { #expect(english.pluralize(plural) == plural) }
  }

  @Test func `singularizing a singular changes nothing`() {
    for (singular, _) in EnglishPairs.all { #expect(english.singularize(singular) == singular) }
  }

  @Test func `capitalized words, words in capitals and compounds are inflected like the word alone`() {
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

  @Test func `less common plurals are recognized and not changed`() {
    for (singular, plural) in EnglishPairs.others {
      #expect(english.singularize(plural) == singular)
      #expect(english.pluralize(plural) == plural)
    }
  }

  @Test func `two words can have the same plural`() {
    for (singular, plural) in EnglishPairs.shared {
      #expect(english.pluralize(singular) == plural)
      #expect(english.singularize(singular) == singular)
    }
  }

  @Test(arguments: ["sheep", "Sheep", "NEWS", "raw_fish", "metadata"])
  func `some words are uncountable`(word: String) { #expect(english.isUncountable(word)) }

  @Test(arguments: ["todo", "todos", "person", "people", "", "42", "status"])
  func `other words are countable`(word: String) { #expect(!english.isUncountable(word)) }
}

extension String {
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
