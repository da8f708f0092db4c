import MotionModelSearch

extension RecordWords {
  /// The words of a record whose columns have these texts.
  init(_ texts: [String], _ analysis: TextAnalysis = .simple) {
    self.init(columns: texts.map { [$0] }, analysis)
  }

  /// The words of a record whose columns have these arrays of texts.
  init(columns texts: [[String]], _ analysis: TextAnalysis) {
    self.init(columns: texts.count)
    for (column, texts) in texts.enumerated() {
      var position = 0
      for (element, text) in texts.enumerated() {
        if element > 0 { position += 100 }
        analysis.forEachToken(in: text) { word, _ in
          append(word, column: column, position: position)
          position += 1
        }
      }
    }
  }
}

extension SearchQuery {
  /// Returns whether the query finds a record with these texts in columns of these names.
  func finds(_ texts: [String], in names: [String], _ analysis: TextAnalysis = .simple) throws -> Bool {
    try bound(to: names, by: analysis).matches(RecordWords(texts, analysis))
  }
}
