/// A query whose words were analysed and whose columns were looked up, ready to run.
package struct BoundQuery: Sendable {
  /// A query as a tree of operands, which are meant by their numbers. Lists have two elements at least, and none of
  /// their own kind.
  package indirect enum Node: Hashable, Sendable {
    /// Finds nothing. This is only ever the whole query.
    case nothing
    case operand(Int)
    /// Operands of which each is near the next, and between each and the next at most so many words.
    case near([Int], distances: [Int])
    case and([Node])
    case or([Node])
    /// What the first finds without what the second finds.
    case not(Node, Node)
  }

  /// A word, or words one after the other in one column.
  package struct Operand: Hashable, Sendable {
    /// The words. The first and the last one are not `isAny`.
    package var words: [BoundWord]
    /// The number of the only column in which to search; nil for every column.
    package var column: Int?
    /// The ordinal that the first word has to have in its column, for `^`; nil if it may be anywhere. It is 0, or more
    /// where stop words before the first word are left out.
    package var start: Int?
  }

  /// A word of an operand, as an index has it.
  package struct BoundWord: Hashable, Sendable {
    package var text: String
    /// Whether all words are meant that begin so.
    package var isPrefix: Bool
    /// Whether any word may stand there, or a stop word: the place of a stop word in a phrase.
    package var isAny: Bool
  }

  /// The operands by their numbers. Equal ones are one.
  package let operands: [Operand]
  package let root: Node

  /// The words of the operands that are looked for in records, by number.
  let words: WordNumbers
  /// For each operand the numbers of its words; nil where any word may stand.
  let wordNumbers: [[Int?]]

  init(operands: [Operand], root: Node) {
    var words = WordNumbers()
    wordNumbers = operands.map { operand in
      operand.words.map { $0.isAny ? nil : words.number(of: $0.text, isPrefix: $0.isPrefix) }
    }
    (self.operands, self.root, self.words) = (operands, root, words)
  }
}
