/// A hash table from hashes to numbers of 40 bits, whose copies share their pages.
///
/// It stores no keys: an entry is 24 bits of the hash and the number. The caller decides whether a found number is the
/// wanted one, usually by comparing its row. So an entry takes eight bytes at a load of about one half, for any type of
/// key.
///
/// Entries are stored in pages of open addressing with linear probing. Pages are split one at a time, in order, as
/// entries are inserted, which is *linear hashing* (W. Litwin, 1980): no insertion ever moves more than one page, and
/// changing a table that a snapshot shares copies no more than the page and the path to it. As entries are removed,
/// pages are joined again in the opposite order, so a table takes memory only for the entries that it has.
///
/// Looking up, inserting and removing are O(1) on average, as long as not many different keys share 24 bits of hash.
@usableFromInline package struct HashTable: Sendable {
  /// The memory of one page: in the first element the number of its entries, then a power of two of slots, zero where
  /// there is no entry.
  @usableFromInline typealias Page = ContiguousArray<UInt64>

  /// The pages, whose number is `1 << level` plus `split`.
  @usableFromInline var pages = PagedArray<Page>()
  /// The number of entries.
  @usableFromInline package var count = 0
  /// All pages below `1 << level` exist; those below `split` have been split once more.
  @usableFromInline var level = 0
  @usableFromInline var split = 0

  package init() { pages.append(Self.emptyPage(slots: 8)) }

  /// How many bits a number has: 40, or as many as are not negative in an `Int` of 32 bits, which some watches have.
  static let numberBits = min(40, Int.bitWidth - 1)

  /// The largest number that can be stored.
  static let maximum = Int(truncatingIfNeeded: UInt64(1) << numberBits - 2)

  private static let fullSize = 256
  /// The bits of a hash that choose a page.
  private static let mostLevels = 24
  /// Entries per page, on average, past which the next page is split.
  private static let load = 120
  /// Entries per page, on average, below which the last page is joined with the page it was split from. It is half of
  /// the other bound, so that a table whose size goes up and down does not split and join pages all the time.
  private static let leastLoad = 60

  // MARK: - Looking up

  /// Returns the first number under a hash for which `isWanted` returns true.
  @inlinable @inline(__always)
  package func first<Failure: Error>(hash: UInt64, where isWanted: (Int) throws(Failure) -> Bool) throws(Failure)
    -> Int?
  {
    let fragment = hash &>> 40
    let number = pageNumber(of: fragment)
    let page = pages.pages[number &>> 7][number & 127]
    let mask = page.count &- 2
    var slot = Self.home(of: fragment, mask: mask)
    while true {
      let entry = page[slot &+ 1]
      if entry == 0 { return nil }
      if entry &>> 40 == fragment {
        let value = Self.number(in: entry)
        if try isWanted(value) { return value }
      }
      slot = (slot &+ 1) & mask
    }
  }

  @inlinable @inline(__always)
  static func number(in entry: UInt64) -> Int { Int(truncatingIfNeeded: entry & 0xFF_FFFF_FFFF) &- 1 }

  /// The slot of a page at which the search for an entry begins. The high bits of the fragment choose it, the low
  /// bits choose the page.
  @inlinable @inline(__always) static func home(of fragment: UInt64, mask: Int) -> Int {
    Int(truncatingIfNeeded: (fragment &>> 12) ^ (fragment &>> 16)) & mask
  }

  @inlinable @inline(__always) func pageNumber(of fragment: UInt64) -> Int {
    let number = Int(truncatingIfNeeded: fragment) & ((1 &<< level) &- 1)
    return number < split ? Int(truncatingIfNeeded: fragment) & ((2 &<< level) &- 1) : number
  }

  // MARK: - Changing

  /// Adds a number under a hash, which may have others.
  package mutating func insert(_ number: Int, hash: UInt64) {
    Self.insert(Self.entry(number, hash: hash), into: &pages[pageNumber(of: hash >> 40)])
    count += 1
    if count > pages.count * Self.load { splitNextPage() }
  }

  /// Adds numbers, each under the hash at its place in the other array.
  ///
  /// Many are added page by page, because adding them one by one waits for memory each time: twice as long for a
  /// million.
  mutating func insert(_ numbers: [Int], hashes: [UInt64]) {
    let total = count + numbers.count
    if numbers.count < total / Self.load {
      for (number, hash) in zip(numbers, hashes) { insert(number, hash: hash) }
      return
    }
    while total > pages.count * Self.load, level < Self.mostLevels { splitNextPage() }
    count = total
    let pageNumbers = hashes.map { pageNumber(of: $0 >> 40) }
    // A counting sort: where the entries of each page begin, and then, as they are put there, where they end.
    var places = [Int](repeating: 0, count: pages.count + 1)
    for page in pageNumbers { places[page + 1] += 1 }
    for page in 0..<pages.count { places[page + 1] += places[page] }
    var entries = [UInt64](repeating: 0, count: numbers.count)
    for (index, page) in pageNumbers.enumerated() {
      entries[places[page]] = Self.entry(numbers[index], hash: hashes[index])
      places[page] += 1
    }
    var next = 0
    for page in 0..<pages.count where next < places[page] {
      for entry in entries[next..<places[page]] { Self.insert(entry, into: &pages[page]) }
      next = places[page]
    }
  }

  private static func entry(_ number: Int, hash: UInt64) -> UInt64 { (hash >> 40) << 40 | UInt64(number + 1) }

  /// Removes a number under a hash.
  ///
  /// - Returns: Whether it was there.
  @discardableResult package mutating func remove(_ number: Int, hash: UInt64) -> Bool {
    guard Self.remove(Self.entry(number, hash: hash), from: &pages[pageNumber(of: hash >> 40)]) else { return false }
    count -= 1
    if count < pages.count * Self.leastLoad { joinLastPage() }
    return true
  }

  /// Replaces a number under a hash by another.
  package mutating func replace(_ number: Int, with other: Int, hash: UInt64) {
    let entry = Self.entry(number, hash: hash)
    let page = pageNumber(of: hash >> 40)
    if let slot = Self.slot(of: entry, in: pages[page]) {
      pages[page][slot + 1] = Self.entry(other, hash: hash)
    }
  }

  // MARK: - Pages

  private static func emptyPage(slots: Int) -> Page { Page(repeating: 0, count: slots + 1) }

  private static func insert(_ entry: UInt64, into page: inout Page) {
    if page[0] * 4 >= UInt64(page.count - 1) * 3 { page = grown(page) }
    let mask = page.count - 2
    var slot = home(of: entry >> 40, mask: mask)
    while page[slot + 1] != 0 { slot = (slot + 1) & mask }
    page[slot + 1] = entry
    page[0] += 1
  }

  private static func grown(_ page: Page) -> Page {
    var larger = emptyPage(slots: (page.count - 1) * 2)
    for entry in page.dropFirst() where entry != 0 { insert(entry, into: &larger) }
    return larger
  }

  private static func slot(of entry: UInt64, in page: Page) -> Int? {
    let mask = page.count - 2
    var slot = home(of: entry >> 40, mask: mask)
    while page[slot + 1] != entry {
      if page[slot + 1] == 0 { return nil }
      slot = (slot + 1) & mask
    }
    return slot
  }

  /// Removes an entry and moves up those behind it, so that no probe ends too early.
  private static func remove(_ entry: UInt64, from page: inout Page) -> Bool {
    guard var hole = slot(of: entry, in: page) else { return false }
    let mask = page.count - 2
    var next = (hole + 1) & mask
    while page[next + 1] != 0 {
      let home = home(of: page[next + 1] >> 40, mask: mask)
      if (next - home) & mask >= (next - hole) & mask {
        page[hole + 1] = page[next + 1]
        hole = next
      }
      next = (next + 1) & mask
    }
    page[hole + 1] = 0
    page[0] -= 1
    return true
  }

  /// Moves about half of the next page's entries to a new page.
  private mutating func splitNextPage() {
    guard level < Self.mostLevels else { return }
    let old = pages[split]
    var stays = Self.emptyPage(slots: Self.fullSize)
    var moves = stays
    for entry in old.dropFirst() where entry != 0 {
      if entry >> (40 + UInt64(level)) & 1 == 0 {
        Self.insert(entry, into: &stays)
      } else {
        Self.insert(entry, into: &moves)
      }
    }
    pages[split] = stays
    pages.append(moves)
    split += 1
    if split == 1 << level { (level, split) = (level + 1, 0) }
  }

  /// Moves the last page's entries back to the page that they were split from. If there is only one page and it has
  /// no entries, it becomes small.
  private mutating func joinLastPage() {
    guard pages.count > 1 else {
      if count == 0 && pages[0].count > 9 { pages[0] = Self.emptyPage(slots: 8) }
      return
    }
    if split == 0 { (level, split) = (level - 1, 1 << (level - 1)) }
    split -= 1
    var joined = Self.emptyPage(slots: Self.fullSize)
    for page in [pages[split], pages.removeLast()] {
      for entry in page.dropFirst() where entry != 0 { Self.insert(entry, into: &joined) }
    }
    pages[split] = joined
  }
}
