package import MotionModel

/// The index of a search: for each word, the rows that have it, with the places where it stands in each.
///
/// It is an inverted index, as a value: versions share all that did not change. A word costs about a hundred bytes, and
/// each row that has it about four, so an index of texts takes about as much memory as they do, or less.
package struct WordIndex: Sendable {
  package let fields: SearchFields
  let form: PostingForm
  var words: WordTable
  var lengths: RowLengths

  /// How many rows a block of postings has.
  static let blockSize = 128

  /// - Parameter blockSize: How many rows a block of postings has: at least 2, at most 255, since a block that is about
  ///   to be split has one more.
  package init(_ fields: SearchFields, blockSize: Int) {
    let columns = fields.columns.count
    self.fields = fields
    form = PostingForm(blockSize: blockSize, places: PlaceForm(columns: columns))
    words = WordTable(columns: columns)
    lengths = RowLengths(columns: columns)
  }

  /// How many different words there are.
  package var count: Int { words.count }

  /// Calls `body` with each word in the order of its bytes, from the first one that does not come before some bytes on,
  /// and with how many rows have it, until `body` returns false.
  package func forEachWord(
    from bytes: UnsafeBufferPointer<UInt8>, _ body: (_ word: UnsafeBufferPointer<UInt8>, _ rows: Int) -> Bool
  ) {
    words.forEachNumber(from: bytes) { number in
      let entry = words[number]
      return entry.word.withBytes { body($0, entry.rows.count) }
    }
  }

  /// Returns how many rows have a word.
  package func rowCount(of word: String) -> Int { words.number(of: word).map { words[$0].rows.count } ?? 0 }

  /// Returns the rows that have a word.
  package func rows(of word: String) -> RowSet {
    var marks = RowMarks()
    if let number = words.number(of: word) { marks.insert(words[number].rows) }
    return marks.rows
  }
}
