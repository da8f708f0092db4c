extension TextAnalysis {
  /// Whether two analyses divide every text alike, for certain. Of two tokenizers of programs that is known if they are
  /// equal values of a type that is `Hashable`.
  package func isSame(as other: TextAnalysis) -> Bool {
    switch (division, other.division) {
    case (.words(let foldsAccents, let stemming, let words), .words(let otherFolds, let otherStemming, let otherWords)):
      (foldsAccents, stemming) == (otherFolds, otherStemming) && words == otherWords
    case (.simple, .simple): true
    case (.custom(let tokenizer as any Hashable), .custom(let other as any Hashable)):
      AnyHashable(tokenizer) == AnyHashable(other)
    default: false
    }
  }

  /// Whether texts are divided by code of a program.
  package var hasCode: Bool { if case .custom = division { true } else { false } }
}
