/// Removes English endings from a word by Martin Porter's second algorithm ("Porter 2"), as it is defined at
/// snowballstem.org/algorithms/english/stemmer.html, in the version of Snowball 3.1.
///
/// The word is in lower case and in ASCII. The names of the steps and regions are those of the definition.
struct EnglishStemmer {
  private let word: UnsafeMutableBufferPointer<UInt8>
  private(set) var count: Int

  /// Where the regions begin, in which most endings have to be: after the first consonant that follows a vowel, and
  /// after the next such consonant.
  private var r1 = 0
  private var r2 = 0

  /// Stems the word in a buffer in place, and returns how many bytes are left.
  static func stem(_ word: UnsafeMutableBufferPointer<UInt8>) -> Int {
    guard word.count > 2 else { return word.count }
    var stemmer = EnglishStemmer(word: word, count: word.count)
    stemmer.stem()
    return stemmer.count
  }

  private mutating func stem() {
    if let exception = EnglishEndings.exceptions.first(where: { isWord($0.word) }) {
      return replace(from: 0, with: exception.stem)
    }
    markConsonants()
    findRegions()
    step1a()
    step1b()
    step1c()
    apply(EnglishEndings.step2, in: r1)
    apply(EnglishEndings.step3, in: r1)
    apply(EnglishEndings.step4, in: r2)
    step5()
    for index in 0..<count where word[index] == Self.consonantY { word[index] = UInt8(ascii: "y") }
  }

  // MARK: - Before the steps

  /// Removes an apostrophe in front, and writes each `y` that is a consonant as `Y`.
  private mutating func markConsonants() {
    if word[0] == UInt8(ascii: "'") {
      for index in 1..<count { word[index - 1] = word[index] }
      count -= 1
    }
    for index in 0..<count where word[index] == UInt8(ascii: "y") && (index == 0 || isVowel(index - 1)) {
      word[index] = Self.consonantY
    }
  }

  private mutating func findRegions() {
    if let start = EnglishEndings.starts.first(where: { begins(with: $0) }) {
      r1 = start.utf8CodeUnitCount
    } else {
      r1 = region(after: 0)
    }
    r2 = region(after: r1)
  }

  /// Returns the index after the first consonant that follows a vowel, from an index on.
  private func region(after start: Int) -> Int {
    guard let vowel = (start..<count).first(where: isVowel) else { return count }
    return (vowel..<count).first { !isVowel($0) }.map { $0 + 1 } ?? count
  }

  // MARK: - Steps

  /// Possessives and plurals.
  private mutating func step1a() {
    if let ending = longest(of: EnglishEndings.possessives) { count -= ending.utf8CodeUnitCount }
    if ends(with: "sses") {
      count -= 2
    } else if ends(with: "ied") || ends(with: "ies") {
      count -= count > 4 ? 2 : 1
    } else if ends(with: "s"), !ends(with: "us"), !ends(with: "ss"), hasVowel(before: count - 2) {
      count -= 1
    }
  }

  /// The forms of verbs.
  private mutating func step1b() {
    if let ending = longest(of: EnglishEndings.eed) {
      let start = count - ending.utf8CodeUnitCount
      guard start >= r1, !EnglishEndings.beforeEed.contains(where: { isWord($0, upTo: start) }) else { return }
      return replace(from: start, with: "ee")
    }
    guard let ending = longest(of: EnglishEndings.verbs) else { return }
    let start = count - ending.utf8CodeUnitCount
    if ends(with: "ing") {
      if start == 2, word[1] == UInt8(ascii: "y"), !isVowel(0) { return replace(from: 1, with: "ie") }
      if EnglishEndings.beforeIng.contains(where: { isWord($0, upTo: start) }) { return }
    }
    guard hasVowel(before: start) else { return }
    count = start
    repairVerb()
  }

  /// Adds the `e` or removes the double consonant that the ending of a verb had changed.
  private mutating func repairVerb() {
    if ends(with: "at") || ends(with: "bl") || ends(with: "iz") {
      append(UInt8(ascii: "e"))
    } else if endsWithDouble {
      if !(count == 3 && isOneOf(0, "aeo")) { count -= 1 }
    } else if count == r1, hasShortSyllable(before: count) {
      append(UInt8(ascii: "e"))
    }
  }

  private mutating func step1c() {
    if count > 2, isOneOf(count - 1, "yY"), !isVowel(count - 2) { word[count - 1] = UInt8(ascii: "i") }
  }

  /// Replaces the longest ending of a step that the word has, if it is in a region and meets its condition.
  private mutating func apply(_ step: EnglishEndings.Step, in region: Int) {
    guard let rule = step.longest(of: word, count), count - rule.length >= region else { return }
    let start = count - rule.length
    let isMet =
      switch rule.condition {
      case .always: true
      case .afterOneOf(let letters): start > 0 && isOneOf(start - 1, letters)
      case .inR2: start >= r2
      }
    if isMet { replace(from: start, with: rule.replacement) }
  }

  private mutating func step5() {
    guard count > 0 else { return }
    let start = count - 1
    switch word[start] {
    case UInt8(ascii: "e"):
      if start >= r2 || start >= r1 && !hasShortSyllable(before: start) { count = start }
    case UInt8(ascii: "l"): if start >= r2, start > 0, word[start - 1] == UInt8(ascii: "l") { count = start }
    default: break
    }
  }
}

// MARK: - Letters and endings

extension EnglishStemmer {
  fileprivate static let consonantY = UInt8(ascii: "Y")

  private func isVowel(_ index: Int) -> Bool { isOneOf(index, "aeiouy") }

  private func isOneOf(_ index: Int, _ letters: StaticString) -> Bool {
    let letter = word[index]
    return letters.withUTF8Buffer { $0.contains(letter) }
  }

  private func hasVowel(before end: Int) -> Bool { end > 0 && (0..<end).contains(where: isVowel) }

  private var endsWithDouble: Bool {
    count > 1 && word[count - 1] == word[count - 2] && isOneOf(count - 1, "bdfgmnprt")
  }

  /// Whether the word up to an index ends in a short syllable: a vowel between consonants, of which the last one is not
  /// w, x or Y; a vowel and a consonant that are all; or `past`.
  private func hasShortSyllable(before end: Int) -> Bool {
    guard end >= 2, !isVowel(end - 1), isVowel(end - 2) else { return isEnd("past", before: end) }
    return end == 2 || !isVowel(end - 3) && !isOneOf(end - 1, "wxY")
  }

  private func ends(with ending: StaticString) -> Bool { isEnd(ending, before: count) }

  private func isEnd(_ ending: StaticString, before end: Int) -> Bool {
    let start = end - ending.utf8CodeUnitCount
    return start >= 0 && stands(ending, at: start)
  }

  private func begins(with start: StaticString) -> Bool { start.utf8CodeUnitCount <= count && stands(start, at: 0) }

  private func isWord(_ text: StaticString, upTo end: Int? = nil) -> Bool {
    text.utf8CodeUnitCount == end ?? count && stands(text, at: 0)
  }

  private func stands(_ text: StaticString, at start: Int) -> Bool {
    text.withUTF8Buffer { text in text.indices.allSatisfy { text[$0] == word[start + $0] } }
  }

  /// Returns the first of some endings, which are sorted from long to short, that the word has.
  private func longest(of endings: [StaticString]) -> StaticString? { endings.first(where: ends) }

  private mutating func append(_ letter: UInt8) {
    word[count] = letter
    count += 1
  }

  private mutating func replace(from start: Int, with ending: StaticString) {
    count = start
    ending.withUTF8Buffer { for letter in $0 { append(letter) } }
  }
}
