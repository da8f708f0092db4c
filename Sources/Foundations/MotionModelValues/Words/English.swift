extension Inflector {
  /// The rules of English, with acronyms that are common in the names of programs.
  ///
  /// Where English has two plurals, it returns the one that programmers use (`indices`, `octopuses`) and recognizes
  /// both. The acronyms are API, CSS, CSV, DNS, GPS, HTML, HTTP, HTTPS, ID, IP, JSON, OS, PDF, SMS, SQL, UI, URI,
  /// URL, UTC, UUID and XML.
  public static let english: Inflector = {
    var english = Inflector()
    for (suffix, replacement) in English.plurals { english.plurals.add(suffix: suffix, replacement) }
    for (suffix, replacement) in English.singulars { english.singulars.add(suffix: suffix, replacement) }
    for suffix in English.unchanged {
      english.plurals.add(suffix: suffix, suffix)
      english.singulars.add(suffix: suffix, suffix)
    }
    for (singular, plural) in English.knownWords { english.add(singular, plural) }
    for acronym in English.acronyms { english.acronyms.add(acronym) }
    english.ordinals = English.ordinalEnding
    return english
  }()
}

/// The rules and words of ``Inflector/english``.
enum English {
  static let acronyms = words(
    "API CSS CSV DNS GPS HTML HTTP HTTPS ID IP JSON OS PDF SMS SQL UI URI URL UTC UUID XML")

  /// All words with their plurals; later ones win.
  static var knownWords: [(String, String)] {
    endingsInS.map { ($0, $0 + "es") } + plainWords.map { ($0, $0 + "s") } + irregulars + uncountables.map { ($0, $0) }
  }

  static func words(_ text: String) -> [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }

  /// Returns the pairs in a list of words.
  static func pairs(_ text: String) -> [(String, String)] {
    let words = words(text)
    return stride(from: 0, to: words.count - 1, by: 2).map { (words[$0], words[$0 + 1]) }
  }
}
