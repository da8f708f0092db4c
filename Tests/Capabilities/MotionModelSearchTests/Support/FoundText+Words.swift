@testable import MotionModelSearch

extension FoundText {
  /// Creates a text in which phrases are found word by word, without a query.
  init(_ text: String, finding phrases: String..., analysis: TextAnalysis = TextAnalysis()) {
    self.init(text, phrases: phrases, analysis)
  }

  init(_ text: String, phrases: [String], _ analysis: TextAnalysis = TextAnalysis()) {
    let tokens = analysis.tokens(in: text)
    var hits: [Hit] = []
    for (operand, phrase) in phrases.enumerated() {
      let words = analysis.queryTokens(in: phrase, isPrefix: false)
      for start in tokens.indices.dropLast(words.count - 1) {
        let isThere = zip(words, tokens[start...]).allSatisfy {
          $0.isPrefix ? $1.word.hasPrefix($0.word) : $0.word == $1.word
        }
        if isThere { hits.append(Hit(operand: operand, words: start..<start + words.count)) }
      }
    }
    hits.sort { $0.words.lowerBound < $1.words.lowerBound }
    self.init(text, places: tokens.map(\.range), hits: hits)
  }

  func snippet(_ size: Int) -> String { snippet(SnippetWindow(of: self, size: size)).marked("[", "]") }
}
