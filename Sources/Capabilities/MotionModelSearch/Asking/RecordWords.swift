import MotionModel

/// The words of one record, column by column, as an index would have them.
///
/// ```swift
/// var words = RecordWords(columns: 2)
/// words.append(word: bytes, column: 0, position: 0, range: 0..<3)
/// ```
package struct RecordWords: Sendable {
  /// A word of a column. Its bytes are a part of `bytes`.
  struct Token: Sendable {
    var start: Int
    var count: Int
    var position: Int
    var range: Range<Int>
    var element: Int
  }

  private(set) var columns: [[Token]]
  private var bytes: [UInt8] = []

  /// Creates a record without words.
  package init(columns: Int) { self.columns = Array(repeating: [], count: columns) }

  /// Adds a word, in the order of positions in each column. An empty one, which is a stop word, is left out.
  ///
  /// - Parameters:
  ///   - word: The UTF-8 of the word as indexed.
  ///   - column: The number of the column.
  ///   - position: The ordinal of the word in the column, in which stop words count.
  ///   - range: Where the word stands: offsets in the UTF-8 of the text, or of an element of an array of texts.
  ///   - element: The number of the element.
  package mutating func append(
    word: UnsafeBufferPointer<UInt8>, column: Int, position: Int, range: Range<Int>, element: Int = 0
  ) {
    guard !word.isEmpty else { return }
    let token = Token(start: bytes.count, count: word.count, position: position, range: range, element: element)
    columns[column].append(token)
    bytes.append(contentsOf: word)
  }

  /// Returns the word of a column that has an ordinal; nil if there is none, or it is a stop word.
  package func token(in column: Int, at position: Int) -> (word: String, range: Range<Int>, element: Int)? {
    let tokens = columns[column]
    let index = tokens.partitionIndex { $0.position < position }
    guard index < tokens.count, tokens[index].position == position else { return nil }
    let token = tokens[index]
    let word = String(decoding: bytes[token.start..<token.start + token.count], as: UTF8.self)
    return (word, token.range, token.element)
  }

  /// Calls `body` with each word, its column and its ordinal, in order.
  func forEachWord(_ body: (UnsafeBufferPointer<UInt8>, _ column: Int, _ position: Int) -> Void) {
    bytes.withUnsafeBufferPointer { bytes in
      for (column, tokens) in columns.enumerated() {
        for token in tokens {
          body(UnsafeBufferPointer(rebasing: bytes[token.start..<token.start + token.count]), column, token.position)
        }
      }
    }
  }
}
