/// The words of a name in any spelling: `dueDate`, `due_date`, `due-date`, `Due date`, `HTMLParser`.
struct Words {
  /// The characters of the name, with `/` for `::`.
  let letters: [Character]
  private let kinds: [LetterKind]
  private let acronyms: Acronyms
  /// The ranges of the words, in order. Two words may be adjacent.
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

  /// Returns the kind of a character; beyond the last one, a separator.
  private func kind(_ index: Int) -> LetterKind { index < kinds.count ? kinds[index] : .separator }

  /// Whether the name has capitals and no small letters.
  var areCapitals: Bool { kinds.contains(.upper) && !kinds.contains(.lower) }

  // MARK: - Where words end

  /// Returns the end of the word that begins at `start`; several ends when it is a run of acronyms.
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

  /// Returns the end of a word after one of its characters.
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

  /// Returns the end of the acronym with small letters that begins at `start`; nil when there is none.
  private func mixedAcronymEnd(from start: Int) -> Int? {
    acronyms.mixedEnd(in: letters, at: start).flatMap { kind($0) == .lower ? nil : $0 }
  }

  /// Returns the length of the plural ending at `index`, after a run of capitals, as in `IDs` and `SMSes`; 0 for
  /// none.
  ///
  /// The `Is` of `planAIsGood` is a word of its own: `As`, `Is` and `Us` are words when another word follows.
  private func pluralLength(at index: Int) -> Int {
    if kind(index) == .lower, letters[index] == "s", kind(index + 1) != .lower {
      return kind(index + 1) == .upper && ["I", "A", "U"].contains(letters[index - 1]) ? 0 : 1
    }
    guard kind(index) == .lower, kind(index + 1) == .lower, kind(index + 2) != .lower else { return 0 }
    return letters[index - 1] == "S" && letters[index] == "e" && letters[index + 1] == "s" ? 2 : 0
  }

  /// Returns whether a word continues the one before it, after an apostrophe or a round bracket: the `s` in
  /// `name(s)`.
  func isContinuation(_ number: Int) -> Bool {
    let start = ranges[number].lowerBound
    guard start > 1, Self.joints.contains(where: letters[start - 1].isExactly) else { return false }
    return kinds[start - 2].isLetter || kinds[start - 2] == .digit
  }

  private static let joints: [Unicode.Scalar] = ["'", "’", "`", "(", ")"]

  // MARK: - Writing

  /// Returns the name with its words and the characters between them replaced.
  ///
  /// - Parameters:
  ///   - boundary: The string between adjacent words.
  ///   - separator: The replacement of a separator.
  ///   - path: The replacement of a separator of a path.
  ///   - word: Returns the spelling of a word, given its number.
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

  /// Returns a word in small letters.
  func lowercased(_ number: Int) -> String { String(letters[ranges[number]]).lowercased() }

  /// Returns a word in small letters, or an acronym in its spelling: a known acronym, or a word in capitals in a
  /// name that also has small letters.
  func spelled(_ number: Int) -> String {
    let lowercased = lowercased(number)
    if let acronym = acronyms.spelling(of: lowercased) { return acronym }
    return isAcronym(number) ? String(letters[ranges[number]]) : lowercased
  }

  /// Returns whether a word looks like an acronym: it begins with two capitals, and the name also has small
  /// letters.
  private func isAcronym(_ number: Int) -> Bool {
    let range = ranges[number]
    return range.count > 1 && kinds[range.lowerBound + 1] == .upper && kinds[range.lowerBound] == .upper && !areCapitals
  }
}
