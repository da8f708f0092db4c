import MotionModel

/// Adds many rows behind all others: their words are collected, sorted by number, and appended to each word's rows.
extension WordIndex {
  /// Adds rows, whose positions are in ascending order.
  mutating func append(_ positions: [Int], at address: (_ position: Int) -> Row) {
    let known = words.count
    var (batch, recent) = (WordBatch(columns: form.places.columns), RecentWords())
    for position in positions {
      collect(address(position), at: position, in: &batch, &recent)
      if batch.count >= WordBatch.most { append(&batch) }
    }
    append(&batch)
    words.list(from: known)
  }

  private mutating func collect(_ row: Row, at position: Int, in batch: inout WordBatch, _ recent: inout RecentWords) {
    batch.begin(position)
    fields.forEachWord(of: row) { word, column, position in
      let number = recent.number(of: word) { words.add($0, isListed: false) }
      batch.append(number, form.places.place(position, in: column), in: column)
    }
    lengths.set(batch.lengths, at: position, isNew: true)
  }

  private mutating func append(_ batch: inout WordBatch) {
    var (run, counts) = (PostingRun(), ContiguousArray<UInt32>(repeating: 0, count: form.places.columns))
    batch.forEachWord(of: words.count) { number, rows in
      run.removeAll()
      for column in counts.indices { counts[column] = 0 }
      rows.forEachRow { position, places in
        run.append(position, places)
        form.places.forEachColumn(of: places) { counts[$0] += 1 }
      }
      words[number].rows.append(run, form, lengths)
      for (column, count) in counts.enumerated() { words.addRows(Int(count), to: number, in: column) }
    }
    batch.removeAll()
  }
}

/// The words of some rows, in the order of the rows, and then by word.
struct WordBatch {
  private var numbers: ContiguousArray<UInt32> = []
  /// The number of the row among those of the batch in the upper half, and the place in the lower one.
  private var entries: ContiguousArray<UInt64> = []
  private var positions: ContiguousArray<Int> = []
  /// How many words the row that was begun last has in each column.
  private(set) var lengths: ContiguousArray<UInt32>

  init(columns: Int) { lengths = ContiguousArray(repeating: 0, count: columns) }

  /// How many words a batch has, and at most a row's more.
  static let most = 1 << 20

  var count: Int { numbers.count }

  /// Begins a row.
  mutating func begin(_ position: Int) {
    positions.append(position)
    for column in lengths.indices { lengths[column] = 0 }
  }

  /// Adds a word of the row that was begun last.
  mutating func append(_ number: Int, _ place: UInt32, in column: Int) {
    lengths[column] += 1
    numbers.append(UInt32(number))
    entries.append(UInt64(positions.count - 1) << 32 | UInt64(place))
  }

  mutating func removeAll() {
    numbers.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
    positions.removeAll(keepingCapacity: true)
  }

  /// The rows of one word.
  struct Rows {
    fileprivate let entries: ArraySlice<UInt64>
    fileprivate let positions: ContiguousArray<Int>

    typealias Places = LazyMapSequence<ArraySlice<UInt64>, UInt32>

    /// Calls `body` with the position of each row, and the places where the word stands in it, both in ascending order.
    func forEachRow(_ body: (_ position: Int, _ places: Places) -> Void) {
      var start = entries.startIndex
      while start < entries.endIndex {
        let row = entries[start] >> 32
        var end = start + 1
        while end < entries.endIndex, entries[end] >> 32 == row { end += 1 }
        body(positions[Int(row)], entries[start..<end].lazy.map { UInt32(truncatingIfNeeded: $0) })
        start = end
      }
    }
  }

  /// Calls `body` with the number of each word and its rows.
  ///
  /// - Parameter words: The number of words.
  func forEachWord(of words: Int, _ body: (_ number: Int, _ rows: Rows) -> Void) {
    if numbers.isEmpty { return }
    let (sorted, ends) = sorted(by: words)
    var start = 0
    for word in 0..<words where ends[word] > start {
      body(word, Rows(entries: sorted[start..<ends[word]], positions: positions))
      start = ends[word]
    }
  }

  /// The entries of each word, by a counting sort, and where they end. There must be some.
  private func sorted(by words: Int) -> (entries: [UInt64], ends: ContiguousArray<Int>) {
    var ends = ContiguousArray<Int>(repeating: 0, count: words + 1)
    let sorted = [UInt64](unsafeUninitializedCapacity: entries.count) { sorted, count in
      ends.withUnsafeMutableBufferPointer { ends in
        for number in numbers { ends[Int(number) + 1] += 1 }
        for word in 0..<words { ends[word + 1] += ends[word] }
        for (number, entry) in zip(numbers, entries) {
          sorted.initializeElement(at: ends[Int(number)], to: entry)
          ends[Int(number)] += 1
        }
        Self.sortPlaces(sorted, ends)
      }
      count = entries.count
    }
    return (sorted, ends)
  }

  /// Sorts the places of each row: the words of a row come column by column, and places are in the order of positions.
  private static func sortPlaces(
    _ entries: UnsafeMutableBufferPointer<UInt64>, _ ends: UnsafeMutableBufferPointer<Int>
  ) {
    var start = 0
    for end in ends {
      while start < end {
        var next = start + 1
        while next < end, entries[next] >> 32 == entries[start] >> 32 { next += 1 }
        if next - start > 1 {
          var places = UnsafeMutableBufferPointer(rebasing: entries[start..<next])
          places.sort()
        }
        start = next
      }
    }
  }
}
