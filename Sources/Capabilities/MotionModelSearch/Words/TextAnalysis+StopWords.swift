extension TextAnalysis {
  /// English words that say little of what a text is about: articles, pronouns, prepositions, conjunctions and
  /// auxiliary verbs, with what is left of `don't`, `we'll` and the like when the apostrophe has divided them.
  ///
  /// Without them an index is smaller, but `to be or not to be` and `The Who` cannot be found. Frequent words count for
  /// little in the rank anyway, so most programs need no stop words.
  public static var englishStopWords: Set<String> {
    [
      // Articles and pronouns
      "a", "an", "the", "i", "me", "my", "we", "us", "our", "you", "your", "he", "him", "his", "she", "her", "it",
      "its", "they",
      "them", "their", "this", "that", "these", "those", "who", "whom", "whose", "which", "what", "there", "here",
      // Prepositions
      "about", "after", "at", "before", "by", "during", "for", "from", "in", "into", "of", "off", "on", "onto", "out",
      "over",
      "per", "through", "to", "under", "until", "up", "upon", "with", "within", "without",
      // Conjunctions and adverbs
      "and", "as", "because", "but", "if", "no", "nor", "not", "or", "so", "than", "then", "though", "too", "very",
      "when",
      "where", "while", "why", "how",
      // Auxiliary verbs
      "am", "are", "be", "been", "being", "can", "could", "did", "do", "does", "had", "has", "have", "is", "may",
      "might", "must",
      "shall", "should", "was", "were", "will", "would",
      // After an apostrophe
      "d", "ll", "m", "re", "s", "t", "ve",
    ]
  }
}
