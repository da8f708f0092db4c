/// The words of one row by their numbers, before they are compared with those in an index or put there.
struct WordDraft {
  /// For each place where a word stands, the word's number in the upper half and the place in the lower one.
  private var places: ContiguousArray<UInt64> = []
  /// How many words there are in each column.
  private(set) var lengths: ContiguousArray<UInt32>

  init(columns: Int) { lengths = ContiguousArray(repeating: 0, count: columns) }

  /// Adds a word.
  mutating func append(_ number: Int, _ place: UInt32, in column: Int) {
    places.append(UInt64(number) << 32 | UInt64(place))
    lengths[column] += 1
  }

  /// Puts the words in order; called once all are added.
  mutating func sort() { places.sort() }

  /// A word, and where it stands.
  struct Word {
    let number: Int
    fileprivate let entries: ArraySlice<UInt64>

    /// The places, in ascending order.
    var places: some Collection<UInt32> { entries.lazy.map { UInt32(truncatingIfNeeded: $0) } }

    /// Returns whether the word stands at the same places as another.
    func isSame(as other: Word) -> Bool {
      entries.elementsEqual(other.entries) { UInt32(truncatingIfNeeded: $0) == UInt32(truncatingIfNeeded: $1) }
    }

    /// Returns the word as a row of a posting list.
    func posting(at position: Int) -> PostingBlock { PostingBlock(position, places) }

    /// Returns how often the word stands in each column.
    func counts(_ form: PlaceForm) -> ContiguousArray<UInt32> {
      var counts = ContiguousArray<UInt32>(repeating: 0, count: form.columns)
      for place in places { counts[form.column(of: place)] += 1 }
      return counts
    }
  }

  /// The words, each once, in the order of their numbers.
  var words: some Sequence<Word> {
    sequence(state: places[...]) { rest in
      guard let first = rest.first else { return nil }
      let number = first >> 32
      let end = rest.firstIndex { $0 >> 32 != number } ?? rest.endIndex
      defer { rest = rest[end...] }
      return Word(number: Int(number), entries: rest[..<end])
    }
  }
}
