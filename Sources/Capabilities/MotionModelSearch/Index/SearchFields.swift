package import MotionModel

/// The texts of a model that are searched together: which columns, how much each counts, and how they are divided into
/// words.
///
/// It is a class because every search and every index refers to it.
package final class SearchFields: Sendable {
  /// Calls `body` with each text that a row has in a column.
  typealias Reader = @Sendable (_ row: Row, _ body: (String) -> Void) -> Void

  package let columns: [ColumnReference]
  /// The names of the columns, as queries name them.
  package let names: [String]
  /// How much a word counts in each column.
  package let weights: [Double]
  package let analysis: TextAnalysis
  private let readers: [Reader]

  init(_ columns: [(reference: ColumnReference, reader: Reader)], weights: [Double], _ analysis: TextAnalysis) {
    self.columns = columns.map(\.reference)
    names = columns.map(\.reference.name)
    readers = columns.map(\.reader)
    (self.weights, self.analysis) = (weights, analysis)
  }

  /// How many columns there can be.
  static let mostColumns = 16

  /// The number of positions between two texts of an array, so that no phrase reaches from one into the next.
  static let gap = 100

  /// The highest position; all words from there on have it.
  static let lastPosition = Int(UInt32.max >> 4)

  /// Returns whether two rows have the same texts, byte by byte.
  func isSame(_ row: Row, _ other: Row) -> Bool {
    columns.allSatisfy { $0.isSame(in: row, and: other) }
  }

  /// Returns whether these are the same columns, divided into words alike.
  func isSame(as other: SearchFields) -> Bool {
    self === other
      || columns.elementsEqual(other.columns) { $0.isSame(as: $1) } && analysis.isSame(as: other.analysis)
  }

  /// Calls `body` with each text of a row, in order.
  func forEachText(of row: Row, _ body: (String, _ column: Int) -> Void) {
    for column in readers.indices { readers[column](row) { body($0, column) } }
  }

  /// Calls `body` with each word of a row, in order. The bytes of the word are valid during the call.
  ///
  /// - Parameter body: It receives the word, its column, and its position there.
  func forEachWord(of row: Row, _ body: (UnsafeBufferPointer<UInt8>, _ column: Int, _ position: Int) -> Void) {
    for column in readers.indices {
      var (position, isFirst) = (0, true)
      readers[column](row) { text in
        if !isFirst { position += Self.gap }
        isFirst = false
        analysis.forEachToken(in: text) { word, _ in
          if !word.isEmpty { body(word, column, min(position, Self.lastPosition)) }
          position += 1
        }
      }
    }
  }

  /// Returns the words of a row.
  package func words(of row: Row) -> RecordWords {
    var words = RecordWords(columns: columns.count)
    forEachWord(of: row) { word, column, position in words.append(word, column: column, position: position) }
    return words
  }
}
