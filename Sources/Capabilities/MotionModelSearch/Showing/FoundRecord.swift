/// The texts of a record, with the places of what a query finds in them.
///
/// What is found depends on the whole record: a query for two words finds nothing where only one of them is there, and
/// an alternative that does not match is not marked.
struct FoundRecord {
  /// The texts of each column: one, or those of an array.
  let columns: [[FoundText]]

  /// A text while its words are read.
  private struct Draft {
    let text: String
    /// The ordinal of its first word.
    let first: Int
    var places: [Range<Int>] = []
    var hits: [FoundText.Hit] = []
  }

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - names: The names of the columns.
  ///   - texts: The texts of each column.
  ///   - queries: What is searched for, bound to these columns.
  ///   - analysis: How texts are divided.
  init(names: [String?], texts: [[String]], queries: [BoundQuery], analysis: TextAnalysis) {
    var words = RecordWords(columns: texts.count)
    var drafts = texts.enumerated().map { column, texts in Self.read(texts, column, analysis, into: &words) }
    var operands = 0
    for query in queries {
      Self.add(query.occurrences(in: words), operands, to: &drafts)
      // The operands of several queries are different ones.
      operands += query.operands.count
    }
    columns = zip(names, drafts).map { name, drafts in
      drafts.map { draft in
        let hits = draft.hits.sorted { $0.words.lowerBound < $1.words.lowerBound }
        return FoundText(draft.text, column: name, places: draft.places, hits: hits)
      }
    }
  }

  /// Adds occurrences, which are in order, to the texts of their first words.
  private static func add(_ occurrences: [Occurrence], _ operands: Int, to drafts: inout [[Draft]]) {
    var numbers = drafts.map { _ in 0 }
    for occurrence in occurrences {
      let (column, words) = (occurrence.column, occurrence.words)
      var number = numbers[column]
      while number + 1 < drafts[column].count, drafts[column][number + 1].first <= words.lowerBound { number += 1 }
      numbers[column] = number
      let first = drafts[column][number].first
      drafts[column][number].hits.append(
        FoundText.Hit(
          operand: operands + occurrence.operand, words: words.lowerBound - first..<words.upperBound - first))
    }
  }

  private static func read(
    _ texts: [String], _ column: Int, _ analysis: TextAnalysis, into words: inout RecordWords
  ) -> [Draft] {
    var position = 0
    return texts.enumerated().map { element, text in
      if element > 0 { position += SearchFields.gap }
      var draft = Draft(text: text, first: position)
      analysis.forEachToken(in: text) { word, range in
        words.append(word, column: column, position: position)
        draft.places.append(range)
        position += 1
      }
      return draft
    }
  }

  /// Returns the part of a text that shows most of the query, of all texts of the record. If nothing was found, that is
  /// the beginning of the first text that is not empty; it is nil if there is none.
  func snippet(words: Int) -> SearchExcerpt? {
    var best: (text: FoundText, window: SnippetWindow)?
    for text in columns.joined() where !text.places.isEmpty {
      let window = SnippetWindow(of: text, size: words)
      if window.score > best?.window.score ?? -1 { best = (text, window) }
    }
    return best.map { $0.text.snippet($0.window) }
  }
}
