/// The words of one record, column by column, as an index would have them.
///
/// ```swift
/// var words = RecordWords(columns: 2)
/// words.append(bytes, column: 0, position: 0)
/// ```
package struct RecordWords: Sendable {
  /// A word of a column. Its bytes are a part of `bytes`.
  struct Token: Sendable {
    var start: Int
    var count: Int
    var position: Int
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
  package mutating func append(_ word: UnsafeBufferPointer<UInt8>, column: Int, position: Int) {
    guard !word.isEmpty else { return }
    columns[column].append(Token(start: bytes.count, count: word.count, position: position))
    bytes.append(contentsOf: word)
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
