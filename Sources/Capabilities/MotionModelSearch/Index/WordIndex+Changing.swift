package import MotionModel

extension WordIndex: RowIndex {
  package func isAffected(_ old: Row, _ new: Row) -> Bool { !fields.isSame(old, new) }

  // MARK: - Inserting

  package mutating func insert(contentsOf positions: [Int], at address: (_ position: Int) -> Row) {
    if positions.count > Self.few, positions.first ?? 0 >= lengths.end, positions.isAscending {
      return append(positions, at: address)
    }
    for position in positions { insert(address(position), at: position) }
  }

  /// How many rows are inserted one by one, rather than sorted by words first.
  private static let few = 16

  private mutating func insert(_ row: Row, at position: Int) {
    let draft = newDraft(of: row)
    lengths.set(draft.lengths, at: position, isNew: true)
    for word in draft.words { insert(word, at: position) }
  }

  private mutating func insert(_ word: WordDraft.Word, at position: Int) {
    words[word.number].rows.insert(position, word.posting(at: position), form, lengths)
    count(word, 1)
  }

  /// Counts the rows that have a word in each column.
  private mutating func count(_ word: WordDraft.Word, _ difference: Int) {
    for (column, count) in word.counts(form.places).enumerated() where count > 0 {
      words.addRows(difference, to: word.number, in: column)
    }
  }

  /// Returns the words of a row. Those that are new are added.
  private mutating func newDraft(of row: Row) -> WordDraft {
    var draft = WordDraft(columns: form.places.columns)
    fields.forEachWord(of: row) { word, column, position in
      draft.append(words.add(word, isListed: true), form.places.place(position, in: column), in: column)
    }
    draft.sort()
    return draft
  }

  // MARK: - Removing

  package mutating func remove(_ row: Row, at position: Int) -> Bool {
    guard let draft = draft(of: row), lengths.isSame(draft.lengths, at: position) else { return false }
    var empty: [Int] = []
    for word in draft.words {
      guard remove(word, at: position, &empty) else { return false }
    }
    lengths.remove(at: position)
    removeWords(empty)
    return true
  }

  /// Removes a row from a word.
  ///
  /// - Parameter empty: Receives the number of the word, if no row has it any more.
  private mutating func remove(_ word: WordDraft.Word, at position: Int, _ empty: inout [Int]) -> Bool {
    guard words[word.number].rows.remove(position, word.posting(at: position), form, lengths) else { return false }
    count(word, -1)
    if words[word.number].rows.count == 0 { empty.append(word.number) }
    return true
  }

  /// Removes words that no row has, given in ascending order.
  private mutating func removeWords(_ numbers: [Int]) {
    // The last word gets the number of a removed one, so those with the highest numbers are removed first.
    for number in numbers.reversed() { words.remove(number) }
  }

  /// Returns the words of a row; nil when one of them is not in the index.
  private func draft(of row: Row) -> WordDraft? {
    var (draft, isKnown) = (WordDraft(columns: form.places.columns), true)
    fields.forEachWord(of: row) { word, column, position in
      guard let number = words.number(of: word) else { return isKnown = false }
      draft.append(number, form.places.place(position, in: column), in: column)
    }
    draft.sort()
    return isKnown ? draft : nil
  }

  // MARK: - Updating

  /// Changes the words alone that the two rows do not have at the same places.
  package mutating func update(_ old: Row, to new: Row, at position: Int) -> Bool {
    guard let before = draft(of: old), lengths.isSame(before.lengths, at: position) else { return false }
    let after = newDraft(of: new)
    var (empty, gone, kept, come) = ([Int](), [WordDraft.Word](), [WordPair](), [WordDraft.Word]())
    WordPair.compare(before, after, &gone, &kept, &come)
    for word in gone { guard remove(word, at: position, &empty) else { return false } }
    lengths.set(after.lengths, at: position, isNew: false)
    let isShorter = zip(after.lengths, before.lengths).contains { $0 < $1 }
    for pair in kept { guard change(pair, at: position, isShorter) else { return false } }
    for word in come { insert(word, at: position) }
    removeWords(empty)
    return true
  }

  /// Changes the places of a word that both rows have.
  private mutating func change(_ pair: WordPair, at position: Int, _ isShorter: Bool) -> Bool {
    if pair.old.isSame(as: pair.new) {
      // The bounds of its block have to hold for the shorter row, too.
      if isShorter { words[pair.new.number].rows.shorten(position, pair.new.counts(form.places), lengths) }
      return true
    }
    let number = pair.new.number
    guard words[number].rows.find(position, { pair.old.posting(at: position).hasPlaces($0) }) == true else {
      return false
    }
    count(pair.old, -1)
    insert(pair.new, at: position)
    return true
  }
}

/// A word that both versions of a row have.
private struct WordPair {
  let old: WordDraft.Word
  let new: WordDraft.Word

  /// Divides the words of two drafts into removed ones, ones that both have, and new ones.
  static func compare(
    _ before: WordDraft, _ after: WordDraft, _ gone: inout [WordDraft.Word], _ kept: inout [WordPair],
    _ come: inout [WordDraft.Word]
  ) {
    var (old, new) = (before.words.makeIterator(), after.words.makeIterator())
    var (first, second) = (old.next(), new.next())
    while true {
      switch (first, second) {
      case (nil, nil): return
      case (let word?, let other?) where word.number == other.number:
        kept.append(WordPair(old: word, new: other))
        (first, second) = (old.next(), new.next())
      case (let word?, let other) where other.map({ word.number < $0.number }) ?? true:
        gone.append(word)
        first = old.next()
      case (_, let word?):
        come.append(word)
        second = new.next()
      case (.some, nil): return
      }
    }
  }
}

extension Array<Int> {
  fileprivate var isAscending: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }
}
