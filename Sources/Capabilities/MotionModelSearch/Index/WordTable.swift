import MotionModel

/// The words of an index, each with a number and the rows that have it. The numbers in use are always the first ones.
///
/// Words are found by their bytes, in constant time, and listed in the order of their bytes.
struct WordTable: Sendable {
  struct Entry: Sendable {
    let word: String
    var rows: PostingList
  }

  private var entries = PagedArray<Entry>()
  /// How many rows have each word in each column: a number for each column, word by word.
  private var counts = PagedArray<UInt32>()
  private var table = HashTable()
  /// The numbers of the words, in the order of the words.
  private var order = OrderedNode()
  private let columns: Int

  init(columns: Int) { self.columns = columns }

  var count: Int { entries.count }

  // MARK: - Looking up

  subscript(number: Int) -> Entry {
    @inline(__always) get { entries[number] }
    @inline(__always) _modify { yield &entries[number] }
  }

  /// How many rows have a word in a column.
  func rowCount(_ number: Int, in column: Int) -> Int { Int(counts[number * columns + column]) }

  /// Returns the number of a word; nil when no row has it.
  @inline(__always)
  func number(of word: UnsafeBufferPointer<UInt8>) -> Int? { number(of: word, hash: Self.hash(word)) }

  func number(of word: String) -> Int? { word.withBytes { number(of: $0) } }

  @inline(__always)
  private func number(of word: UnsafeBufferPointer<UInt8>, hash: UInt64) -> Int? {
    table.first(hash: hash) { entries[$0].word.hasBytes(word) }
  }

  @inline(__always)
  private static func hash(_ word: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(word))
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  // MARK: - Changing

  /// Returns the number of a word, which is added without rows if there is none: the caller gives it rows.
  ///
  /// - Parameter isListed: Whether a new word is listed at once. If not, the caller calls ``list(from:)``.
  mutating func add(_ word: UnsafeBufferPointer<UInt8>, isListed: Bool) -> Int {
    let hash = Self.hash(word)
    if let number = number(of: word, hash: hash) { return number }
    let number = entries.count
    entries.append(Entry(word: String(decoding: word, as: UTF8.self), rows: .empty))
    for _ in 0..<columns { counts.append(0) }
    table.insert(number, hash: hash)
    if isListed { insertInOrder(number) }
    return number
  }

  /// Counts rows that have a word in a column, or have it no more.
  mutating func addRows(_ difference: Int, to number: Int, in column: Int) {
    counts[number * columns + column] = UInt32(Int(counts[number * columns + column]) + difference)
  }

  /// Removes a word. The last word gets its number.
  mutating func remove(_ number: Int) {
    table.remove(number, hash: entries[number].word.withBytes(Self.hash))
    removeFromOrder(number)
    let last = entries.count - 1
    if number != last {
      removeFromOrder(last)
      table.replace(last, with: number, hash: entries[last].word.withBytes(Self.hash))
    }
    let moved = entries.removeLast()
    for column in (0..<columns).reversed() {
      let count = counts.removeLast()
      if number != last { counts[number * columns + column] = count }
    }
    if number == last { return }
    entries[number] = moved
    insertInOrder(number)
  }

  // MARK: - Order

  /// Lists the words that were added from a number on.
  mutating func list(from first: Int) {
    if count - first < count / 8 {
      for number in first..<count { insertInOrder(number) }
      return
    }
    let words = entries
    var all = ContiguousArray((first..<count).map { Self.entry(words, $0) })
    order.forEach(in: 0..<order.count) {
      all.append($0)
      return true
    }
    all.sort { Self.precedes($0, $1, words) }
    order = OrderedNode.tree(of: all)
  }

  private mutating func insertInOrder(_ number: Int) {
    makeOrderUnique()
    let words = entries
    if let sibling = order.insert(Self.entry(words, number), { Self.precedes($0, $1, words) }) {
      order = OrderedNode(children: [order, sibling])
    }
  }

  private mutating func removeFromOrder(_ number: Int) {
    makeOrderUnique()
    let words = entries
    _ = order.remove(Self.entry(words, number)) { Self.precedes($0, $1, words) }
    if order.count == 0 { order = OrderedNode() }
    if order.children.count == 1 { order = order.children[0] }
  }

  private mutating func makeOrderUnique() {
    if !isKnownUniquelyReferenced(&order) { order = order.copy() }
  }

  private static func entry(_ words: PagedArray<Entry>, _ number: Int) -> OrderedEntry {
    OrderedEntry(key: words[number].word.withBytes(key), position: number)
  }

  /// The first eight bytes of a word as a number, in the order of words.
  private static func key(_ word: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var key: UInt64 = 0
    for index in 0..<8 { key = key << 8 | (index < word.count ? UInt64(word[index]) : 0) }
    return key
  }

  private static func precedes(_ first: OrderedEntry, _ second: OrderedEntry, _ words: PagedArray<Entry>) -> Bool {
    if first.key != second.key { return first.key < second.key }
    if first.position == second.position { return false }
    return words[first.position].word.utf8.lexicographicallyPrecedes(words[second.position].word.utf8)
  }

  /// How many words come before some bytes.
  private func rank(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let key = Self.key(bytes)
    return order.count { entry in
      if entry.key != key { return entry.key < key }
      return entries[entry.position].word.utf8.lexicographicallyPrecedes(bytes)
    }
  }

  /// Calls `body` with the number of each word, from the first one that does not come before some bytes on, until it
  /// returns false.
  func forEachNumber(from bytes: UnsafeBufferPointer<UInt8>, _ body: (Int) -> Bool) {
    order.forEach(in: rank(of: bytes)..<order.count) { body($0.position) }
  }

  /// Returns the numbers of the words with a prefix, in the order of the words.
  func numbers(withPrefix prefix: String) -> [Int] {
    var numbers: [Int] = []
    prefix.withBytes { bytes in
      forEachNumber(from: bytes) { number in
        guard entries[number].word.hasPrefix(bytes) else { return false }
        numbers.append(number)
        return true
      }
    }
    return numbers
  }
}

extension String {
  /// Returns whether the string has some bytes in UTF-8, and no others.
  @inline(__always)
  fileprivate func hasBytes(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    utf8.count == bytes.count && withBytes { $0.elementsEqual(bytes) }
  }

  /// Returns whether the string begins with some bytes in UTF-8.
  @inline(__always)
  fileprivate func hasPrefix(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    utf8.count >= bytes.count && withBytes { $0.prefix(bytes.count).elementsEqual(bytes) }
  }
}
