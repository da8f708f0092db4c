/// The words of a name, whichever way it is written: `dueDate`, `due_date`, `due-date`, `Due date`, `HTMLParser`.
struct Words {
  /// The characters of the name, with `/` for `::`.
  let letters: [Character]
  private let kinds: [LetterKind]
  private let acronyms: Acronyms
  /// Where the words are, in order. Between two of them there may be nothing.
  private(set) var ranges: [Range<Int>] = []

  init(_ text: String, _ acronyms: Acronyms) {
    letters = Self.letters(of: text)
    kinds = LetterKind.kinds(of: letters)
    self.acronyms = acronyms
    var index = 0
    while index < letters.count {
      if kinds[index] == .separator || kinds[index] == .mark {
        index += 1
        continue
      }
      for end in ends(from: index) {
        ranges.append(index..<end)
        index = end
      }
    }
  }

  private static func letters(of text: String) -> [Character] {
    var letters: [Character] = []
    for letter in text {
      if letter.isExactly(":"), letters.last?.isExactly(":") == true {
        letters[letters.count - 1] = "/"
      } else {
        letters.append(letter)
      }
    }
    return letters
  }

  /// The kind of a character; beyond the last, a separator.
  private func kind(_ index: Int) -> LetterKind { index < kinds.count ? kinds[index] : .separator }

  /// Whether there are capitals and no small letters.
  var areCapitals: Bool { kinds.contains(.upper) && !kinds.contains(.lower) }

  // MARK: - Where words end

  /// Where the word that begins at `start` ends; several places when it is a run of acronyms.
  private func ends(from start: Int) -> [Int] {
    if let end = mixedAcronymEnd(from: start) { return [end] }
    guard kind(start) == .upper else { return [end(after: start)] }
    var capitals = start + 1
    while kind(capitals) == .upper { capitals += 1 }
    if capitals == start + 1 { return [end(after: start)] }
    let plural = pluralLength(at: capitals)
    // The last of several capitals begins the next word: HTML and Parser.
    let run = start..<(isBoundary(capitals) || kind(capitals) != .lower || plural > 0 ? capitals : capitals - 1)
    var ends = acronyms.ends(in: letters, run) ?? [run.upperBound]
    let goesOn = plural == 0 && run.upperBound == capitals
    ends[ends.count - 1] = goesOn ? end(after: capitals - 1) : run.upperBound + plural
    return ends
  }

  /// Where a word ends of which `index` is not the last character, unless another begins behind it.
  private func end(after index: Int) -> Int {
    var end = index + 1
    while !isBoundary(end) { end += 1 }
    return end
  }

  private func isBoundary(_ index: Int) -> Bool {
    switch kind(index) {
    case .separator, .mark: true
    case .upper: kinds[index - 1] == .lower || kinds[index - 1] == .digit
    case .lower: kind(index + 1) == .upper && mixedAcronymEnd(from: index) != nil
    case .digit, .apostrophe: false
    }
  }

  /// Where the acronym with small letters that begins here ends.
  private func mixedAcronymEnd(from start: Int) -> Int? {
    acronyms.mixedEnd(in: letters, at: start).flatMap { kind($0) == .lower ? nil : $0 }
  }

  /// The length of the ending that makes a run of capitals a plural, as in `IDs` and `SMSes`, at its place.
  ///
  /// `planAIsGood` has an "Is", not an "AIs": two letters that are a word and are followed by another are one.
  private func pluralLength(at index: Int) -> Int {
    if kind(index) == .lower, letters[index] == "s", kind(index + 1) != .lower {
      return kind(index + 1) == .upper && ["I", "A", "U"].contains(letters[index - 1]) ? 0 : 1
    }
    guard kind(index) == .lower, kind(index + 1) == .lower, kind(index + 2) != .lower else { return 0 }
    return letters[index - 1] == "S" && letters[index] == "e" && letters[index + 1] == "s" ? 2 : 0
  }

  /// Whether a word goes on with the one before it, behind an apostrophe or a round bracket: the `s` in `name(s)`.
  func isContinuation(_ number: Int) -> Bool {
    let start = ranges[number].lowerBound
    guard start > 1, Self.joints.contains(where: letters[start - 1].isExactly) else { return false }
    return kinds[start - 2].isLetter || kinds[start - 2] == .digit
  }

  private static let joints: [Unicode.Scalar] = ["'", "’", "`", "(", ")"]

  // MARK: - Writing

  /// The name with other words and other characters between them.
  ///
  /// - Parameters:
  ///   - boundary: What stands between words that have nothing between them.
  ///   - separator: What stands for a separator.
  ///   - path: What stands for a separator of a path.
  ///   - word: How a word is written, by its number.
  func joined(boundary: String, separator: String, path: String, _ word: (Int) -> String) -> String {
    var result = ""
    var position = 0
    for (number, range) in ranges.enumerated() {
      if number > 0 && position == range.lowerBound { result += boundary }
      write(position..<range.lowerBound, separator, path, to: &result)
      result += word(number)
      position = range.upperBound
    }
    write(position..<letters.count, separator, path, to: &result)
    return result
  }

  private func write(_ gap: Range<Int>, _ separator: String, _ path: String, to result: inout String) {
    for index in gap {
      if kinds[index] == .mark {
        result.append(letters[index])
      } else {
        result += letters[index].isExactly(".") || letters[index].isExactly("/") ? path : separator
      }
    }
  }

  /// A word in small letters.
  func lowercased(_ number: Int) -> String { String(letters[ranges[number]]).lowercased() }

  /// A word in small letters, but an acronym as it is written: one that is known, and one in a name that has small
  /// letters too.
  func spelled(_ number: Int) -> String {
    let lowercased = lowercased(number)
    if let acronym = acronyms.spelling(of: lowercased) { return acronym }
    return isAcronym(number) ? String(letters[ranges[number]]) : lowercased
  }

  /// Whether a word looks like an acronym: it has more than one capital, when the name has small letters too.
  private func isAcronym(_ number: Int) -> Bool {
    let range = ranges[number]
    return range.count > 1 && kinds[range.lowerBound + 1] == .upper && kinds[range.lowerBound] == .upper && !areCapitals
  }
}
