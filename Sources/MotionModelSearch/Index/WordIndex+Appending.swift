/// Adds many rows behind all others: their words are collected, sorted by number, and appended to each word's rows.
extension WordIndex {
  /// Adds rows, whose positions are in ascending order.
  mutating func append(_ positions: [Int], at address: (_ position: Int) -> UnsafeRawPointer) {
    let known = words.count
    var batch = WordBatch()
    for position in positions {
      collect(address(position), at: position, in: &batch)
      if batch.count >= WordBatch.most { append(&batch) }
    }
    append(&batch)
    words.list(from: known)
  }

  private mutating func collect(_ row: UnsafeRawPointer, at position: Int, in batch: inout WordBatch) {
    var counts = ContiguousArray<UInt32>(repeating: 0, count: form.places.columns)
    batch.begin(position)
    fields.forEachWord(of: row) { word, column, position, _, _ in
      batch.append(words.add(word, isListed: false), form.places.place(position, in: column))
      counts[column] += 1
    }
    lengths.set(counts, at: position, isNew: true)
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

  /// How many words a batch has, and at most a row's more.
  static let most = 1 << 20

  var count: Int { numbers.count }

  /// Begins a row.
  mutating func begin(_ position: Int) { positions.append(position) }

  /// Adds a word of the row that was begun last.
  mutating func append(_ number: Int, _ place: UInt32) {
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

    /// Calls `body` with the position of each row, and the places where the word stands in it, both in ascending order.
    func forEachRow(_ body: (_ position: Int, _ places: [UInt32]) -> Void) {
      var (start, places) = (entries.startIndex, [UInt32]())
      while start < entries.endIndex {
        let row = entries[start] >> 32
        places.removeAll(keepingCapacity: true)
        while start < entries.endIndex, entries[start] >> 32 == row {
          places.append(UInt32(truncatingIfNeeded: entries[start]))
          start += 1
        }
        // The words of a row come column by column, and places are in the order of positions.
        if places.count > 1 { places.sort() }
        body(positions[Int(row)], places)
      }
    }
  }

  /// Calls `body` with the number of each word and its rows, by a counting sort.
  ///
  /// - Parameter words: The number of words.
  func forEachWord(of words: Int, _ body: (_ number: Int, _ rows: Rows) -> Void) {
    if numbers.isEmpty { return }
    var ends = ContiguousArray<Int>(repeating: 0, count: words + 1)
    for number in numbers { ends[Int(number) + 1] += 1 }
    for word in 0..<words { ends[word + 1] += ends[word] }
    var sorted = [UInt64](repeating: 0, count: entries.count)
    for (index, number) in numbers.enumerated() {
      sorted[ends[Int(number)]] = entries[index]
      ends[Int(number)] += 1
    }
    var start = 0
    for word in 0..<words where ends[word] > start {
      body(word, Rows(entries: sorted[start..<ends[word]], positions: positions))
      start = ends[word]
    }
  }
}
