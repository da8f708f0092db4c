/// The acronyms that an inflector knows, by their spelling in small letters.
struct Acronyms: Sendable {
  private var spellings: [String: String] = [:]
  /// The acronyms with small letters, such as `GraphQL`, which cannot be recognized by their capitals.
  private var mixed: [[Character]] = []
  private var longest = 0

  mutating func add(_ acronym: String) {
    if acronym.isEmpty { return }
    spellings[acronym.lowercased()] = acronym
    longest = max(longest, acronym.count)
    mixed.removeAll { String($0).lowercased() == acronym.lowercased() }
    if acronym.contains(where: \.isLowercase) { mixed.append(Array(acronym)) }
  }

  /// Returns the spelling of a word in small letters that is an acronym or the plural of one; nil for other words.
  func spelling(of word: String) -> String? {
    if let spelling = spellings[word] { return spelling }
    return word.last == "s" ? spellings[String(word.dropLast())].map { $0 + "s" } : nil
  }

  /// Returns whether a string is a known acronym in its exact spelling.
  func contains(_ text: some Collection<Character>) -> Bool {
    let text = String(text)
    return spellings[text.lowercased()] == text
  }

  /// Returns the end of the acronym with small letters that begins at `start`; nil when there is none.
  func mixedEnd(in letters: [Character], at start: Int) -> Int? {
    let here = letters[start...]
    let fitting = mixed.lazy.filter { here.starts(with: $0) { $0.utf8.elementsEqual($1.utf8) } }
    return fitting.map(\.count).max().map { start + $0 }
  }

  /// Returns the ends of the acronyms that make up a run of capitals, as in `APIURL`; nil when there is anything
  /// else in it.
  ///
  /// At each position the longest acronym is taken, without going back.
  func ends(in letters: [Character], _ run: Range<Int>) -> [Int]? {
    var ends: [Int] = []
    var start = run.lowerBound
    while start < run.upperBound {
      let candidates = stride(from: min(longest, run.upperBound - start), to: 0, by: -1)
      guard let length = candidates.first(where: { contains(letters[start..<start + $0]) }) else { return nil }
      start += length
      ends.append(start)
    }
    return ends
  }
}
